import type { Knex } from 'knex';

/**
 * Stretches of the ledger that were verified and are not read again by each look. A seal covers the
 * movements from one id to another, with the holds that they closed; `sealed_wallet` has what all
 * sealed movements of a wallet come to, one row a wallet however old the ledger is, and
 * `sealed_grant` what the wallet had consumed when a grant was given and when it ended. Only
 * `billing.seal_stretch` writes them, which works everything out itself.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table billing.seal (
      no int primary key check (no > 0),
      first_id uuid not null unique,
      next_id uuid not null unique check (next_id > first_id),
      entries bigint not null check (entries >= 0),
      holds bigint not null check (holds >= 0),
      available_n numeric not null,
      reserved_n numeric not null,
      consumed_n numeric not null,
      issued_n numeric not null,
      digest bytea not null check (length(digest) = 32),
      chain bytea not null unique check (length(chain) = 32),
      sealed_at timestamptz not null default clock_timestamp(),
      constraint seal_adds_up check (available_n + reserved_n + consumed_n + issued_n = 0)
    );
    comment on table billing.seal is
      'Stretches of the ledger that were verified once, in the order of time: an old row is never changed.';
    comment on column billing.seal.digest is 'SHA-256 over every movement and the holds that they closed.';
    comment on column billing.seal.chain is 'SHA-256 over the row and the chain of the row before.';
    grant select on billing.seal to tollgate_billing;

    create table billing.sealed_wallet (
      user_id uuid primary key,
      available_n bigint not null,
      reserved_n bigint not null,
      consumed_n bigint not null,
      issued_n bigint not null
    ) with (fillfactor = 70);
    comment on table billing.sealed_wallet is
      'What all sealed movements of a wallet come to: what the open part of the ledger begins with.';
    grant select on billing.sealed_wallet to tollgate_billing;

    create table billing.sealed_grant (
      grant_id uuid primary key,
      before_n bigint not null,
      given_n bigint not null,
      ended_n bigint
    ) with (fillfactor = 80);
    comment on table billing.sealed_grant is
      'What the wallet had consumed before the moment of a grant, with that moment, and before its end.';
    grant select on billing.sealed_grant to tollgate_billing;

    alter table maintenance.ledger_look add column is_sound boolean not null default true;
    comment on column maintenance.ledger_look.is_sound is
      'Whether that look found every invariant kept: what follows a broken one is not sealed.';
  `);
}
