import type { RequestContract } from '@tollgate/contract/request-contract';
import { filmDimension, isResolution } from '@tollgate/money/film';
import { pricesFor, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts } from '@tollgate/money/rating';
import type { Estimate } from '../estimate.ts';
import type { FilmRequest } from './film-request.ts';

/**
 * The most that a film may use and cost: its seconds at the price of their kind, or the most tokens that a film of the model
 * has where tokens are billed. Null where the price version has no price for what the film would use: that is never free.
 */
export function estimateFilm(
  contract: RequestContract,
  film: FilmRequest,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const usage = mostUsed(contract, film);
  if (usage === null) return null;
  const table = pricesFor(prices, usage.input ?? 0);
  const isPriced = Object.keys(usage).every(
    (name) => table[name as keyof UsageCounts] !== undefined,
  );
  return isPriced ? { usage, amount: worthOf(usage, table, upliftBp) } : null;
}

/** By the dimensions of the contract, each of which has a price. */
function mostUsed({ dimensions, limits }: RequestContract, film: FilmRequest): UsageCounts | null {
  const { terms, pictures } = film;
  const { seconds, resolution, sound, input } = terms;
  if (!isResolution(resolution)) return null;
  const kind = filmDimension({ resolution, sound, input });
  const bounds: UsageCounts = {
    input: limits.context_tokens,
    output: limits.output_tokens ?? 0,
    request: 1,
    ...(pictures === 0 ? {} : { image: pictures }),
    [kind]: seconds,
  };
  const used = Object.entries(bounds).filter(([name]) => dimensions.includes(name));
  const isPaid = used.some(([name]) => name === kind || name === 'output' || name === 'request');
  return isPaid ? Object.fromEntries(used) : null;
}
