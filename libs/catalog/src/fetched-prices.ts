import { PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import type { PriceSuggestion } from '@tollgate/contract/platform/models';
import type { UsageDimension } from '@tollgate/money/rating';
import { completePrices, plainDecimal } from './bundled-prices.ts';
import type { PriceQuestion } from './bundled-prices.ts';
import { parsePriceList } from './prices.ts';
import type { PriceListText } from './prices.ts';
import type { ProviderAccess } from './provider-access.ts';
import { PUBLIC_PRICE_NAMES } from './public-pricing.ts';

/** How long one answer of the provider serves. */
const KEEP_MS = 600_000;
const TOKENS_PER_MILLION = 1_000_000;

const PIECES: readonly string[] = ['request', 'image', ...PRICED_TOOLS];

/** The list could not be read; the message names the reason and the address. */
export class PriceListUnavailable extends Error {}

/** A provider's public list of models and prices. */
export interface PublicPriceList {
  /** The host that publishes it. */
  readonly name: string;
  /**
   * @returns null when the list does not have the model
   * @throws PriceListUnavailable
   */
  suggest(question: PriceQuestion): Promise<PriceSuggestion | null>;
}

interface Entry {
  id: string;
  pricing: Readonly<Record<string, unknown>>;
}

interface Listed {
  entries: readonly Entry[];
  fetchedAt: Date;
}

/**
 * Reads a list in the format of OpenRouter's `GET /api/v1/models` (openrouter.ai/docs, schema
 * `PublicPricing`), which asks for no credential. The list is fetched when an administrator
 * researches prices, and kept for a while.
 * @param url where the list is
 */
export function createPublicPriceList(
  url: string,
  providers: Pick<ProviderAccess, 'readPublicList'>,
): PublicPriceList {
  const name = new URL(url).host;
  let kept: Listed | null = null;

  async function list(at: Date): Promise<Listed> {
    if (kept === null || at.getTime() - kept.fetchedAt.getTime() > KEEP_MS) {
      kept = { entries: await fetchEntries(url, providers), fetchedAt: at };
    }
    return kept;
  }

  return {
    name,
    async suggest(question) {
      const { entries, fetchedAt } = await list(question.at);
      const { found, foundBy } = find(entries, question);
      if (found === undefined) return null;
      const slash = found.id.indexOf('/');
      return {
        source: {
          name,
          version: fetchedAt.toISOString(),
          provider: slash < 0 ? name : found.id.slice(0, slash),
          model: found.id.slice(slash + 1),
          urls: [url],
          since: null,
          comment: null,
        },
        found_by: foundBy,
        ...completePrices(pricesOf(found, question.priced), question.dimensions),
        long_context: [],
        others: othersOf(found, question.priced),
      };
    },
  };
}

async function fetchEntries(
  url: string,
  providers: Pick<ProviderAccess, 'readPublicList'>,
): Promise<Entry[]> {
  try {
    return entriesOf(await providers.readPublicList(url));
  } catch (error) {
    const message = `The price list at ${url} could not be read: ${(error as Error).message}`;
    throw new PriceListUnavailable(message, { cause: error });
  }
}

function entriesOf(list: unknown): Entry[] {
  const { data } = (list ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw new Error('it has no list "data"');
  return data.filter((one: unknown): one is Entry => {
    const { id, pricing } = (one ?? {}) as Partial<Entry>;
    return typeof id === 'string' && typeof pricing === 'object' && pricing !== null;
  });
}

function find(
  entries: readonly Entry[],
  { provider, model }: PriceQuestion,
): { found: Entry | undefined; foundBy: PriceSuggestion['found_by'] } {
  if (provider !== null) {
    const id = `${provider}/${model}`;
    return { found: entries.find((entry) => entry.id === id), foundBy: 'provider' };
  }
  const named = entries.filter(({ id }) => id === model || id.endsWith(`/${model}`));
  // Several providers may have a model of that name, at prices of their own.
  return { found: named.length === 1 ? named[0] : undefined, foundBy: 'model_name' };
}

/** Only values that {@link parsePriceList} accepts; the list has -1 where a price is not fixed. */
function pricesOf({ pricing }: Entry, priced: readonly string[]): PriceListText {
  const list: PriceListText = {};
  for (const [dimension, name] of Object.entries(PUBLIC_PRICE_NAMES) as [
    UsageDimension,
    string,
  ][]) {
    const value = numberOf(pricing[name]);
    if (value === null || !priced.includes(dimension)) continue;
    const isToken = !PIECES.includes(dimension);
    const text = plainDecimal(isToken ? value * TOKENS_PER_MILLION : value, isToken);
    if ('prices' in parsePriceList({ [dimension]: text }, [], true)) list[dimension] = text;
  }
  return list;
}

function othersOf({ pricing }: Entry, priced: readonly string[]): Record<string, number> {
  const known = new Set<string>(
    Object.entries(PUBLIC_PRICE_NAMES).flatMap(([dimension, name]) =>
      priced.includes(dimension) ? [name] : [],
    ),
  );
  const others = Object.entries(pricing).flatMap(([name, price]) => {
    const value = numberOf(price);
    return known.has(name) || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(others);
}

/** The number, or null for any other value. */
function numberOf(price: unknown): number | null {
  if (typeof price !== 'string' && typeof price !== 'number') return null;
  const value = price === '' ? Number.NaN : Number(price);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
