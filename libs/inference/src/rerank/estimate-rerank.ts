import type { RequestContract } from '@tollgate/contract/request-contract';
import { pricesUpTo, worthOf } from '@tollgate/money/rating';
import type { Prices, UsageCounts, UsageDimension } from '@tollgate/money/rating';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';

/** Documents of one search unit. */
const UNIT_DOCUMENTS = 100;
/**
 * What a model's template puts around each query and document, in tokens: that of the Qwen3
 * rerankers, the longest that is known, has about 70.
 */
const TEMPLATE_TOKENS = 96;

/** How long a query and its documents are. */
export interface RerankSize {
  query: InputTokens;
  documents: readonly InputTokens[];
}

/** What a rerank call may be billed as, by one contract. */
export interface AskedRerank {
  contract: RequestContract;
  /** The most search units; 0 where none are billed. */
  units: number;
  /** Whether that is their very number, because no document can count as several. */
  isExact: boolean;
}

/** The bounds of a prompt that repeats the query before each document. */
export function promptOf({ query, documents }: RerankSize): InputTokens {
  const sumOf = (name: keyof InputTokens): number =>
    documents.reduce((sum, one) => sum + query[name] + one[name] + TEMPLATE_TOKENS, 0);
  return { usual: sumOf('usual'), bound: sumOf('bound'), most: sumOf('most') };
}

/**
 * What the search units of a call come to at most: a unit is a query with up to 100 documents, and
 * a document that is too long together with the query counts as several. A query takes at most half
 * of the room, as in Cohere's guide of chunks.
 * @param cutAt the tokens to which the request has documents cut; absent: none are cut
 */
export function askedRerank(
  contract: RequestContract,
  { query, documents }: RerankSize,
  cutAt: number | undefined,
): AskedRerank {
  const { dimensions, limits } = contract;
  if (!dimensions.includes('search_unit')) return { contract, units: 0, isExact: true };
  const chunk = limits.chunk_tokens ?? Infinity;
  const room = Math.max(1, chunk - Math.min(query.bound, Math.floor(chunk / 2)));
  const parts = documents.map(({ bound }) =>
    Math.max(1, Math.ceil(Math.min(bound, cutAt ?? Infinity) / room)),
  );
  const counted = parts.reduce((sum, count) => sum + count, 0);
  const isExact = counted === documents.length;
  return { contract, units: Math.ceil(counted / UNIT_DOCUMENTS), isExact };
}

/** The usage of a call, as far as its contract has dimensions for it. */
export function usageOfRerank(
  { contract: { dimensions } }: AskedRerank,
  { input, units }: { input: number; units: number },
): UsageCounts {
  return {
    ...(dimensions.includes('input') ? { input } : {}),
    ...(dimensions.includes('search_unit') ? { search_unit: units } : {}),
  };
}

/**
 * The most that a call can use and cost, under the dearest table that a prompt up to the bound can
 * fall into. Null where the price version has no price for what it would use: it is never free by
 * that.
 */
export function estimateRerank(
  asked: AskedRerank,
  inputBound: number,
  { prices, upliftBp }: { prices: Prices; upliftBp: number },
): Estimate | null {
  const most = usageOfRerank(asked, { input: inputBound, units: asked.units });
  const usage = { ...most, ...fixedUsage(prices, 0) };
  const names = Object.keys(usage) as UsageDimension[];
  const tables = pricesUpTo(prices, inputBound);
  const isPriced = tables.every((table) => names.every((name) => table[name] !== undefined));
  if (names.length === 0 || !isPriced) return null;
  const amounts = tables.map((table) => worthOf(usage, table, upliftBp));
  return { usage, amount: amounts.reduce((dearest, one) => (one > dearest ? one : dearest)) };
}
