import type { RequestContract } from '@tollgate/contract/request-contract';
import { filmDimension, isResolution } from '@tollgate/money/film';
import { pricesFor, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts } from '@tollgate/money/rating';
import { fixedUsage } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import type { FilmRequest } from './film-request.ts';

/**
 * The most that a film may use and cost: its seconds at the price of their kind, or the most tokens that a film of the model
 * has where tokens are billed, and the fees of the call. The charge adds the same fees. Null where the price version has no price for what the film would use: that is never free.
 */
export function estimateFilm(
  contract: RequestContract,
  film: FilmRequest,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const most = mostUsed(contract, film);
  if (most === null) return null;
  const usage = { ...most, ...fixedUsage(prices, film.pictures) };
  const table = pricesFor(prices, usage.input ?? 0);
  const isPriced = Object.keys(usage).every(
    (name) => table[name as keyof UsageCounts] !== undefined,
  );
  return isPriced ? { usage, amount: worthOf(usage, table, upliftBp) } : null;
}

/** By the dimensions of the contract, each of which has a price. */
function mostUsed({ dimensions, limits }: RequestContract, film: FilmRequest): UsageCounts | null {
  const { terms } = film;
  const { seconds, resolution, sound, input } = terms;
  if (!isResolution(resolution)) return null;
  const kind = filmDimension({ resolution, sound, input });
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
