import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { isKindDimension, dimensionsOf, pricesFor, USAGE_DIMENSIONS } from '@tollgate/money/rating';
import type { DimensionPrices, Prices, UsageDimension } from '@tollgate/money/rating';

/** Which requests are rated again; null does not narrow. */
export interface RatedScope {
  from: Date;
  until: Date;
  userId: string | null;
  model: string | null;
  priceVersionId: string | null;
}

/** What requests of one user and one model came to, and would have, in nano-credits. */
export interface RatedAgain {
  userId: string;
  model: string;
  requests: bigint;
  charged: bigint;
  before: bigint;
  after: bigint;
  /** Requests that used something without a price. */
  unpriced: bigint;
}

/**
 * Usage of a kind without a price of its own counts as its plain kind, as it does when it is
 * charged.
 */
const PLAIN: Partial<Record<UsageDimension, UsageDimension>> = {
  cache_read: 'input',
  cache_write: 'input',
  cache_write_1h: 'cache_write',
  reasoning: 'output',
  image_input: 'input',
  image_output: 'output',
  flex_input: 'input',
  flex_cache_read: 'flex_input',
  flex_cache_write: 'flex_input',
  flex_output: 'output',
  flex_reasoning: 'flex_output',
  priority_input: 'input',
  priority_cache_read: 'priority_input',
  priority_cache_write: 'priority_input',
  priority_output: 'output',
  priority_reasoning: 'priority_output',
  batch_input: 'input',
  batch_cache_read: 'batch_input',
  batch_cache_write: 'batch_input',
  batch_cache_write_1h: 'batch_cache_write',
  batch_output: 'output',
  batch_reasoning: 'batch_output',
};
/** Kinds that a prompt is made of, see `inputTokensOf`. */
const PROMPT: readonly UsageDimension[] = [
  'cache_write_1h',
  'batch_cache_write_1h',
  ...(['input', 'cache_read', 'cache_write'] as const).flatMap(
    (kind) => [kind, `flex_${kind}`, `priority_${kind}`, `batch_${kind}`] as const,
  ),
];
/** Kinds that count only where they have a price. */
const OPTIONAL: readonly UsageDimension[] = ['request', 'search_unit', 'image', 'second'];

const RATED = `r.at >= :from and r.at < :until and r.mode = 'live' and r.usage is not null
  and r.price_version_id is not null
  and (cast(:userId as uuid) is null or r.user_id = cast(:userId as uuid))
  and (cast(:model as text) is null or r.model = :model)
  and (cast(:priceVersionId as uuid) is null or r.price_version_id = cast(:priceVersionId as uuid))`;

/** The price versions that requests of a scope ran under. */
export async function listRatedVersions(db: Db, scope: RatedScope): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    `select distinct r.price_version_id as id from requests.record r where ${RATED}`,
    { ...scope },
  );
  return found.map(({ id }) => id);
}

/**
 * Rates requests again under other prices, each by itself and exactly as a charge is worked out, by
 * user and model.
 * @param terms `upliftBp` null: the one that each request ran under
 */
export async function rateAgain(
  db: Db,
  scope: RatedScope,
  terms: { prices: Prices; upliftBp: number | null },
): Promise<RatedAgain[]> {
  const uplift = terms.upliftBp === null ? 'coalesce(r.uplift_bp, 0)' : String(terms.upliftBp);
  const found = await rows<Record<Exclude<keyof RatedAgain, 'userId' | 'model'>, string> & Named>(
    db,
    `select r.user_id as "userId", r.model, count(*)::text as requests,
       sum(r.charged_n)::text as charged,
       sum(coalesce(cast(r.receipt ->> 'cost_nano' as numeric), r.charged_n))::text as before,
       sum(div((${picoOf(terms.prices)}) * (10000 + ${uplift}) + 9999999, 10000000))::text as after,
       count(*) filter (where ${unpricedOf(terms.prices)})::text as unpriced
     from requests.record r where ${RATED} and r.model is not null
     group by r.user_id, r.model`,
    { ...scope },
  );
  return found.map((one) => ({
    userId: one.userId,
    model: one.model,
    requests: BigInt(one.requests),
    charged: BigInt(one.charged),
    before: BigInt(one.before),
    after: BigInt(one.after),
    unpriced: BigInt(one.unpriced),
  }));
}

type Named = Pick<RatedAgain, 'userId' | 'model'>;

/**
 * Pico-credits of one request without uplift. Prices are whole numbers, so the statement contains
 * them as they are.
 */
function picoOf(prices: Prices): string {
  const prompt = PROMPT.map(countOf).join(' + ');
  const tiers = (prices.longContext ?? []).toReversed().map(({ aboveInputTokens: length }) => {
    const sum = sumOf(pricesFor(prices, length + 1));
    return `when ${prompt} > ${length} then ${sum}`;
  });
  const base = sumOf(pricesFor(prices, 0));
  return tiers.length === 0 ? base : `case ${tiers.join(' ')} else ${base} end`;
}

function sumOf(prices: DimensionPrices): string {
  const kinds = [...USAGE_DIMENSIONS, ...dimensionsOf(prices).filter(isKindDimension)];
  const terms = kinds.flatMap((dimension) => {
    const price = priceOf(prices, dimension);
    if (price === undefined) return [];
    return [dimension === 'request' ? `${price}` : `${countOf(dimension)} * ${price}`];
  });
  return terms.length === 0 ? '0' : terms.join(' + ');
}

function priceOf(prices: DimensionPrices, dimension: UsageDimension): bigint | undefined {
  const plain = PLAIN[dimension];
  return prices[dimension] ?? (plain === undefined ? undefined : priceOf(prices, plain));
}

function countOf(dimension: string): string {
  return `coalesce(cast(r.usage ->> '${dimension}' as numeric), 0)`;
}

function unpricedOf(prices: DimensionPrices): string {
  const without = USAGE_DIMENSIONS.filter(
    (dimension) => !OPTIONAL.includes(dimension) && priceOf(prices, dimension) === undefined,
  );
  const videos = `${otherThan(prices)} <> '{}'`;
  return without.length === 0 ? videos : `${without.map(countOf).join(' + ')} > 0 or ${videos}`;
}

/**
 * What was used beside the plain kinds and the videos and images that have a price: those without
 * one. Their names are written by us.
 */
function otherThan(prices: DimensionPrices): string {
  const known = [...USAGE_DIMENSIONS, ...dimensionsOf(prices).filter(isKindDimension)];
  return `r.usage - cast('{${known.join(',')}}' as text[])`;
}
