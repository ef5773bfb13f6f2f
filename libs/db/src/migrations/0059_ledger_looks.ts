import type { Knex } from 'knex';

/** When the whole ledger was verified last: a look that does not come to its end says since when nobody knows. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
create table maintenance.ledger_look (
  one boolean primary key default true check (one),
  ended_at timestamptz not null
);
comment on table maintenance.ledger_look is
  'One row: the end of the newest look at the whole ledger that came to its end.';
grant usage on schema maintenance to tollgate_billing, tollgate_worker, tollgate_admin;
grant select, insert, update on maintenance.ledger_look to tollgate_billing;
grant select on maintenance.ledger_look to tollgate_worker, tollgate_admin;
`);
}
