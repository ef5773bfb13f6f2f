import type { Price, PriceTable } from '../document.ts';
import type { Path } from '../faults.ts';
import type { Schemas } from '../platform-client.ts';
import { under } from '../step.ts';
import type { Planning } from '../step.ts';

/** The farthest moment from which prices may hold, as the platform has it. */
const YEARS_AHEAD_MAX = 5;
const ZERO = /^0(?:\.0+)?$/u;

interface Compared {
  wanted: Price;
  known: Schemas['PlatformModelOut'] | undefined;
}

/**
 * Checks what the platform would refuse of prices, as far as it can be known beforehand: an apply that stops at a price has made changes.
 * @returns whether all is well; else the faults are noted
 */
export function checkPrices(planning: Planning, model: string, compared: Compared): boolean {
  const { now, fault } = planning;
  const path = ['prices', model];
  let isGood = true;
  const at = (more: Path, words: string): void => {
    isGood = false;
    fault({ path: [...path, ...more], words });
  };
  const needed = neededOf(planning, model, compared.known);
  const check = (table: PriceTable, place: Path): void => checkTable(table, { needed, place, at });
  check(compared.wanted, []);
  const farthest = new Date(now);
  farthest.setUTCFullYear(now.getUTCFullYear() + YEARS_AHEAD_MAX);
  const moments = new Set<number>();
  for (const [index, one] of (compared.wanted.upcoming ?? []).entries()) {
    const place = ['upcoming', index];
    check(one, place);
    const moment = Date.parse(one.effective_at);
    const when = [...place, 'effective_at'];
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
  known: Schemas['PlatformModelOut'] | undefined,
): readonly string[] {
  const isDecidedHere = under(document.models, model)?.dimensions !== undefined;
  if (known === undefined || isDecidedHere || known.capability === 'video') return [];
  return known.dimensions;
}

function checkTable(
  { prices, long_context: tiers = [], allow_free: isFree = false }: PriceTable,
  task: { needed: readonly string[]; place: Path; at: (more: Path, words: string) => void },
): void {
  const { needed, place, at } = task;
  const missing = needed.filter((name) => !Object.hasOwn(prices, name));
  for (const name of missing) at([...place, 'prices', name], 'needs a price');
  const zeros = Object.entries(prices).filter(([, text]) => ZERO.test(text) && !isFree);
  for (const [name] of zeros) {
    at([...place, 'prices', name], 'is zero; say allow_free to mean it');
  }
  for (const [index, { above_input_tokens: above }] of tiers.entries()) {
    if (above > (tiers[index - 1]?.above_input_tokens ?? 0)) continue;
    const tier = [...place, 'long_context', index, 'above_input_tokens'];
    at(tier, 'must be above that of the tier before');
  }
}
