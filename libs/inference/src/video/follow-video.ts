import { ProviderError, MalformedReply } from '@tollgate/providers/adapter';
import type { Failure } from '@tollgate/providers/adapter';
import type { MediaWriter, StoredMedia } from '@tollgate/media/media-store';
import { probeFilm } from '@tollgate/media/probe';
import { keepFile, postponeVideo } from '@tollgate/requests/videos/video-work-queries';
import type { VideoFacts } from '@tollgate/requests/videos/video-queries';
import { toGatewayError } from '../failures.ts';
import { complete, fail, unknownOutcome } from './end-video.ts';
import type { VideoPlan } from './plan-video.ts';
import { begunPlan, filmCall, LostVideoError, whileMine } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

/** The largest film. */
const FILM_BYTES_MAX = 2_147_483_648;
/** How often a film is fetched on from where the connection broke, in one claim. */
const FETCHES_MAX = 5;
/** Failures in a row after which nobody knows how a film stands. */
const SILENT_TRIES = 10;
/** Where an MP4 file names itself. */
const KIND = { from: 4, to: 8, name: 'ftyp' } as const;
/** Each so many milliseconds of work make the pause before the next look as long again. */
const SLOWER_EACH_MS = 60_000;

/**
 * Asks for a film that was begun. A film whose provider does not answer stays held and is asked for again until its life is over: it is
 * neither given back nor begun anew meanwhile.
 */
export async function follow(deps: RunVideoDeps, work: VideoWork): Promise<void> {
  const { claimed } = work;
  const plan = await begunPlan(deps, work);
  if (claimed.mediaBytes !== null && plan !== null) {
    return complete(deps, work, { plan, facts: claimed.mediaFacts });
  }
  if (claimed.over) {
    if (plan !== null) deps.losses.book({ plan, reason: 'failed', usage: null, charged: 0n });
    await fail(deps, work, { error: unknownOutcome(), plan });
    return;
  }
  if (plan === null || claimed.job === null) {
    await postpone(deps, work, { failure: null, percent: null, isSilent: true });
    return;
  }
  try {
    await ask(deps, work, { plan, job: claimed.job });
  } catch (thrown) {
    if (thrown instanceof LostVideoError) throw thrown;
    deps.logger.warn({ error: thrown, op: claimed.id }, 'a film is asked for again');
    const failure = thrown instanceof ProviderError ? thrown.failure : null;
    await postpone(deps, work, { failure, percent: null, isSilent: true });
  }
}

async function ask(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, job }: { plan: VideoPlan; job: string },
): Promise<void> {
  const state = await deps.films.state(plan.way, job);
  if (state.kind === 'working') {
    await postpone(deps, work, { failure: null, percent: state.percent, isSilent: false });
  } else if (state.kind === 'failed') {
    await fail(deps, work, { error: toGatewayError(state.failure), plan });
  } else {
    const kept = await whileMine(deps, work, () => fetchFilm(deps, work, { plan, url: state.url }));
    const { id, claims } = work.claimed;
    if (!(await keepFile(deps.db, { id, claims, ...kept }))) throw new LostVideoError();
    await complete(deps, work, { plan, facts: kept.facts });
  }
}

async function postpone(
  { db, timers }: RunVideoDeps,
  { claimed }: VideoWork,
  {
    failure,
    percent,
    isSilent,
  }: { failure: Failure | null; percent: number | null; isSilent: boolean },
): Promise<void> {
  const { id, claims, tries, sinceMs } = claimed;
  const wantedMs = (failure?.retryAfterSeconds ?? 0) * 1_000;
  const slower = 1 + (sinceMs ?? 0) / SLOWER_EACH_MS + (isSilent ? tries : 0);
  const pauseMs = Math.min(timers.videoPollMax, Math.max(wantedMs, timers.videoPoll * slower));
  const isLost = isSilent && tries + 1 >= SILENT_TRIES;
  const state = isLost ? ('indeterminate' as const) : ('working' as const);
  const given = { id, claims, state, percent, failed: isSilent, pauseMs: Math.round(pauseMs) };
  if (!(await postponeVideo(db, given))) throw new LostVideoError();
}

async function fetchFilm(
  deps: RunVideoDeps,
  { claimed: { id, userId } }: VideoWork,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<StoredMedia & { facts: VideoFacts | null }> {
  const writer = await deps.media.write({ userId, id }, FILM_BYTES_MAX);
  try {
    await fetchInto(deps, writer, { plan, url });
    const kind = writer.head.toString('latin1', KIND.from, KIND.to);
    if (kind !== KIND.name) throw new MalformedReply('what came is no film');
    const stored = await writer.finish();
    const facts = await probeFilm(deps.media, { name: { userId, id }, bytes: stored.bytes });
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
  { films }: RunVideoDeps,
  writer: MediaWriter,
  { plan, url }: { plan: VideoPlan; url: string },
): Promise<void> {
  const place = { url, from: writer.bytes, film: filmCall(plan) };
  const reply = await films.open(plan.way, place);
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
    throw new MalformedReply('a film has another length than its provider says');
  }
}
