import type { Billing } from '@tollgate/billing-client/billing-client';
import type { SettleItem, SettleResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { IMAGE_TOOL_TOKENS, PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import { isPricedTier } from '@tollgate/contract/service-tiers';
import { NANO_MAX } from '@tollgate/money/credits';
import { inputTokensOf, inTier, rate, receiptLines } from '@tollgate/money/rating';
import type { Prices, ServiceTier, UsageCounts } from '@tollgate/money/rating';
import type { Usage } from '@tollgate/providers/adapter/adapter';
import type { ChargeBounds } from '@tollgate/requests/records/request-record';
import type { Logger } from '@tollgate/runtime/logger';
import type { Bill, Consumption, Doubts, Settlement } from './bill.ts';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Overruns } from './overruns.ts';
import type { Plan } from '../plan.ts';
import { chargeOf } from '../spool/journal.ts';
import type { Journal } from '../spool/journal.ts';
import type { Spool } from '../spool/spool.ts';

export interface MoneyDeps {
  billing: Billing;
  spool: Spool;
  logger: Logger;
  overruns: Overruns;
  /**
   * Where settlements of calls that are answered at once become durable; absent where billing has
   * to say first what is charged: with an idempotency key, for accepted operations, and without a
   * disk that survives the process.
   */
  journal?: Journal | undefined;
}

/**
 * Step 9, after an answer: turns the hold into a charge under the price that the hold recorded.
 * Where billing is away, or hears of the charge behind the answer, the decision is on the disk
 * before this resolves.
 * @throws when it can be made durable nowhere
 */
export async function settle(deps: MoneyDeps, plan: Plan, consumption: Consumption): Promise<Bill> {
  return settleAs(deps, plan, { consumption, settlement: settlementOf(plan, consumption) });
}

/**
 * Does what {@link settle} does with a settlement that is known already.
 * @throws when it can be made durable nowhere
 */
export async function settleAs(
  deps: MoneyDeps,
  plan: Plan,
  { consumption, settlement }: { consumption: Consumption; settlement: Settlement | null },
): Promise<Bill> {
  const isAbove = inputTokensOf(consumption.usage) > plan.usualBound;
  if (isAbove || consumption.reported !== undefined) deps.overruns.note(plan, consumption);
  if (settlement === null) {
    const { usage, source } = consumption;
    const nothing = { charged: 0n, cost: 0n, hold: null, lines: [], bounds: null };
    return { ...nothing, usage, source, ...doubtsOf(consumption) };
  }
  const bill = await deliverSettlement(deps, settlement);
  if (bill.hold !== null && bill.cost > bill.hold) deps.overruns.count(plan, bill);
  return bill;
}

/** What an answer costs under the price that the hold recorded; null for the sandbox. */
export function settlementOf(plan: Plan, consumption: Consumption): Settlement | null {
  const { estimate, target } = plan;
  const { source, partial } = consumption;
  if (estimate === null || target.price === null) return null;
  const { prices, upliftBp } = target.price;
  const used = { ...consumption.usage, ...fixedUsage(prices, plan.images) };
  const { usage, isUnasked } = inChargedTier(plan, consumption, { used, prices, upliftBp });
  const worth = rate(usage, prices, upliftBp);
  // A cost above the largest amount of a column is recorded as that amount; nobody could pay it
  // anyway.
  const cost = worth > NANO_MAX ? NANO_MAX : worth;
  const item: SettleItem = {
    op_id: plan.opId,
    attempt: plan.attempt,
    user_id: plan.caller.key.ownerId,
    cost_nano: cost.toString(),
    ...(plan.maxCredits === null ? {} : { ceiling_nano: plan.maxCredits.toString() }),
    usage,
    usage_source: source,
    ...(partial ? { partial: true } : {}),
  };
  const lines = receiptLines(usage, prices);
  const suspect =
    consumption.suspect ??
    (isUnasked ? 'unasked_tier' : isUnpriced(consumption.usage, prices) ? 'unpriced' : undefined);
  const doubts = doubtsOf({ ...consumption, ...(suspect === undefined ? {} : { suspect }) });
  const hold_nano = estimate.amount.toString();
  return { item, lines, hold_nano, ...tiersOf(plan, consumption), ...doubts };
}

/**
 * Kinds of input that a model without a price for them should never count. Reasoning is output
 * where they have no price of their own.
 */
const CACHE_KINDS = ['cache_read', 'cache_write', 'cache_write_1h'] as const;

function isUnpriced(used: UsageCounts, prices: Prices): boolean {
  return CACHE_KINDS.some((kind) => (used[kind] ?? 0) > 0 && prices[kind] === undefined);
}

function tiersOf({ tier }: Plan, { tier: answered }: Consumption): Pick<Settlement, 'tiers'> {
  if (tier === undefined && answered === undefined) return {};
  return { tiers: { asked: tier ?? null, answered: answered ?? null } };
}

/** What providers call the tier whose prices are the plain ones. */
const STANDARD: ReadonlySet<string> = new Set(['default', 'standard']);

/**
 * Usage in the tier that is charged: the one that the provider says it has answered in, unless that
 * is dearer than what was asked for, and so than what was quoted. Tiers of other words, and of
 * providers that sell none at prices of their own, change nothing.
 */
function inChargedTier(
  plan: Plan,
  { tier: word }: Consumption,
  { used, prices, upliftBp }: { used: UsageCounts; prices: Prices; upliftBp: number },
): { usage: UsageCounts; isUnasked: boolean } {
  const inIt = (tier: ServiceTier | null): UsageCounts => foldUnpriced(inTier(used, tier), prices);
  const asked = plan.tier ?? null;
  const usage = inIt(asked);
  const answered = answeredTier(word, asked);
  // What came over the batch interface is billed as that, whatever tier the answer names.
  if (word === undefined || asked === 'batch') return { usage, isUnasked: false };
  if (plan.target.family.sellsTiers !== true) return { usage, isUnasked: isUnwanted(plan, word) };
  if (answered === asked) return { usage, isUnasked: false };
  if (answered !== null && prices[`${answered}_input`] === undefined) {
    return { usage, isUnasked: answered === 'priority' };
  }
  const other = inIt(answered);
  const isDearer = rate(other, prices, upliftBp) > rate(usage, prices, upliftBp);
  return { usage: isDearer ? usage : other, isUnasked: isDearer };
}

/** Whether a provider whose tiers all cost alike says that it has answered in another one. */
function isUnwanted({ target, tiersWanted }: Plan, word: string | undefined): boolean {
  const { plainTiers } = target.family;
  if (word === undefined || plainTiers === undefined) return false;
  return !(tiersWanted ?? plainTiers).includes(word);
}

/** The tier that an answer names, null for the standard one; without a name the requested one. */
function answeredTier(word: string | undefined, asked: ServiceTier | null): ServiceTier | null {
  if (word === undefined) return asked;
  if (STANDARD.has(word)) return null;
  return isPricedTier(word) ? word : asked;
}

function doubtsOf({ reported, suspect }: Doubts): Doubts {
  return {
    ...(reported === undefined ? {} : { reported }),
    ...(suspect === undefined ? {} : { suspect }),
  };
}

/**
 * Sends a decision to billing, or to the spool while billing is away.
 * @throws when it can be made durable nowhere
 */
export async function deliverSettlement(deps: MoneyDeps, settlement: Settlement): Promise<Bill> {
  const { item, lines } = settlement;
  const within = BigInt(settlement.hold_nano);
  const journaledNano = await journaled(deps, item, within);
  const taken =
    journaledNano === null ? await reportBilling(deps, item, within) : { charged: journaledNano };
  const { usage, usage_source: source } = item;
  const cost = BigInt(item.cost_nano);
  const hold = BigInt(settlement.hold_nano);
  const bounds = boundsOf(settlement);
  const { tiers } = settlement;
  const charge = { ...taken, cost, hold, lines, usage, source, bounds };
  return { ...charge, ...(tiers === undefined ? {} : { tiers }), ...doubtsOf(settlement) };
}

function boundsOf({ item, hold_nano }: Settlement): ChargeBounds {
  return { hold_nano, ceiling_nano: item.ceiling_nano ?? null, partial: item.partial ?? false };
}

/**
 * Makes a charge within its hold durable on the own disk, where that is how the call settles:
 * billing cannot say otherwise while the hold is open.
 * @returns null where billing has to be asked first
 */
async function journaled(
  { journal, logger }: MoneyDeps,
  item: SettleItem,
  hold: bigint,
): Promise<bigint | null> {
  const charge = chargeOf(item);
  if (journal === undefined || charge > hold || !journal.takes()) return null;
  try {
    return (await journal.append(item)) ? charge : null;
  } catch (error) {
    logger.warn({ error, op: item.op_id }, 'the journal did not take a settlement');
    return null;
  }
}

async function reportBilling(
  deps: MoneyDeps,
  item: SettleItem,
  hold: bigint,
): Promise<Pick<Bill, 'charged' | 'unsure'>> {
  const { op_id: op } = item;
  let result: SettleResult;
  try {
    result = await deps.billing.settle(item);
  } catch (error) {
    deps.logger.warn({ error, op }, 'a settlement goes to the spool');
    await keepOnDisk(deps, item);
    // Billing may charge an overrun beyond the hold; that reaches the record later, with other late
    // charges.
    const charge = chargeOf(item);
    return { charged: charge < hold ? charge : hold, unsure: true };
  }
  if (result.outcome === 'conflict' || result.outcome === 'unknown') {
    // The spool compares the settlement with the ledger, and sets aside what billing refuses
    // permanently.
    deps.logger.error({ op, outcome: result.outcome }, 'billing refused a settlement');
    await keepOnDisk(deps, item);
    return { charged: BigInt(result.charged_nano), unsure: true };
  }
  return { charged: BigInt(result.charged_nano) };
}

/**
 * @throws GatewayError 503 where the disk refuses as well: an answer whose charge is recorded
 *   nowhere does not end well
 */
async function keepOnDisk({ spool }: MoneyDeps, item: SettleItem): Promise<void> {
  try {
    await spool.append({ kind: 'settle', item });
  } catch (cause) {
    throw new GatewayError(
      'billing_unavailable',
      'The charge of this call could not be recorded. Try again.',
      { cause, detail: 'neither billing nor the disk of the spool took the settlement' },
    );
  }
}

/** Step 9, after a failure that delivered nothing: gives the hold back, now or from the spool. */
export async function release(deps: MoneyDeps, plan: Plan, reason: string): Promise<void> {
  if (plan.estimate === null) return;
  const item = {
    op_id: plan.opId,
    attempt: plan.attempt,
    user_id: plan.caller.key.ownerId,
    reason,
  };
  try {
    await deps.billing.release(item);
  } catch (error) {
    deps.logger.warn({ error, op: plan.opId }, 'a release goes to the spool');
    await deps.spool.append({ kind: 'release', item }).catch((cause: unknown) => {
      deps.logger.error({ error: cause, op: plan.opId }, 'a hold is left to the sweeps');
    });
  }
}

/** The kinds of tokens that providers count. */
const COUNTED = [
  'input',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'output',
  'reasoning',
] as const;

/** A provider's buckets as counts, without zeros. */
export function countsOf(usage: Usage): UsageCounts {
  const counts: UsageCounts = {};
  const { cache_write: written, cache_write_1h: kept = 0 } = usage;
  const apart = { ...usage, cache_write: written - kept, cache_write_1h: kept };
  for (const dimension of COUNTED) {
    if (apart[dimension] > 0) counts[dimension] = apart[dimension];
  }
  for (const tool of [...PRICED_TOOLS, ...IMAGE_TOOL_TOKENS]) {
    const runs = usage[tool] ?? 0;
    if (runs > 0) counts[tool] = runs;
  }
  return counts;
}

const FOLDS = [
  ['cache_write_1h', 'cache_write'],
  ['cache_read', 'input'],
  ['cache_write', 'input'],
  ['reasoning', 'output'],
  ['flex_cache_read', 'flex_input'],
  ['flex_cache_write', 'flex_input'],
  ['flex_reasoning', 'flex_output'],
  ['priority_cache_read', 'priority_input'],
  ['priority_cache_write', 'priority_input'],
  ['priority_reasoning', 'priority_output'],
  ['batch_cache_write_1h', 'batch_cache_write'],
  ['batch_cache_read', 'batch_input'],
  ['batch_cache_write', 'batch_input'],
  ['batch_reasoning', 'batch_output'],
] as const;

/** Usage of a kind that the price version does not name counts as its plain kind. */
export function foldUnpriced(usage: UsageCounts, prices: Prices): UsageCounts {
  const folded = { ...usage };
  for (const [special, plain] of FOLDS) {
    const quantity = folded[special];
    if (quantity === undefined || prices[special] !== undefined) continue;
    folded[plain] = (folded[plain] ?? 0) + quantity;
    delete folded[special];
  }
  return folded;
}
