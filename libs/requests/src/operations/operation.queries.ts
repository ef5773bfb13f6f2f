import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { fromNow, holdsLease, leasedRows } from '@tollgate/db/leased-rows';

/** An operation to be accepted. */
export interface NewOperation {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  route: string;
  requestId: string;
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
  lifeMs: number;
  /** Headers of each answer while the operation is active; those of its end replace them. */
  headers: Readonly<Record<string, string>>;
  /** Its slot among the calls that may run concurrently; null: there is no such limit. */
  slot: OperationSlot | null;
  /** The batch whose line it is; null for one that a caller has sent by itself. */
  batchId: string | null;
  /** Present where the operation waits for the batch interface of a provider, for no turn. */
  isSent?: true;
}

/**
 * A slot that an operation occupies until it ends, in each of the limits that bound its key and its
 * owner.
 */
export interface OperationSlot {
  /** The id under which the slot was taken. */
  id: string;
  /** Names of the limits in Redis. */
  keys: readonly string[];
}

/** The state of an operation, for a caller who polls. */
export interface OperationRow {
  id: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  requestId: string;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
  /** Milliseconds since it was accepted, by the database clock. */
  ageMs: number;
  /** Its result has passed its life. */
  over: boolean;
}

/** An operation that a worker has claimed. */
export interface ClaimedOperation {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  route: string;
  requestId: string;
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
  /** The fence of every later write. */
  claims: number;
  /** How often a provider was asked, by this claim or one before. */
  dispatches: number;
  createdAt: Date;
  ageMs: number;
  /** An answer that an earlier claim came as far as, and its charge; null when there is none. */
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  settlement: unknown;
  /** The facts of that answer for its record, as they were kept. */
  recordFacts: unknown;
  slotId: string | null;
  slotKeys: string[];
}

/** Those of the ids that operations have. */
export async function listKnownOperations(db: Db, ids: readonly string[]): Promise<string[]> {
  const known = await rows<{ id: string }>(
    db,
    'select id from requests.operation where id = any(cast(:ids as uuid[]))',
    { ids: [...ids] },
  );
  return known.map(({ id }) => id);
}

/** The claim that a row is written for. */
export interface OperationFence {
  id: string;
  claims: number;
}

/** Milliseconds since an operation was accepted, as a column. */
export const AGE_MS =
  'cast(extract(epoch from now() - created_at) * 1000 as double precision) as "ageMs"';

export async function insertOperation(
  db: Db,
  operation: NewOperation,
): Promise<{ createdAt: Date; expiresAt: Date } | null> {
  return row(
    db,
    `insert into requests.operation (id, user_id, api_key_id, mode, route, request_id,
       master_version, wrapped_key, box, expires_at, headers, slot_id, slot_keys, batch_id, state)
     values (:id, :userId, :apiKeyId, :mode, :route, :requestId, :masterVersion, :wrappedKey, :box,
       now() + :lifeMs * interval '1 millisecond', cast(:headers as jsonb), :slotId,
       cast(:slotKeys as text[]), :batchId, :state)
     returning created_at as "createdAt", expires_at as "expiresAt"`,
    {
      ...operation,
      state: operation.isSent === true ? 'sent' : 'queued',
      headers: JSON.stringify(operation.headers),
      slotId: operation.slot?.id ?? null,
      slotKeys: [...(operation.slot?.keys ?? [])],
    },
  );
}

/** An operation of a key. */
export function findOperation(
  db: Db,
  name: { id: string; apiKeyId: string },
): Promise<OperationRow | null> {
  return findWhere(db, 'id = :id and api_key_id = :apiKeyId', name);
}

/**
 * An operation of a user, for a caller who has named it by an idempotency key, which belongs to the
 * user.
 */
export function findOperationOfUser(
  db: Db,
  name: { id: string; userId: string },
): Promise<OperationRow | null> {
  return findWhere(db, 'id = :id and user_id = :userId', name);
}

function findWhere(
  db: Db,
  condition: string,
  name: Record<string, string>,
): Promise<OperationRow | null> {
  return row<OperationRow>(
    db,
    `select id, case state when 'sent' then 'queued' else state end as state,
       request_id as "requestId", status, headers, body,
       created_at as "createdAt", expires_at as "expiresAt", ${AGE_MS},
       finished_at is not null and expires_at < now() as over
     from requests.operation where ${condition}`,
    name,
  );
}

/** Operations are claimed by workers. */
export const OPERATION_LEASES = leasedRows({
  table: 'requests.operation',
  key: { id: 'id' },
  fence: 'claims',
  owner: { column: 'lease_owner', binding: 'worker' },
  standing: `state = 'running'`,
});
const { held: CLAIMED, over: LEASE_OVER, release, renewal } = OPERATION_LEASES;

/** The answer of an operation, from the worker that holds its claim. */
interface OperationAnswer extends OperationFence {
  status: number;
  headers: string;
  body: Buffer;
}

/**
 * Marks that a provider is about to be called; false when the claim is lost or both dispatches are
 * used up.
 */
export async function markDispatched(
  db: Db,
  fence: OperationFence,
  dispatchesMax: number,
): Promise<number | null> {
  const marked = await row<{ dispatches: number }>(
    db,
    `update requests.operation set dispatches = dispatches + 1
     where ${CLAIMED} and dispatches < :dispatchesMax
     returning dispatches`,
    { id: fence.id, claims: fence.claims, dispatchesMax },
  );
  return marked?.dispatches ?? null;
}

/**
 * Gives a claim back that came as far as no dispatch, as if it had not been made. Nobody claims the
 * operation again for a while, so that whatever blocks it does not take the turns of the others.
 */
export async function giveBackClaim(
  db: Db,
  fence: OperationFence,
  given: { pauseMs: number },
): Promise<void> {
  await rows(
    db,
    `update requests.operation set state = 'queued', claims = claims - 1, lease_owner = null,
       lease_until = ${fromNow('pauseMs')}
     where ${CLAIMED}`,
    { id: fence.id, claims: fence.claims, pauseMs: given.pauseMs },
  );
}

/** Lets others claim an operation after a pause, also before the lease of the claim is over. */
export async function leaveClaim(
  db: Db,
  { id, claims }: OperationFence,
  { pauseMs }: { pauseMs: number },
): Promise<void> {
  await rows(
    db,
    `update requests.operation set lease_until = least(lease_until, ${fromNow('pauseMs')})
     where ${CLAIMED}`,
    { id, claims, pauseMs },
  );
}

/** Whether a claim is still valid. */
export function holdsClaim(db: Db, { id, claims }: OperationFence): Promise<boolean> {
  return holdsLease(db, OPERATION_LEASES, { id, claims });
}

/**
 * Keeps an answer, its charge and the facts of its record until billing has received it; false when
 * the claim is lost.
 */
export async function keepOperationAnswer(
  db: Db,
  answer: OperationAnswer & { settlement: string; recordFacts: string },
): Promise<boolean> {
  const kept = await row(
    db,
    `update requests.operation set status = :status, headers = cast(:headers as jsonb),
       body = :body, settlement = cast(:settlement as jsonb),
       record_facts = cast(:recordFacts as jsonb)
     where ${CLAIMED}
     returning id`,
    { ...answer },
  );
  return kept !== null;
}

/** Writes the end of an operation and forgets what was asked; false when the claim is lost. */
export async function finishOperation(
  db: Db,
  end: OperationAnswer & { state: 'done' | 'failed'; lifeMs: number; chargedNano: string },
): Promise<boolean> {
  const finished = await row(
    db,
    `update requests.operation set state = :state, status = :status,
       headers = cast(:headers as jsonb), body = :body, settlement = null, record_facts = null, finished_at = now(),
       charged_n = cast(:chargedNano as bigint),
       expires_at = now() + :lifeMs * interval '1 millisecond',
       master_version = null, wrapped_key = null, box = null, ${release}
     where ${CLAIMED}
     returning id`,
    { ...end },
  );
  return finished !== null;
}

/** Extends the leases of operations that a process is running. */
export async function extendOperationLeases(
  db: Db,
  given: { ids: readonly string[]; owner: string; leaseMs: number },
): Promise<void> {
  await rows(
    db,
    `update requests.operation set ${renewal}
     where id = any(cast(:ids as uuid[])) and lease_owner = :owner and state = 'running'`,
    { ...given, ids: [...given.ids] },
  );
}

const STALE = OPERATION_LEASES.next({
  where: `state in ('queued', 'running') and batch_id is null
        and enqueued_at < now() - :staleMs * interval '1 millisecond'`,
  orderBy: 'enqueued_at',
  limit: ':limit',
});

/**
 * Takes operations that no worker runs and that no job has been sent for lately. Several takers
 * share these out.
 */
export function takeStaleOperations(
  db: Db,
  given: { staleMs: number; limit: number },
): Promise<OperationFence[]> {
  return rows<OperationFence>(
    db,
    `update requests.operation set enqueued_at = now()
     where id in ${STALE} returning id, claims`,
    given,
  );
}

/** How many operations there are of each state, while their rows are kept. */
export interface OperationCounts {
  queued: number;
  running: number;
  /** Running ones whose lease is over. */
  abandoned: number;
  done: number;
  failed: number;
  /** Null when none waits. */
  oldestQueuedMs: number | null;
}

/** Counts operations by state, by the database clock. */
export async function countOperations(db: Db): Promise<OperationCounts> {
  const counts = await row<OperationCounts>(
    db,
    `select count(*) filter (where state = 'queued')::int as queued,
       count(*) filter (where state = 'running')::int as running,
       count(*) filter (where state = 'running' and ${LEASE_OVER})::int as abandoned,
       count(*) filter (where state = 'done')::int as done,
       count(*) filter (where state = 'failed')::int as failed,
       cast(extract(epoch from now() - min(created_at) filter (where state = 'queued')) * 1000
         as float8) as "oldestQueuedMs"
     from requests.operation`,
  );
  if (counts === null) throw new Error('counting gave no row');
  return counts;
}
