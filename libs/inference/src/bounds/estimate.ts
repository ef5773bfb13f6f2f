import { GatewayError } from '@tollgate/contract/error-codes';
import type { ToolCounts } from '@tollgate/contract/server-tools';
import { formatCredits, NANO_MAX } from '@tollgate/money/credits';
import { inTier, pricesUpTo, worthOf } from '@tollgate/money/rating';
import type {
  DimensionPrices,
  Prices,
  ServiceTier,
  UsageCounts,
  UsageDimension,
} from '@tollgate/money/rating';

const MAX_CREDITS_PATTERN = /^(?:([0-9]+)(?:\.([0-9]+))?|\.([0-9]+))$/;
const NANO_DECIMALS = 9;

/** The most that a call can use and cost. */
export interface Estimate {
  usage: UsageCounts;
  /** Nano-credits, uplift included. */
  amount: bigint;
}

/** The most that a call can use. */
export interface MostUsed {
  /** Tokens of the prompt. */
  input: number;
  output: number;
  /** Images in the prompt: their number is known. */
  images: number;
  /** The service tier that was asked for; absent: the standard one. */
  tier?: ServiceTier;
  /** Runs of tools that the provider bills; absent: none. */
  tools?: ToolCounts;
}

/**
 * The upper bound of a call: every prompt token at the most expensive price that a prompt token can
 * have, every output token likewise, under the most expensive tier that a prompt up to the bound
 * can fall into. Charging by real usage can then never come out above it unless the provider breaks
 * its own ceiling. What has no price, the sandbox, has no estimate. A call in a tier of high
 * priority may be answered in the standard one, so that its bound is that of the dearer of the two.
 */
export function estimateCost(
  bound: MostUsed,
  price: { prices: Prices; upliftBp: number } | null,
): Estimate | null {
  if (price === null) return null;
  const { prices, upliftBp } = price;
  return pricesUpTo(prices, bound.input)
    .flatMap((one) => tiersAnswered(bound).map((tier) => ({ one, tier })))
    .map(({ one, tier }) => {
      const usage = { ...dearestUsage(bound, one, tier), ...fixedUsage(prices, bound.images) };
      return { usage, amount: worthOf(usage, one, upliftBp) };
    })
    .reduce((most, one) => (one.amount > most.amount ? one : most));
}

/**
 * The tiers that a call is charged in. Where an answer in `flex` is said to come from a dearer
 * tier, it is charged as `flex`.
 */
function tiersAnswered({ tier }: MostUsed): (ServiceTier | null)[] {
  return tier === 'priority' ? [tier, null] : [tier ?? null];
}

/** What a call uses independently of its answer, as far as that has a price. */
export function fixedUsage(prices: Prices, images: number): UsageCounts {
  return {
    ...(prices.request === undefined ? {} : { request: 1 }),
    ...(prices.image === undefined || images === 0 ? {} : { image: images }),
  };
}

function dearestUsage(
  bound: MostUsed,
  prices: DimensionPrices,
  tier: ServiceTier | null,
): UsageCounts {
  const input = dearest(prices, ['input', 'cache_write', 'cache_write_1h', 'cache_read'], tier);
  const output = dearest(prices, ['output', 'reasoning'], tier);
  return {
    [input]: bound.input,
    ...(bound.output > 0 ? { [output]: bound.output } : {}),
    ...bound.tools,
  };
}

/** The dearest of some dimensions in a tier, by the name that it has there. */
function dearest(
  prices: DimensionPrices,
  names: readonly UsageDimension[],
  tier: ServiceTier | null,
): UsageDimension {
  const inIt = names.flatMap(
    (name) => Object.keys(inTier({ [name]: 1 }, tier)) as UsageDimension[],
  );
  return inIt.reduce((best, name) => ((prices[name] ?? -1n) > (prices[best] ?? -1n) ? name : best));
}

/**
 * The caller's ceiling of `X-Svc-Max-Credits` in nano-credits; null without the header.
 * @throws GatewayError `invalid_header`
 */
export function readMaxCredits(value: string | undefined): bigint | null {
  if (value === undefined) return null;
  const nano = ceilingOf(value);
  if (nano === null) {
    throw new GatewayError(
      'invalid_header',
      'X-Svc-Max-Credits must be a positive decimal such as 0.25, of a nano-credit (0.000000001) at least.',
      { param: 'X-Svc-Max-Credits' },
    );
  }
  return nano;
}

/**
 * Nano-credits, rounded down, at most the largest amount there can be; null for what is no amount.
 */
function ceilingOf(value: string): bigint | null {
  const match = MAX_CREDITS_PATTERN.exec(value);
  if (match === null) return null;
  const fraction = (match[2] ?? match[3] ?? '').slice(0, NANO_DECIMALS).padEnd(NANO_DECIMALS, '0');
  const nano = BigInt((match[1] ?? '') + fraction);
  if (nano === 0n) return null;
  return nano < NANO_MAX ? nano : NANO_MAX;
}

/** @throws GatewayError `max_credits_exceeded` when the estimate lies above the caller's ceiling */
export function assertWithinMaxCredits(estimate: Estimate | null, maximum: bigint | null): void {
  if (estimate === null || maximum === null || estimate.amount <= maximum) return;
  const { amount } = estimate;
  throw new GatewayError(
    'max_credits_exceeded',
    `This request may cost up to ${formatCredits(amount)} credits, more than X-Svc-Max-Credits allows. Ask for less, such as fewer output tokens, a shorter input or a shorter video, or raise the header.`,
    { param: 'X-Svc-Max-Credits', facts: { required: formatCredits(amount) } },
  );
}
