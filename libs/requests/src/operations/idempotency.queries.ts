import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { fromNow, leasedRows } from '@tollgate/db/leased-rows';

/** A row of requests.idempotency. */
export interface IdempotencyRow {
  fingerprint: Buffer;
  op_id: string;
  attempt: number;
  state: 'running' | 'open' | 'async' | 'done';
  request_id: string;
  status: number | null;
  headers: Record<string, string> | null;
  stored: boolean;
  lease_over: boolean;
  body_over: boolean;
  /** Milliseconds since the first run began, by the database clock. */
  age_ms: number;
}

/**
 * A name is claimed by the process that runs its request. Whoever repeats a request takes over the
 * one name that it has, and waits for its lock.
 */
const LEASES = leasedRows({
  table: 'requests.idempotency',
  key: { user_id: 'userId', mode: 'mode', key_sha: 'keySha' },
  fence: 'attempt',
  owner: { column: 'owner', binding: 'owner' },
  standing: `owner = :owner and state = 'running'`,
});

/** What names an idempotent operation. */
export interface IdempotencyName {
  userId: string;
  mode: 'live' | 'test';
  keySha: Buffer;
}

/** What a claim adds to its name. */
export interface NewClaim extends IdempotencyName {
  fingerprint: Buffer;
  opId: string;
  owner: string;
  requestId: string;
  leaseMs: number;
  bodyMs: number;
  tombstoneMs: number;
}

/**
 * Inserts the first claim of a name; false when the name is taken. A name past its tombstone is
 * free again.
 */
export async function insertClaim(db: Db, claim: NewClaim): Promise<boolean> {
  const inserted = await row<{ op_id: string }>(
    db,
    `insert into requests.idempotency as i
       (user_id, mode, key_sha, fingerprint, op_id, state, owner, lease_until, request_id,
        body_expires_at, tombstone_until)
     values (:userId, :mode, :keySha, :fingerprint, :opId, 'running', :owner,
       ${fromNow('leaseMs')}, :requestId,
       now() + :bodyMs * interval '1 millisecond',
       now() + :tombstoneMs * interval '1 millisecond')
     on conflict (user_id, mode, key_sha) do update set
       fingerprint = excluded.fingerprint, op_id = excluded.op_id, attempt = 1, state = 'running',
       owner = excluded.owner, lease_until = excluded.lease_until, status = null, headers = null,
       request_id = excluded.request_id, body = null, stored = false, created_at = now(),
       body_expires_at = excluded.body_expires_at, tombstone_until = excluded.tombstone_until
     where i.tombstone_until < now()
     returning op_id`,
    { ...claim },
  );
  return inserted !== null;
}

/** The row of a name, with the database's verdict on its times. */
export async function findClaim(db: Db, name: IdempotencyName): Promise<IdempotencyRow | null> {
  return row<IdempotencyRow>(
    db,
    `select fingerprint, op_id, attempt, state, request_id, status, headers, stored,
       ${LEASES.over} as lease_over, body_expires_at < now() as body_over,
       cast(extract(epoch from now() - created_at) * 1000 as double precision) as age_ms
     from requests.idempotency
     where user_id = :userId and mode = :mode and key_sha = :keySha`,
    { ...name },
  );
}

/** The stored answer of a name, compressed; null when there is none. */
export async function findStoredBody(db: Db, name: IdempotencyName): Promise<Buffer | null> {
  const found = await row<{ body: Buffer | null }>(
    db,
    `select body from requests.idempotency
     where user_id = :userId and mode = :mode and key_sha = :keySha and body_expires_at > now()`,
    { ...name },
  );
  return found?.body ?? null;
}

/** How many names of a user are remembered, counted no further than `atMost`. */
export async function countClaims(
  db: Db,
  given: { userId: string; atMost: number },
): Promise<number> {
  const counted = await row<{ names: bigint }>(
    db,
    `select count(*) as names from (
       select 1 from requests.idempotency where user_id = :userId limit :atMost) as named`,
    given,
  );
  return Number(counted?.names ?? 0);
}

/**
 * Takes over a name whose attempt failed or whose owner is gone; the new attempt's number, or null
 * for a loser. From now on the row names the request of the new attempt, so that a replay says
 * which one made the answer.
 */
export async function takeOverClaim(
  db: Db,
  claim: IdempotencyName & {
    attempt: number;
    owner: string;
    requestId: string;
    leaseMs: number;
  },
): Promise<number | null> {
  const taken = await row<{ attempt: number }>(
    db,
    `update requests.idempotency set state = 'running', request_id = :requestId, ${LEASES.claim}
     where user_id = :userId and mode = :mode and key_sha = :keySha and attempt = :attempt
       and (state = 'open' or (state = 'running' and ${LEASES.over}))
     returning attempt`,
    { ...claim },
  );
  return taken?.attempt ?? null;
}

/** The attempt that a row is written for. */
export interface ClaimFence extends IdempotencyName {
  attempt: number;
  owner: string;
}

/** Frees a name whose request was refused before anything was sent. */
export async function deleteClaim(db: Db, fence: ClaimFence): Promise<void> {
  await rows(db, `delete from requests.idempotency where ${LEASES.held}`, { ...fence });
}

/** Leaves a name open for another attempt after a failure that cost nothing. */
export async function reopenClaim(db: Db, fence: ClaimFence): Promise<void> {
  await rows(db, `update requests.idempotency set state = 'open' where ${LEASES.held}`, {
    ...fence,
  });
}

/** Hands a name over to the asynchronous operation of its id; false when the claim is lost. */
export async function handOverClaim(db: Db, fence: ClaimFence): Promise<boolean> {
  const given = await row<{ op_id: string }>(
    db,
    `update requests.idempotency set state = 'async' where ${LEASES.held} returning op_id`,
    { ...fence },
  );
  return given !== null;
}

/** Keeps the answer of a finished operation. */
export async function finishClaim(
  db: Db,
  fence: ClaimFence & {
    status: number;
    headers: string;
    body: Buffer | null;
    bodyMs: number;
    tombstoneMs: number;
  },
): Promise<boolean> {
  const done = await row<{ op_id: string }>(
    db,
    `update requests.idempotency set state = 'done', status = :status,
       headers = cast(:headers as jsonb), body = :body, stored = cast(:body as bytea) is not null,
       body_expires_at = now() + :bodyMs * interval '1 millisecond',
       tombstone_until = now() + :tombstoneMs * interval '1 millisecond'
     where ${LEASES.held} returning op_id`,
    { ...fence },
  );
  return done !== null;
}

/** Extends the leases of all claims that a process is running. */
export async function extendLeases(db: Db, owner: string, leaseMs: number): Promise<void> {
  await rows(
    db,
    `update requests.idempotency set ${LEASES.renewal}
     where owner = :owner and state = 'running'`,
    { owner, leaseMs },
  );
}

/** Forgets bodies past their time; the names stay as tombstones. Gives how many. */
export async function forgetExpiredBodies(db: Db): Promise<number> {
  const bodies = await rows(
    db,
    `update requests.idempotency set body = null, stored = false
     where stored and body_expires_at < now() returning op_id`,
  );
  return bodies.length;
}
