import { readPrice } from '@tollgate/contract/price-text';
import { laterDimensions, pricedDimensions } from '@tollgate/contract/priced-dimensions';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { Price, PriceTable } from '../document.ts';
import type { Path } from '../faults.ts';
import { under } from '../step.ts';
import type { Planning } from '../step.ts';

/** The farthest moment from which prices may hold, as the platform has it. */
const YEARS_AHEAD_MAX = 5;

interface Compared {
  wanted: Price;
  known: PlatformModelOut | undefined;
}

/**
 * Checks what the platform would refuse of prices, as far as it can be known beforehand: an apply
 * that stops at a price has made changes.
 * @returns whether all is well; else the faults are noted
 */
export function checkPrices(planning: Planning, model: string, compared: Compared): boolean {
  const { now, fault } = planning;
  const root = ['prices', model];
  let isGood = true;
  const at = (more: Path, words: string): void => {
    isGood = false;
    fault({ path: [...root, ...more], words });
  };
  const needed = neededOf(planning, model, compared.known);
  const priced = pricedOf(planning, model, compared.known);
  const check = (table: PriceTable, path: Path): void => {
    checkTable(table, { needed, path, at });
    checkNames(table, { priced, path, at });
  };
  check(compared.wanted, []);
  const farthest = new Date(now);
  farthest.setUTCFullYear(now.getUTCFullYear() + YEARS_AHEAD_MAX);
  const moments = new Set<number>();
  for (const [index, one] of (compared.wanted.upcoming ?? []).entries()) {
    const path = ['upcoming', index];
    check(one, path);
    const moment = Date.parse(one.effective_at);
    const when = [...path, 'effective_at'];
    if (moments.has(moment)) at(when, 'is the moment of other prices of this list');
    if (moment > farthest.getTime()) at(when, `is more than ${YEARS_AHEAD_MAX} years away`);
    moments.add(moment);
  }
  return isGood;
}

/** The dimensions that need a price; none where the document itself may decide about them. */
function neededOf(
  { document }: Planning,
  model: string,
  known: PlatformModelOut | undefined,
): readonly string[] {
  const isDecidedHere = under(document.models, model)?.dimensions !== undefined;
  if (known === undefined || isDecidedHere || isOfKinds(known)) return [];
  return known.dimensions;
}

/** Whether the dimensions of a model follow from the parameters of its approval. */
const isOfKinds = ({ capability }: PlatformModelOut): boolean =>
  capability === 'video' || capability === 'image';

/**
 * The dimensions that may have a price; null where that follows only from the approval that the
 * document asks for.
 */
function pricedOf(
  { document }: Planning,
  model: string,
  known: PlatformModelOut | undefined,
): readonly string[] | null {
  const decided = under(document.models, model)?.dimensions;
  if (known === undefined) return null;
  const { capability } = known;
  const hasTiers = known.admissible_tiers.length > 0;
  const later = laterDimensions(known.dimensions, { hasTiers });
  const dimensions = [...known.dimensions, ...later];
  const { admissible_tools: tools, has_batch_prices: hasBatches } = known;
  const transcription = known.hears_audio ? {} : undefined;
  const of = (names: readonly string[]): string[] =>
    pricedDimensions({ capability, dimensions: [...names], transcription }, tools, hasBatches);
  if (decided === undefined) return of(dimensions);
  // Which kinds of seconds or images there are follows from the parameters of its approval.
  if (isOfKinds(known)) return null;
  return of([...dimensions, ...decided]);
}

/**
 * Checks what a table names: a dimension that the model does not have is never charged, and a tier
 * only changes prices that there are.
 */
function checkNames(
  { prices, long_context: tiers = [] }: PriceTable,
  task: { priced: readonly string[] | null; path: Path; at: (more: Path, words: string) => void },
): void {
  const { priced, path, at } = task;
  const foreign = Object.keys(prices).filter((name) => priced?.includes(name) === false);
  for (const name of foreign) {
    const words = `is not charged for this model; leave it out. Prices of this model: ${priced?.join(', ')}`;
    at([...path, 'prices', name], words);
  }
  for (const [index, tier] of tiers.entries()) {
    const inTier = [...path, 'long_context', index, 'prices'];
    const names = Object.keys(tier.prices);
    if (names.length === 0) at(inTier, 'names no price');
    for (const name of names.filter((one) => !Object.hasOwn(prices, one))) {
      at([...inTier, name], 'has no price without the tier');
    }
  }
}

function checkTable(
  { prices, long_context: tiers = [], allow_free: isFree = false }: PriceTable,
  task: { needed: readonly string[]; path: Path; at: (more: Path, words: string) => void },
): void {
  const { needed, path, at } = task;
  const missing = needed.filter((name) => !Object.hasOwn(prices, name));
  for (const name of missing) at([...path, 'prices', name], 'needs a price');
  checkAmounts(prices, { isFree, path: [...path, 'prices'], at });
  for (const [index, { above_input_tokens: above, prices: inTier }] of tiers.entries()) {
    checkAmounts(inTier, { isFree, path: [...path, 'long_context', index, 'prices'], at });
    if (above > (tiers[index - 1]?.above_input_tokens ?? 0)) continue;
    const tier = [...path, 'long_context', index, 'above_input_tokens'];
    at(tier, 'must be above that of the tier before');
  }
}

function checkAmounts(
  prices: PriceTable['prices'],
  task: { isFree: boolean; path: Path; at: (more: Path, words: string) => void },
): void {
  for (const [name, text = ''] of Object.entries(prices)) {
    const price = readPrice(text, name, task.isFree);
    if (typeof price !== 'bigint') task.at([...task.path, name], price.message);
  }
}
