import type { Knex } from 'knex';

/**
 * A charge is at most three times its hold. From the moment of this migration on the verifier demands that; charges from before were
 * bounded by what was available alone.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(COVERED);
  await trx.raw(PERSISTENT);
}

export const contracts = { since: '0005_billing', because: 'a wider bound takes its place' };

/** What an overrun took beyond its hold stands beside what nobody paid, so that both can be added up without reading all holds. */
const COVERED = `
alter table billing.provider_cost
  add column covered_n bigint not null default 0 check (covered_n >= 0);
alter table billing.provider_cost drop constraint provider_cost_check;
alter table billing.provider_cost add constraint provider_cost_check
  check (uncovered_n between 0 and cost_n and covered_n <= cost_n - uncovered_n
    and (uncovered_n > 0 or covered_n > 0)) not valid;
comment on column billing.provider_cost.covered_n is
  'What was charged above the hold: an overrun that the wallet covered.';
`;

/** Overruns that a wider bound did not end: until the owner has behaved for a day, calls of the model are held at the worst that was seen. */
const PERSISTENT = `
create table keys.persistent_overrun (
  owner_id uuid not null references identity.user_account (id),
  model_id uuid not null,
  ratio double precision not null check (ratio > 1),
  excess bigint not null check (excess > 0),
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (owner_id, model_id)
);
create index persistent_overrun_of_model on keys.persistent_overrun (model_id, at);
comment on column keys.persistent_overrun.ratio is
  'The most tokens that the provider has counted for each token of the bound.';
comment on column keys.persistent_overrun.excess is
  'The most tokens that the provider has counted above the bound.';
`;
