import type { RequestContract } from '@tollgate/contract/request-contract';
import { videoDimension, isResolution, pricesFor, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts } from '@tollgate/money/rating';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import type { ResolvedVideoRequest } from './video-request.ts';

/**
 * The most that a video may use and cost: its seconds at the price of their kind, or the most
 * tokens that a video of the model has where tokens are billed, and the fees of the call. The
 * charge adds the same fees. Null where the price version has no price for what the video would
 * use: that is never free.
 */
export function estimateVideo(
  contract: RequestContract,
  video: ResolvedVideoRequest,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const most = mostUsed(contract, video);
  if (most === null) return null;
  const usage = { ...most, ...fixedUsage(prices, video.pictures) };
  const table = pricesFor(prices, usage.input ?? 0);
  const isPriced = Object.keys(usage).every(
    (name) => table[name as keyof UsageCounts] !== undefined,
  );
  return isPriced ? { usage, amount: worthOf(usage, table, upliftBp) } : null;
}

/** By the dimensions of the contract, each of which has a price. */
function mostUsed(
  { dimensions, limits }: RequestContract,
  video: ResolvedVideoRequest,
): UsageCounts | null {
  const { terms } = video;
  const { seconds, resolution, sound, input } = terms;
  if (!isResolution(resolution)) return null;
  const kind = videoDimension({ resolution, sound, input });
  const bounds: UsageCounts = {
    input: limits.context_tokens,
    output: limits.output_tokens ?? 0,
    request: 1,
    [kind]: seconds,
  };
  const used = Object.entries(bounds).filter(([name]) => dimensions.includes(name));
  const isPaid = used.some(([name]) => name === kind || name === 'output' || name === 'request');
  return isPaid ? Object.fromEntries(used) : null;
}
