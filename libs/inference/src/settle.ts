import type { Billing } from '@tollgate/billing-client/billing-client';
import type { SettleItem, SettleResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/errors';
import { NANO_MAX } from '@tollgate/money/credits';
import { rate, receiptLines } from '@tollgate/money/rating';
import type { Prices, UsageCounts } from '@tollgate/money/rating';
import type { Usage } from '@tollgate/providers/adapter';
import type { ChargeBounds } from '@tollgate/requests/records/request-record';
import type { Logger } from '@tollgate/runtime/logger';
import type { Bill, Consumption, Doubts, Settlement } from './bill.ts';
import { fixedUsage } from './estimate.ts';
import type { Overruns } from './overruns.ts';
import type { Plan } from './plan.ts';
import type { Spool } from './spool.ts';

export interface MoneyDeps {
  billing: Billing;
  spool: Spool;
  logger: Logger;
  overruns: Overruns;
}

/**
 * Step 9, after an answer: turns the hold into a charge under the price that the hold recorded. When billing is away the
 * decision is on the disk before this resolves.
 * @throws when it can be made durable nowhere
 */
export async function settle(deps: MoneyDeps, plan: Plan, consumption: Consumption): Promise<Bill> {
  return settleAs(deps, plan, { consumption, settlement: settlementOf(plan, consumption) });
}

/** Does what {@link settle} does with a settlement that is known already. @throws when it can be made durable nowhere */
export async function settleAs(
  deps: MoneyDeps,
  plan: Plan,
  { consumption, settlement }: { consumption: Consumption; settlement: Settlement | null },
): Promise<Bill> {
  deps.overruns.note(plan, consumption);
  if (settlement === null) {
    const { usage, source } = consumption;
    const nothing = { charged: 0n, cost: 0n, hold: null, lines: [], bounds: null };
    return { ...nothing, usage, source, ...doubtsOf(consumption) };
  }
  const bill = await deliverSettlement(deps, settlement);
  deps.overruns.count(plan, bill);
  return bill;
}

/** What an answer costs under the price that the hold recorded; null for the sandbox. */
export function settlementOf(plan: Plan, consumption: Consumption): Settlement | null {
  const { estimate, target } = plan;
  const { source, partial } = consumption;
  if (estimate === null || target.price === null) return null;
  const { prices, upliftBp } = target.price;
  const usage = foldUnpriced({ ...consumption.usage, ...fixedUsage(prices, plan.images) }, prices);
  const worth = rate(usage, prices, upliftBp);
  // A cost above the largest amount of a column is booked as that amount; nobody could pay it anyway.
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
  const isUnpriced = CACHE_KINDS.some(
    (kind) => (consumption.usage[kind] ?? 0) > (usage[kind] ?? 0),
  );
  const suspect = consumption.suspect ?? (isUnpriced ? ('unpriced' as const) : undefined);
  const doubts = doubtsOf({ ...consumption, ...(suspect === undefined ? {} : { suspect }) });
  return { item, lines, hold_nano: estimate.amount.toString(), ...doubts };
}

/** Kinds of input that a model without a price for them should never count. Thoughts are output where they have no price of their own. */
const CACHE_KINDS = ['cache_read', 'cache_write'] as const;

function doubtsOf({ reported, suspect }: Doubts): Doubts {
  return {
    ...(reported === undefined ? {} : { reported }),
    ...(suspect === undefined ? {} : { suspect }),
  };
}

/**
 * Tells billing what was decided, or the spool while billing is away.
 * @throws when it can be made durable nowhere
 */
export async function deliverSettlement(deps: MoneyDeps, settlement: Settlement): Promise<Bill> {
  const { item, lines } = settlement;
  const charged = await tellBilling(deps, item, BigInt(settlement.hold_nano));
  const { usage, usage_source: source } = item;
  const cost = BigInt(item.cost_nano);
  const hold = BigInt(settlement.hold_nano);
  const bounds = boundsOf(settlement);
  return { charged, cost, hold, lines, usage, source, bounds, ...doubtsOf(settlement) };
}

function boundsOf({ item, hold_nano }: Settlement): ChargeBounds {
  return { hold_nano, ceiling_nano: item.ceiling_nano ?? null, partial: item.partial ?? false };
}

async function tellBilling(deps: MoneyDeps, item: SettleItem, hold: bigint): Promise<bigint> {
  const { op_id: op } = item;
  let result: SettleResult;
  try {
    result = await deps.billing.settle(item);
  } catch (error) {
    deps.logger.warn({ error, op }, 'a settlement goes to the spool');
    await keepOnDisk(deps, item);
    // Billing may charge an overrun beyond the hold; that reaches the record later, with other late charges.
    return leastOf([BigInt(item.cost_nano), hold, BigInt(item.ceiling_nano ?? item.cost_nano)]);
  }
  if (result.outcome === 'conflict' || result.outcome === 'unknown') {
    // The spool compares the settlement with the book, and sets aside what billing refuses for good.
    deps.logger.error({ op, outcome: result.outcome }, 'billing refused a settlement');
    await keepOnDisk(deps, item);
  }
  return BigInt(result.charged_nano);
}

/** @throws GatewayError 503 where the disk refuses as well: an answer whose charge stands nowhere does not end well */
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

function leastOf(amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
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

/** A provider's buckets as counts, without zeros. */
export function countsOf(usage: Usage): UsageCounts {
  const counts: UsageCounts = {};
  for (const dimension of ['input', 'cache_read', 'cache_write', 'output', 'reasoning'] as const) {
    if (usage[dimension] > 0) counts[dimension] = usage[dimension];
  }
  return counts;
}

const FOLDS = [
  ['cache_read', 'input'],
  ['cache_write', 'input'],
  ['reasoning', 'output'],
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
