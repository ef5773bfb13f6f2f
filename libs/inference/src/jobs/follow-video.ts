import { ProviderError, MalformedReply } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { VideoState } from '@tollgate/providers/adapter/video-wire';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { MediaWriter, StoredMedia } from '@tollgate/media/media-store';
import { probeVideo } from '@tollgate/media/probe';
import { keepFile, postponeVideo } from '@tollgate/requests/videos/video-work.queries';
import type { VideoFacts } from '@tollgate/requests/videos/video.queries';
import { toGatewayError } from '../record/failures.ts';
import { complete, fail, unknownOutcome } from './end-video.ts';
import type { VideoPlan } from '../video/plan-video.ts';
import { begunPlan, videoCall, LostVideoError, whileMine } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

/** The largest video. */
const VIDEO_BYTES_MAX = 2_147_483_648;
/** How often a video is fetched on from where the connection broke, in one claim. */
const FETCHES_MAX = 5;
/** Failures in a row after which the state of a video counts as unknown. */
const SILENT_TRIES = 10;
/**
 * Failures in a row, with pauses that grow, after which a video that its provider does not know has
 * gone.
 */
const GONE_TRIES = 3;
/**
 * Tries in a row, a quarter of an hour with the pauses between them, after which a video that its
 * provider calls made is not waited for.
 */
const UNDELIVERED_TRIES = 20;
/** Where an MP4 file names itself. */
const KIND = { from: 4, to: 8, name: 'ftyp' } as const;
/** Each so many milliseconds of work make the pause before the next look as long again. */
const SLOWER_EACH_MS = 60_000;

/**
 * Asks for a video that was begun. A video whose provider does not answer stays held and is asked
 * for again until its life is over: it is neither given back nor begun again meanwhile.
 */
export async function follow(deps: RunVideoDeps, work: VideoWork): Promise<void> {
  const { claimed } = work;
  const plan = await begunPlan(deps, work);
  if (claimed.mediaBytes !== null && plan !== null) {
    return complete(deps, work, { plan, facts: claimed.mediaFacts });
  }
  if (claimed.over) {
    if (plan === null) await fail(deps, work, { error: unknownOutcome(), plan });
    else await giveUp(deps, work, { plan, error: unknownOutcome() });
    return;
  }
  if (plan === null || claimed.job === null) {
    await postpone(deps, work, { failure: null, percent: null, said: 'nothing' });
    return;
  }
  try {
    await ask(deps, work, { plan, job: claimed.job });
  } catch (thrown) {
    if (thrown instanceof LostVideoError) throw thrown;
    deps.logger.warn({ error: thrown, op: claimed.id }, 'a video is asked for again');
    const failure = failureIn(thrown);
    await postpone(deps, work, { failure, percent: null, said: saidBy(thrown, failure) });
  }
}

async function ask(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, job }: { plan: VideoPlan; job: string },
): Promise<void> {
  const state = await stateOrGone(deps, work, { plan, job });
  if (state === null) {
    await giveUp(deps, work, { plan, error: gone() });
  } else if (state.kind === 'working') {
    await postpone(deps, work, { failure: null, percent: state.percent, said: 'working' });
  } else if (state.kind === 'failed') {
    await fail(deps, work, { error: toGatewayError(state.failure), plan });
  } else {
    const kept = await fetchOrWait(deps, work, { plan, url: state.url });
    if (kept === null) return;
    const { id, claims } = work.claimed;
    if (!(await keepFile(deps.db, { id, claims, ...kept }))) throw new LostVideoError();
    await complete(deps, work, { plan, facts: kept.facts });
  }
}

/** @returns null for a job that its provider does not know any more */
async function stateOrGone(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, job }: { plan: VideoPlan; job: string },
): Promise<VideoState | null> {
  try {
    return await deps.videos.state(plan.target, job);
  } catch (thrown) {
    if (thrown instanceof ProviderError && hasGone(deps, work, thrown.failure)) return null;
    throw thrown;
  }
}

/**
 * Fetches a video that its provider calls made. A provider that goes on not delivering it has made
 * nothing that could be paid for.
 * @returns null where the provider has not delivered it: the video then waits for another try, or
 *   was given up
 */
async function fetchOrWait(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<Awaited<ReturnType<typeof fetchVideo>> | null> {
  try {
    return await whileMine(deps, work, () => fetchVideo(deps, work, { plan, url }));
  } catch (thrown) {
    if (!isOfProvider(thrown)) throw thrown;
    deps.logger.warn({ error: thrown, op: work.claimed.id }, 'a video was not delivered');
    if (triesAfter(work.claimed, 'made') < UNDELIVERED_TRIES) {
      await postpone(deps, work, { failure: failureIn(thrown), percent: null, said: 'made' });
    } else {
      await giveUp(deps, work, { plan, error: undelivered() });
    }
    return null;
  }
}

/** Whether a provider is what failed, and not our store, our database or billing. */
function isOfProvider(thrown: unknown): boolean {
  return thrown instanceof ProviderError || thrown instanceof MalformedReply;
}

function failureIn(thrown: unknown): Failure | null {
  return thrown instanceof ProviderError ? thrown.failure : null;
}

function saidBy(thrown: unknown, failure: Failure | null): Said {
  if (!isOfProvider(thrown)) return 'unasked';
  return failure?.isUnknownJob === true ? 'unknown' : 'nothing';
}

/**
 * The failures of one kind in a row, this one included: two timeouts and one unknown job are no
 * three unknown jobs. What we ourselves could not do leaves them as they were.
 */
function triesAfter({ tries, triesKind }: VideoWork['claimed'], said: Said): number {
  if (said === 'working') return 0;
  if (said === 'unasked') return tries;
  return said === triesKind ? tries + 1 : 1;
}

/** Whether a provider says, again and again, by an error of its own, that it has no such job. */
function hasGone({ timers }: RunVideoDeps, { claimed }: VideoWork, failure: Failure): boolean {
  return (
    failure.isUnknownJob === true &&
    triesAfter(claimed, 'unknown') >= GONE_TRIES &&
    (claimed.sinceMs ?? 0) > timers.videoGone
  );
}

/** Ends a video that its provider may bill and that will not come. */
async function giveUp(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, error }: { plan: VideoPlan; error: GatewayError },
): Promise<void> {
  deps.losses.book({ plan, reason: 'failed', usage: null, charged: 0n });
  await fail(deps, work, { error, plan });
}

function gone(): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    'The provider no longer knows the video. Nothing was charged. Send the request again.',
  );
}

function undelivered(): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    'The provider says that the video is made and does not deliver it. Nothing was charged. Send the request again.',
  );
}

/**
 * What a provider said of a video when it was last asked: `made` is one that it then did not
 * deliver, `unknown` a job that it does not have, `unasked` that the fault was ours.
 */
type Said = 'working' | 'made' | 'nothing' | 'unknown' | 'unasked';

async function postpone(
  { db, timers }: RunVideoDeps,
  { claimed }: VideoWork,
  { failure, percent, said }: { failure: Failure | null; percent: number | null; said: Said },
): Promise<void> {
  const { id, claims, sinceMs } = claimed;
  const tries = triesAfter(claimed, said);
  const wantedMs = (failure?.retryAfterSeconds ?? 0) * 1_000;
  const slower = 1 + (sinceMs ?? 0) / SLOWER_EACH_MS + Math.max(0, tries - 1);
  const pauseMs = Math.min(timers.videoPollMax, Math.max(wantedMs, timers.videoPoll * slower));
  const isLost = said === 'nothing' && tries >= SILENT_TRIES;
  const triesKind = said === 'working' ? null : said === 'unasked' ? claimed.triesKind : said;
  const state = isLost ? ('indeterminate' as const) : ('working' as const);
  const given = { id, claims, state, percent, tries, triesKind, pauseMs: Math.round(pauseMs) };
  if (!(await postponeVideo(db, given))) throw new LostVideoError();
}

async function fetchVideo(
  deps: RunVideoDeps,
  { claimed: { id, userId } }: VideoWork,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<StoredMedia & { facts: VideoFacts | null }> {
  const writer = await deps.media.write({ userId, id }, VIDEO_BYTES_MAX);
  try {
    await fetchInto(deps, writer, { plan, url });
    const kind = writer.head.toString('latin1', KIND.from, KIND.to);
    if (kind !== KIND.name) throw new MalformedReply('what came is no video');
    const stored = await writer.finish();
    const facts = await probeVideo(deps.media, { name: { userId, id }, bytes: stored.bytes });
    if (facts === 'empty') throw new MalformedReply('what came is a video without a length');
    return { ...stored, facts };
  } finally {
    await writer.abort();
  }
}

/** Fetches on from where a connection broke. */
async function fetchInto(
  deps: RunVideoDeps,
  writer: MediaWriter,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await fetchOnce(deps, writer, { plan, url });
      return;
    } catch (thrown) {
      if (!(thrown instanceof ProviderError) || tries === FETCHES_MAX) throw thrown;
    }
  }
}

async function fetchOnce(
  { videos }: RunVideoDeps,
  writer: MediaWriter,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<void> {
  const source = { url, from: writer.bytes, video: videoCall(plan) };
  const reply = await videos.open(plan.target, source);
  try {
    if (reply.from !== writer.bytes) await writer.restart();
    for (;;) {
      const piece = await reply.read();
      if (piece === null) break;
      await writer.write(piece);
    }
  } finally {
    reply.close();
  }
  if (reply.length !== null && reply.length !== writer.bytes) {
    throw new MalformedReply('a video has another length than its provider says');
  }
}
