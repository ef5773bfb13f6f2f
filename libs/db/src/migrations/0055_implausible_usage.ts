import type { Knex } from 'knex';

/** Usage that a provider reported although it cannot be: what was reported, beside the record of the request, and which models such reports are about. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(RECORD);
  await trx.raw(MODELS);
}

const RECORD = `
alter table requests.record add column reported jsonb;
comment on column requests.record.reported is
  'What the provider reported, where that cannot be and the request was charged by our own count.';
`;

/** One row for a model, so that a provider that goes wrong with every call fills nothing. */
const MODELS = `
create table requests.implausible_usage (
  model text primary key check (length(model) between 1 and 300),
  provider text not null check (length(provider) between 1 and 100),
  op_id uuid not null,
  reported jsonb not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on column requests.implausible_usage.op_id is 'The newest operation with such a report.';
grant select, insert, update on requests.implausible_usage to tollgate_inference, tollgate_worker;
grant select on requests.implausible_usage to tollgate_admin;
`;
