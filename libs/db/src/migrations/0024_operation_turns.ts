import type { Knex } from 'knex';

/** Operations wait by owner, and each keeps its places among the calls that may run at one time until it ends. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(OPERATION_TURNS);
}

const OPERATION_TURNS = `
alter table requests.operation
  add column slot_id uuid,
  add column slot_keys text[] not null default '{}';
comment on column requests.operation.slot_id is
  'Under which the operation holds a place in each of slot_keys, in Redis. Null: its key and its owner have no such limit.';
create index operation_turns on requests.operation (user_id, mode, created_at)
  where state in ('queued', 'running');
create index operation_slots on requests.operation (id)
  where state in ('queued', 'running') and slot_id is not null;
`;
