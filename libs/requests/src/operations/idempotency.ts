import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { GatewayError } from '@tollgate/contract/error-codes';
import {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  isIdempotencyKey,
} from '@tollgate/contract/idempotency-key';
import type { Knex } from '@tollgate/db/connect';
import type { Timers } from '@tollgate/runtime/timers';
import { tooManyKeys } from './key-allowance.ts';
import type { KeyAllowance } from './key-allowance.ts';
import { pollAfterSeconds } from './poll-after.ts';
import {
  deleteClaim,
  findClaim,
  findStoredBody,
  finishClaim,
  insertClaim,
  reopenClaim,
  takeOverClaim,
} from './idempotency.queries.ts';
import type { ClaimFence, IdempotencyName, IdempotencyRow } from './idempotency.queries.ts';

/** The largest stored answer before compression, in bytes. */
export const STORED_BODY_BYTES_MAX = 2_097_152;
/** The most attempts of one operation. */
export const ATTEMPTS_MAX = 5;
/** How long answers are kept, in milliseconds. */
export const BODY_LIFE_MS = 86_400_000;
/** How long it is known that there was an answer, in milliseconds. */
export const TOMBSTONE_LIFE_MS = 30 * 86_400_000;
const POLL_FIRST_MS = 50;
const POLL_MAX_MS = 500;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** An operation that this process is to run under a caller's key. */
export interface Claim {
  opId: string;
  attempt: number;
  fence: ClaimFence;
}

/** An answer kept from the first run. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The request id of the attempt that made it. */
  requestId: string;
}

/**
 * This process runs the operation, or there is an answer already, or it was accepted as an
 * asynchronous one.
 */
export type ClaimResult =
  | { kind: 'claimed'; claim: Claim }
  /** Nothing of the answer is read before it is asked for. */
  | { kind: 'replay'; load: () => Promise<StoredAnswer> }
  | { kind: 'accepted'; opId: string };

/** What a claim needs. */
export interface ClaimRequest {
  userId: string;
  mode: 'live' | 'test';
  key: string;
  /** Method and route template, which with the body make the fingerprint. */
  route: string;
  body: unknown;
  opId: string;
  requestId: string;
  /** Called when another process runs the operation and is waited for. */
  waits?: () => void;
}

/** What claims work with. */
export interface IdempotencyDeps {
  db: Knex;
  /** This process. */
  processId: string;
  timers: Timers;
}

/**
 * The value of an `Idempotency-Key` header as it came.
 * @throws GatewayError `invalid_idempotency_key`
 */
export function readIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!isIdempotencyKey(value)) {
    throw new GatewayError(
      'invalid_idempotency_key',
      `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} visible ASCII characters.`,
      { param: 'Idempotency-Key' },
    );
  }
  return value;
}

export interface ClaimDeps extends IdempotencyDeps {
  keyAllowance: KeyAllowance;
}

/**
 * Claims a key for one operation. While another process runs it, waits a while and then gives its
 * answer.
 * @throws GatewayError 409 for another body or a forgotten answer, 429 while the first run goes on,
 *   and for a new key of a user who has too many
 */
export async function claimKey(deps: ClaimDeps, request: ClaimRequest): Promise<ClaimResult> {
  const name = nameOf(request);
  const fingerprint = fingerprintOf(request.route, request.body);
  const deadline = performance.now() + deps.timers.joinWait;
  let pause = POLL_FIRST_MS;
  for (;;) {
    const result = await tryClaim(deps, request, { name, fingerprint });
    if (result.kind !== 'running') return result;
    if (performance.now() + pause > deadline) throw stillRunning(result.ageMs);
    request.waits?.();
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(POLL_MAX_MS, pause * 2);
  }
}

/** Another process runs the operation, for `ageMs` milliseconds. */
interface Running {
  kind: 'running';
  ageMs: number;
}

async function tryClaim(
  deps: ClaimDeps,
  request: ClaimRequest,
  { name, fingerprint }: { name: IdempotencyName; fingerprint: Buffer },
): Promise<ClaimResult | Running> {
  const { opId, requestId } = request;
  const owner = deps.processId;
  const leaseMs = deps.timers.lease;
  const times = { leaseMs, bodyMs: BODY_LIFE_MS, tombstoneMs: TOMBSTONE_LIFE_MS };
  const claim = { ...name, fingerprint, opId, owner, requestId, ...times };
  const isUsedUp = deps.keyAllowance.isUsedUp(name.userId);
  if (!isUsedUp && (await insertClaim(deps.db, claim))) {
    deps.keyAllowance.taken(name.userId);
    return { kind: 'claimed', claim: { opId, attempt: 1, fence: { ...name, attempt: 1, owner } } };
  }
  const existing = await findClaim(deps.db, name);
  if (existing === null && isUsedUp) throw tooManyKeys();
  if (existing === null) return { kind: 'running', ageMs: 0 };
  if (!existing.fingerprint.equals(fingerprint)) throw mismatch();
  if (existing.state === 'done') {
    return { kind: 'replay', load: () => storedAnswer(deps.db, name, existing) };
  }
  if (existing.state === 'async') return { kind: 'accepted', opId: existing.op_id };
  const running: Running = { kind: 'running', ageMs: existing.age_ms };
  if (existing.state === 'running' && !existing.lease_over) return running;
  return (await takeOver(deps, { name, requestId }, existing)) ?? running;
}

async function takeOver(
  deps: IdempotencyDeps,
  { name, requestId }: { name: IdempotencyName; requestId: string },
  existing: IdempotencyRow,
): Promise<ClaimResult | null> {
  if (existing.attempt >= ATTEMPTS_MAX) throw notStored('idempotency_result_not_stored');
  const owner = deps.processId;
  const leaseMs = deps.timers.lease;
  const taken = { ...name, attempt: existing.attempt, owner, requestId, leaseMs };
  const attempt = await takeOverClaim(deps.db, taken);
  if (attempt === null) return null;
  return {
    kind: 'claimed',
    claim: { opId: existing.op_id, attempt, fence: { ...name, attempt, owner } },
  };
}

async function storedAnswer(
  db: Knex,
  name: IdempotencyName,
  existing: IdempotencyRow,
): Promise<StoredAnswer> {
  const body = existing.stored ? await findStoredBody(db, name) : null;
  if (body === null) {
    const isOver = existing.body_over || existing.stored;
    throw notStored(isOver ? 'idempotency_result_expired' : 'idempotency_result_not_stored');
  }
  return {
    status: existing.status ?? 200,
    headers: existing.headers ?? {},
    body: await expand(body),
    requestId: existing.request_id,
  };
}

/** Frees the key: the request was refused before anything was sent. */
export async function dropClaim(deps: IdempotencyDeps, claim: Claim): Promise<void> {
  await deleteClaim(deps.db, claim.fence);
}

/** Leaves the key open for another attempt: the run failed and cost nothing. */
export async function leaveClaimOpen(deps: IdempotencyDeps, claim: Claim): Promise<void> {
  await reopenClaim(deps.db, claim.fence);
}

/**
 * Keeps the answer under the key. Answers that are too large, and those without a body, leave a
 * tombstone only.
 */
export async function keepAnswer(
  deps: IdempotencyDeps,
  claim: Claim,
  answer: { status: number; headers: Record<string, string>; body: Buffer | null },
): Promise<void> {
  const { body } = answer;
  const fits = body !== null && body.length <= STORED_BODY_BYTES_MAX;
  await finishClaim(deps.db, {
    ...claim.fence,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: fits ? await compress(body) : null,
    bodyMs: BODY_LIFE_MS,
    tombstoneMs: TOMBSTONE_LIFE_MS,
  });
}

function nameOf(request: ClaimRequest): IdempotencyName {
  const keySha = createHash('sha256').update(request.key).digest();
  return { userId: request.userId, mode: request.mode, keySha };
}

/** Hash of the route and the canonical body: sorted keys, numbers as parsed. */
export function fingerprintOf(route: string, body: unknown): Buffer {
  return createHash('sha256').update(route).update('\n').update(canonicalJson(body)).digest();
}

/** JSON with sorted keys; depth is bounded by the check of the body. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** @returns the refusal of a repetition whose answer is gone */
export function notStored(
  code: 'idempotency_result_expired' | 'idempotency_result_not_stored',
): GatewayError {
  return new GatewayError(
    code,
    'This operation has run already and its answer is not kept. Use a new key to run it again.',
    { param: 'Idempotency-Key' },
  );
}

/** @returns the refusal of a repetition that asks for something else */
export function mismatch(): GatewayError {
  return new GatewayError(
    'idempotency_key_mismatch',
    'This Idempotency-Key was used with another request. Use a new key.',
    { param: 'Idempotency-Key' },
  );
}

/**
 * @param ageMs how long the first run has been going on
 * @returns the refusal of a repetition that has waited long enough; it is to come back later, the
 *   longer that takes
 */
export function stillRunning(ageMs: number): GatewayError {
  return new GatewayError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running.',
    { param: 'Idempotency-Key', retryAfterSeconds: pollAfterSeconds(ageMs) },
  );
}
