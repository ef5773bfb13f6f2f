import type { Knex } from 'knex';

/**
 * Administrators have roles. The default is what the code before wrote: everybody was an owner. Whoever signs in through an OpenID
 * provider is known by issuer and subject, has no password, and keeps the unique `email` free for local ones: `shown_as` is what people
 * read. A used state of such a sign-in is kept until it would have ended by itself, so that no state is good twice.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table identity.administrator
      add column role text not null default 'owner'
        check (role in ('owner', 'operator', 'finance', 'viewer')),
      add column issuer text check (length(issuer) between 1 and 2000),
      add column subject text check (length(subject) between 1 and 255),
      add column shown_as text check (length(shown_as) between 1 and 254),
      alter column password_hash drop not null,
      add constraint administrator_of_one_kind check (
        case when issuer is null
          then subject is null and shown_as is null and password_hash is not null
          else subject is not null and shown_as is not null and password_hash is null end);
    create unique index administrator_of_issuer on identity.administrator (issuer, subject)
      where issuer is not null;
    create table identity.used_sign_in (
      digest bytea primary key check (length(digest) = 32),
      expires_at timestamptz not null
    );
    create index used_sign_in_expiry on identity.used_sign_in (expires_at);
    grant select, insert, delete on identity.used_sign_in to tollgate_admin;
  `);
}
