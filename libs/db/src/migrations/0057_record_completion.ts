import type { Knex } from 'knex';

/** How far request records are complete, so that a worker that was away goes on where it stopped. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(COMPLETION);
  await trx.raw(LAST_CUTOFF);
}

/** An old database is compared from its first charge on, but for what may have been purged: records of at least 30 days. */
const COMPLETION = `
create table requests.completion (
  only_one boolean primary key default true check (only_one),
  completed_until timestamptz not null
);
comment on table requests.completion is
  'The moment until which the charges of the ledger have been compared with request records.';
insert into requests.completion (completed_until)
values (greatest(
  now() - interval '29 days',
  coalesce((select e.at from billing.entry e order by e.id limit 1), now())
));
grant select, update (completed_until) on requests.completion to tollgate_worker;
`;

/** Records that were purged are not made again: the newest cutoff of a category is asked for at each look. */
const LAST_CUTOFF = `
create index purge_step_by_cutoff on retention.purge_step (category, cutoff);
`;
