import { GatewayError, publicCode } from '@tollgate/contract/error-codes';
import { transaction } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { finishVideo } from '@tollgate/requests/videos/video-work.queries';
import type { VideoFacts } from '@tollgate/requests/videos/video.queries';
import type { VideoEnd } from '@tollgate/requests/videos/video-work.queries';
import type { MediaName } from '@tollgate/media/media-store';
import type { Bill } from '../money/bill.ts';
import { endingOf } from '../record/ending.ts';
import type { Ending } from '../record/ending.ts';
import { correctCounted } from '../limits/limits.ts';
import { countCall } from '../record/metrics.ts';
import { toRecord, notePlan } from '../record/record.ts';
import { settle } from '../money/settle.ts';
import type { VideoPlan } from '../video/plan-video.ts';
import { noteUnlike, deliveredUsage } from './delivered-usage.ts';
import { LostVideoError } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

/**
 * Charges a video that lies in our store by what came, at most what was quoted and held, and ends
 * it. A worker that dies in between leaves a video that is charged again, which moves nothing: the
 * charge is keyed by the operation, and follows from what was accepted and what the file says.
 */
export async function complete(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, facts }: { plan: VideoPlan; facts: VideoFacts | null },
): Promise<void> {
  const { usage, unlike } = deliveredUsage(plan, facts);
  if (unlike.length > 0) noteUnlike(deps, work, { plan, facts, unlike });
  // What the provider made is what the provider says was used.
  const source = facts === null ? 'counted' : 'provider';
  const bill = await settle(deps, atMostQuoted(plan), { usage, source, partial: false });
  const ending = { status: 200, outcome: 'served', error: null, bill, timing: null } as const;
  notePlan(work.subject, plan);
  await finish(deps, work, {
    ending,
    end: {
      error: null,
      usage: JSON.stringify(bill.usage),
      chargedNano: bill.charged.toString(),
    },
  });
}

/**
 * The plan with its hold as the ceiling of the charge. A caller who asked for a length and a height
 * was quoted their price as exact, so what a provider makes beyond them is the platform's loss, and
 * recorded as one.
 */
function atMostQuoted(plan: VideoPlan): VideoPlan {
  const { estimate, maxCredits } = plan;
  if (estimate === null) return plan;
  const isTighter = maxCredits !== null && maxCredits < estimate.amount;
  return { ...plan, maxCredits: isTighter ? maxCredits : estimate.amount };
}

/**
 * Ends a video that will not come: what is held for it is given back first, so that no failed video
 * is charged.
 */
export async function fail(
  deps: RunVideoDeps,
  work: VideoWork,
  { error, plan }: { error: GatewayError; plan: VideoPlan | null },
): Promise<void> {
  const { id, userId, job } = work.claimed;
  if (job !== null) await removeFile(deps, { userId, id });
  for (const { attempt, state } of await deps.billing.reservations(id)) {
    if (state !== 'held') continue;
    await deps.billing.release({ op_id: id, attempt, user_id: userId, reason: error.code });
  }
  notePlan(work.subject, plan);
  const reported = { code: publicCode(error.code), message: error.message };
  await finish(deps, work, {
    ending: endingOf(error, plan !== null),
    end: { error: reported, usage: null, chargedNano: null },
  });
}

/**
 * What was fetched of a video that failed after all. The credit of the video does not wait for its
 * store.
 */
async function removeFile({ media, logger }: RunVideoDeps, name: MediaName): Promise<void> {
  try {
    await media.remove(name);
  } catch (error) {
    logger.error({ error, op: name.id }, 'the file of a video that failed may be left');
  }
}

async function finish(
  deps: RunVideoDeps,
  { claimed, subject, stored }: VideoWork,
  { ending, end }: { ending: Ending; end: Omit<VideoEnd, 'id' | 'claims' | 'lifeMs'> },
): Promise<void> {
  const { id, claims } = claimed;
  const record = toRecord(subject, ending);
  const fence = { id, claims, lifeMs: await deps.fileLifeMs() };
  const isMine = await transaction(deps.db, async (trx) => {
    const finished = await finishVideo(trx, { ...end, ...fence });
    if (finished) await insertRecords(trx, [record]);
    return finished;
  });
  if (!isMine) throw new LostVideoError();
  countCall(subject, ending);
  putLimitsRight(deps, { opId: id, counted: stored.counted }, ending.bill);
}

/** Not waited for: where Redis is away, the bounds stay counted until their window ends. */
function putLimitsRight(
  { limits, logger }: RunVideoDeps,
  given: Parameters<typeof correctCounted>[1],
  bill: Bill | null,
): void {
  correctCounted(limits, given, bill).catch((error: unknown) =>
    logger.warn({ error, op: given.opId }, 'limits stay at the bounds of a video'),
  );
}

/** The error of a video when nobody knows whether its provider makes it. */
export function unknownOutcome(): GatewayError {
  return new GatewayError(
    'outcome_indeterminate',
    'It is not known whether the provider has made the video. Nothing was charged.',
  );
}
