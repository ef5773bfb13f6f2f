import type { RequestContract } from '@tollgate/contract/request-contract';
import { videoDimension, isResolution } from '@tollgate/money/rating';
import type { VideoDimension, UsageCounts } from '@tollgate/money/rating';
import { shortSideOf } from '@tollgate/providers/adapter/video-terms';
import type { VideoTerms } from '@tollgate/providers/adapter/video-terms';
import type { VideoFacts } from '@tollgate/requests/videos/video.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { counter } from '@tollgate/telemetry/metrics';
import type { VideoPlan } from '../video/plan-video.ts';
import { wholeSeconds } from '../video/video-out.ts';
import type { VideoWork } from './video-work.ts';

const UNLIKE = ['seconds', 'resolution', 'unreadable'] as const;
/** What of a video came otherwise than it was asked for. */
export type Unlike = (typeof UNLIKE)[number];

/** Codecs round the sides of a picture up to whole blocks. */
const SIDE_TOLERANCE = 16;

const unlikeVideos = counter({
  name: 'films_unlike_total',
  help: 'Videos that differ from what was requested, by what differs.',
  labels: ['what'],
  words: { what: UNLIKE },
});

/**
 * What a video uses, by what its file says and not by what was asked for. A resolution without a
 * price of its own counts as the one that was asked for, and so does a file that cannot be read. No
 * video counts as longer than the contract of its model lets one be, whatever its file claims.
 * @param facts null where the file could not be read
 */
export function deliveredUsage(
  { video: { terms }, estimate, resolved: { contract }, target }: VideoPlan,
  facts: VideoFacts | null,
): { usage: UsageCounts; unlike: Unlike[] } {
  const asked = estimate?.usage ?? {};
  if (facts === null) return { usage: asked, unlike: ['unreadable'] };
  const unlike = unlikeIn(terms, facts);
  const kind = kindOf(terms, terms.resolution);
  if (unlike.length === 0 || kind === null || asked[kind] === undefined) {
    return { usage: asked, unlike };
  }
  const came = kindOf(terms, resolutionOf(contract, facts) ?? terms.resolution) ?? kind;
  const paid = target.price?.prices[came] === undefined ? kind : came;
  const { [kind]: _seconds, ...others } = asked;
  const seconds = Math.min(wholeSeconds(facts), Math.max(terms.seconds, mostSeconds(contract)));
  return { usage: { ...others, [paid]: seconds }, unlike };
}

function unlikeIn({ seconds, resolution }: VideoTerms, facts: VideoFacts): Unlike[] {
  const unlike: Unlike[] = [];
  if (wholeSeconds(facts) !== seconds) unlike.push('seconds');
  if (!isTall(facts, resolution)) unlike.push('resolution');
  return unlike;
}

function kindOf({ sound, input }: VideoTerms, resolution: string): VideoDimension | null {
  return isResolution(resolution) ? videoDimension({ resolution, sound, input }) : null;
}

/** The word of the contract for how tall a video is; undefined where it has none. */
function resolutionOf({ parameters }: RequestContract, facts: VideoFacts): string | undefined {
  const words = parameters['resolution']?.values ?? [];
  return words.filter(isResolution).find((word) => isTall(facts, word));
}

function mostSeconds({ parameters }: RequestContract): number {
  const { values = [], maximum = 0 } = parameters['seconds'] ?? {};
  return Math.max(maximum, ...values.map(Number));
}

function isTall({ width, height }: VideoFacts, resolution: string): boolean {
  return Math.abs(Math.min(width, height) - shortSideOf(resolution)) <= SIDE_TOLERANCE;
}

/** Notifies the operators of a video that came otherwise than it was asked for. */
export function noteUnlike(
  { logger }: { logger: Logger },
  { claimed: { id } }: VideoWork,
  { plan, facts, unlike }: { plan: VideoPlan; facts: VideoFacts | null; unlike: readonly Unlike[] },
): void {
  for (const what of unlike) unlikeVideos.add([what]);
  const { publicId: model, provider } = plan.target;
  const reported = { op: id, model, provider, asked: plan.video.terms, facts, unlike };
  logger.error(
    reported,
    'a video is not what was asked for; it is charged by what came, at most what was quoted',
  );
}
