import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { AGE_MS, OPERATION_LEASES } from './operation.queries.ts';
import type { ClaimedOperation, OperationSlot } from './operation.queries.ts';

/** What takes turns: the operations of one user, test and live apart. */
export interface TurnOwner {
  userId: string;
  mode: 'live' | 'test';
}

/**
 * Owners of operations that a worker could claim now, whose oldest has waited longest first. It
 * goes from owner to owner along an index, so that the length of a queue costs nothing.
 */
export function listWaitingOwners(db: Db): Promise<TurnOwner[]> {
  return rows<TurnOwner>(
    db,
    `with recursive owner as (
       (select user_id, mode from requests.operation where state in ('queued', 'running')
        order by user_id, mode limit 1)
       union all
       select another.user_id, another.mode from owner cross join lateral (
         select user_id, mode from requests.operation
         where state in ('queued', 'running') and (user_id, mode) > (owner.user_id, owner.mode)
         order by user_id, mode limit 1) as another)
     select owner.user_id as "userId", owner.mode from owner cross join lateral (
       select created_at from requests.operation as o
       where o.state in ('queued', 'running') and o.batch_id is null and (o.user_id, o.mode) = (owner.user_id, owner.mode)
         and ${OPERATION_LEASES.free}
       order by o.created_at limit 1) as oldest
     order by oldest.created_at`,
  );
}

const OLDEST = OPERATION_LEASES.next({
  where: `state in ('queued', 'running') and batch_id is null and user_id = :userId and mode = :mode`,
  orderBy: 'created_at',
});

const CLAIMED = `id, user_id as "userId", api_key_id as "apiKeyId", mode, route,
  request_id as "requestId", master_version as "masterVersion", wrapped_key as "wrappedKey",
  box, claims, dispatches, created_at as "createdAt", ${AGE_MS}, status, headers, body, settlement,
  record_facts as "recordFacts", slot_id as "slotId", slot_keys as "slotKeys"`;

/**
 * Claims the oldest operation of an owner that waits or whose worker is gone; null when there is
 * none.
 */
export function claimNextOperation(
  db: Db,
  claim: TurnOwner & { worker: string; leaseMs: number },
): Promise<ClaimedOperation | null> {
  return row<ClaimedOperation>(
    db,
    `update requests.operation set state = 'running', ${OPERATION_LEASES.claim}
     where id = ${OLDEST}
     returning ${CLAIMED}`,
    { ...claim },
  );
}

const OF_BATCH = OPERATION_LEASES.next({
  where: `state in ('queued', 'sent', 'running') and id = :id`,
  orderBy: 'id',
});

/** Claims the operation of a line of a batch; null when it has ended or another worker has it. */
export function claimOperationOfBatch(
  db: Db,
  claim: { id: string; worker: string; leaseMs: number },
): Promise<ClaimedOperation | null> {
  return row<ClaimedOperation>(
    db,
    `update requests.operation set state = 'running', ${OPERATION_LEASES.claim}
     where id = ${OF_BATCH}
     returning ${CLAIMED}`,
    { ...claim },
  );
}

/** What has been accepted of a user and has not ended. */
export interface OpenOfOwner {
  /** Operations of the mode that the user has sent one by one. */
  operations: number;
  /** Their sealed calls, in bytes. */
  bytes: number;
  /** All operations of the key, and of all keys together. */
  ofKey: number;
  ofUser: number;
}

/** Counts what a user has open; the bounds of the backlog bound what is read. */
export async function countOpenOfOwner(
  db: Db,
  owner: TurnOwner & { apiKeyId: string },
): Promise<OpenOfOwner> {
  const found = await row<OpenOfOwner>(
    db,
    `select cast(count(*) filter (where mode = :mode and batch_id is null) as int) as operations,
       cast(coalesce(sum(octet_length(box)) filter (where mode = :mode and batch_id is null), 0)
         as float8) as bytes,
       cast(count(*) filter (where api_key_id = :apiKeyId) as int) as "ofKey",
       cast(count(*) as int) as "ofUser"
     from requests.operation where state in ('queued', 'running') and user_id = :userId`,
    { ...owner },
  );
  return found ?? { operations: 0, bytes: 0, ofKey: 0, ofUser: 0 };
}

/** An operation and its slot among the calls that may run concurrently. */
export interface SlotOfOperation {
  opId: string;
  slot: OperationSlot;
}

/** The slots that open operations occupy. */
export async function listOpenSlots(db: Db): Promise<SlotOfOperation[]> {
  const found = await rows<{ opId: string; slotId: string; keys: string[] }>(
    db,
    `select id as "opId", slot_id as "slotId", slot_keys as keys from requests.operation
     where state in ('queued', 'running') and slot_id is not null`,
  );
  return found.map(({ opId, slotId, keys }) => ({ opId, slot: { id: slotId, keys } }));
}

/** Those of the ids whose operations are open. */
export async function listStillOpen(db: Db, ids: readonly string[]): Promise<string[]> {
  const open = await rows<{ id: string }>(
    db,
    `select id from requests.operation
     where id = any(cast(:ids as uuid[])) and state in ('queued', 'running')`,
    { ids: [...ids] },
  );
  return open.map(({ id }) => id);
}
