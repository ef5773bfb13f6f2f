import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  BODY_LIFE_MS,
  stillRunning,
  TOMBSTONE_LIFE_MS,
} from '@tollgate/requests/operations/idempotency';
import type { Claim } from '@tollgate/requests/operations/idempotency';
import { finishClaim } from '@tollgate/requests/operations/idempotency.queries';
import { countOpenVideos, insertVideo } from '@tollgate/requests/videos/video.queries';
import type { VideoRow } from '@tollgate/requests/videos/video.queries';
import type { AcceptDeps, AcceptedCall } from '../async/accept.ts';
import { pinsOf, sealCall } from '../async/stored-call.ts';
import type { WholeAnswer } from '../call.ts';
import type { Caller } from '../caller/caller.ts';
import { release } from '../money/settle.ts';
import type { VideoPlan } from './plan-video.ts';
import { videoOut } from './video-out.ts';

/**
 * The most videos of one owner that may be made at once. Each is counted alone, so that no owner
 * takes room from others.
 */
const OPEN_MAX = Object.freeze({
  live: { videos: 100, bytes: 268_435_456 },
  test: { videos: 20, bytes: 33_554_432 },
});
const OPEN_RETRY_AFTER_SECONDS = 30;
const POLL_AFTER_SECONDS = 5;

const compress = promisify(gzip);

/**
 * Takes a video on: its row, and with an idempotency key the answer of the key, are written in one
 * transaction before the caller is answered. The hold is released when they cannot be written. A
 * video keeps no slot among concurrent calls.
 * @throws GatewayError 429 when too many videos of the owner are made
 */
export async function acceptVideo(
  deps: AcceptDeps,
  accepted: AcceptedCall<VideoPlan>,
): Promise<void> {
  const { exchange, claim, plans, limits } = accepted;
  const [plan] = plans;
  if (plan === undefined) throw new TypeError('no target can make the video');
  try {
    const answer = await write(deps, accepted, plan);
    limits.handOver();
    exchange.sink.send(answer);
  } catch (error) {
    await release(deps, plan, 'not_accepted');
    if (claim !== null) await deps.claims.drop(claim);
    throw error;
  }
}

function write(
  deps: AcceptDeps,
  { exchange, claim, subject, plans, body, maxCredits, limits }: AcceptedCall<VideoPlan>,
  plan: VideoPlan,
): Promise<WholeAnswer> {
  const { opId, caller } = subject;
  const { requestId } = exchange.call;
  const { catalogRevision } = plan.resolved;
  const { counted } = limits.counted();
  const stored = { body, caller, pins: pinsOf(plans), maxCredits, counted, catalogRevision };
  const named = { sessionId: subject.sessionId, tag: subject.asked.tag ?? null };
  const sealed = sealCall(deps.masterKey, opId, { ...stored, ...named });
  const { masterVersion, wrappedKey, box } = sealed;
  return transaction(deps.db, async (trx) => {
    await assertRoom(trx, caller);
    const row = await insertVideo(trx, {
      id: opId,
      userId: caller.key.ownerId,
      apiKeyId: caller.key.id,
      mode: caller.mode,
      requestId,
      model: plan.request.model,
      terms: plan.video.terms,
      catalogRevision,
      masterVersion,
      wrappedKey,
      box,
      heldNano: plan.estimate?.amount.toString() ?? null,
      lifeMs: deps.timers.videoLife,
    });
    if (row === null) throw new TypeError('a video was not written');
    const answer = answerOf(row, requestId);
    if (claim !== null) await keepUnder(trx, claim, answer);
    return answer;
  });
}

/** A claim that was lost meanwhile belongs to a call that runs now. */
async function keepUnder(
  trx: Knex.Transaction,
  { fence }: Claim,
  answer: WholeAnswer,
): Promise<void> {
  const isMine = await finishClaim(trx, {
    ...fence,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: await compress(answer.body),
    bodyMs: BODY_LIFE_MS,
    tombstoneMs: TOMBSTONE_LIFE_MS,
  });
  if (!isMine) throw stillRunning(0);
}

/**
 * Calls that arrive together may all pass, so that a few videos more than the bound may be made.
 */
async function assertRoom(trx: Knex.Transaction, { key, mode }: Caller): Promise<void> {
  const open = await countOpenVideos(trx, { userId: key.ownerId, mode });
  const { videos, bytes } = OPEN_MAX[mode];
  if (open.videos < videos && open.bytes < bytes) return;
  throw new GatewayError(
    'rate_limit_exceeded',
    `${open.videos} ${mode} videos of this account are being made. Go on when some have ended.`,
    { retryAfterSeconds: OPEN_RETRY_AFTER_SECONDS },
  );
}

function answerOf(row: VideoRow, requestId: string): WholeAnswer {
  return {
    status: 202,
    headers: {
      [HEADER.requestId]: requestId,
      [HEADER.catalogRevision]: row.catalogRevision,
      [HEADER.idempotentReplay]: 'false',
      [HEADER.retryAfter]: String(POLL_AFTER_SECONDS),
    },
    body: Buffer.from(JSON.stringify(videoOut(row))),
  };
}
