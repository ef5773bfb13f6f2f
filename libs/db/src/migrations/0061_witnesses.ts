import type { Knex } from 'knex';

/**
 * What the verifier holds the book against, beside what it reads already: requests name the operation that credit was held for, and billing's
 * role may read what requests, records, claims and videos say of a charge. Nothing of it is a prompt, an answer or a secret.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(ACCESS_EVENTS);
  await trx.raw(ACCESS);
}

/** Null where nothing was held, and in events of the release before. */
const ACCESS_EVENTS = `
alter table audit.access_event add column op_id uuid;
comment on column audit.access_event.op_id is 'The operation that credit was held for.';
`;

const ACCESS = `
grant select (at, user_id, actor_id, op_id) on audit.access_event to tollgate_billing;
grant select (attempt, model, usage_source, receipt) on requests.record to tollgate_billing;
grant select (user_id, mode, op_id, state, status) on requests.idempotency to tollgate_billing;
grant select (api_key_id) on requests.operation to tollgate_billing;
grant select (id, user_id, api_key_id, mode, state, usage, held_n) on requests.video to tollgate_billing;
grant select on catalog.uplift_user, catalog.uplift_user_model to tollgate_billing;
`;
