import type { Knex } from 'knex';

/**
 * Years of the ledger whose movements lie in the archive alone. What they came to for each wallet
 * stays, so that wallets are still compared with all that ever moved; the rows that holds and
 * grants of later years need stay in the partitions of the ledger. Only functions of
 * `services/billing/sql/leave.sql` write them, as the owner.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table billing.left_year (
      year int primary key check (year between 1970 and 9999),
      next_id uuid not null unique,
      last_no int not null unique check (last_no > 0),
      entries bigint not null check (entries >= 0),
      kept_entries bigint not null check (kept_entries >= 0),
      kept_holds bigint not null check (kept_holds >= 0),
      available_n numeric not null,
      reserved_n numeric not null,
      consumed_n numeric not null,
      issued_n numeric not null,
      digest bytea not null check (length(digest) = 32),
      summed_at timestamptz not null,
      left_at timestamptz check (left_at >= summed_at),
      dropped_at timestamptz check (dropped_at >= left_at),
      parts jsonb not null default '[]',
      check (left_at is not null or dropped_at is null),
      constraint left_year_adds_up check (available_n + reserved_n + consumed_n + issued_n = 0)
    );
    comment on table billing.left_year is
      'Years that have left the ledger, or are about to (left_at is null): the archive has their movements.';
    comment on column billing.left_year.next_id is
      'The first id of the year after: what has a smaller one has left.';
    comment on column billing.left_year.last_no is 'The last seal of the year.';
    comment on column billing.left_year.digest is
      'SHA-256 over what stays of the year: sums, kept rows, moments of grants, days, losses.';
    comment on column billing.left_year.parts is
      'The partitions that the year had: they lie in the schema maintenance until they are dropped.';
    grant select on billing.left_year to tollgate_billing;

    create table billing.left_wallet (
      year int not null references billing.left_year,
      user_id uuid not null,
      available_n bigint not null,
      reserved_n bigint not null,
      consumed_n bigint not null,
      issued_n bigint not null,
      primary key (year, user_id),
      check (available_n + reserved_n + consumed_n + issued_n = 0)
    );
    comment on table billing.left_wallet is
      'What all movements of a wallet in a year that left come to, those that were kept with them.';
    grant select on billing.left_wallet to tollgate_billing;
  `);
}
