import { randomInt } from 'node:crypto';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { LossItem, LossReason } from '@tollgate/contract/losses';
import { NANO_MAX } from '@tollgate/money/credits';
import { inTier, rate } from '@tollgate/money/rating';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure, Usage } from '@tollgate/providers/adapter/adapter';
import type { Logger } from '@tollgate/runtime/logger';
import { fixedUsage } from '../bounds/estimate.ts';
import type { Plan } from '../plan.ts';
import { believed } from '../bounds/output-policy.ts';
import { countsOf, foldUnpriced } from './settle.ts';
import type { Spool } from '../spool/spool.ts';

/** Numbers of losses are drawn by chance, so that a try of another process gets another one. */
const LOSS_NUMBERS = 2 ** 31 - 1;
/** Kinds of failures after which the provider may have begun to work. */
const WORKED_ON: ReadonlySet<Failure['kind']> = new Set(['timeout', 'indeterminate', 'malformed']);

/** What a provider may bill for a call beyond what its caller was charged. */
export interface Loss {
  plan: Plan;
  reason: LossReason;
  /** As the provider reported it; null when nobody knows. */
  usage: Usage | null;
  /** Nano-credits that the caller was charged for the same work. */
  charged: bigint;
}

/** Notes losses of the platform. */
export interface LossBook {
  /** Records a loss at billing, or in the spool while billing is away. No call waits for that. */
  book(loss: Loss): void;
  /** Resolves once all that was noted is at billing or on the disk. */
  flush(): Promise<void>;
}

/** The recorder of the losses of a process. */
export function createLossBook(deps: {
  billing: Pick<Billing, 'bookLoss'>;
  spool: Pick<Spool, 'append'>;
  logger: Logger;
}): LossBook {
  const { billing, spool, logger } = deps;
  const pending = new Set<Promise<void>>();

  async function report(item: LossItem): Promise<void> {
    try {
      await billing.bookLoss(item);
    } catch {
      await spool.append({ kind: 'loss', item }).catch((error: unknown) => {
        logger.error({ error, op: item.op_id, cost: item.cost_nano }, 'a loss is not booked');
      });
    }
  }

  return {
    book(loss) {
      const item = lossItem(loss);
      if (item === null) return;
      const reporting = report(item).finally(() => pending.delete(reporting));
      pending.add(reporting);
    },
    flush: async () => void (await Promise.all(pending)),
  };
}

/**
 * Notes a try that delivered nothing, where the provider has reported its usage, or may have
 * worked.
 */
export function bookFailed(losses: LossBook, plan: Plan, thrown: unknown): void {
  if (thrown instanceof ProviderError) {
    const { usage, failure } = thrown;
    if (usage === null && !WORKED_ON.has(failure.kind)) return;
    losses.book({ plan, reason: 'failed', usage, charged: 0n });
  } else if (thrown instanceof GatewayError && thrown.code === 'server_shutdown') {
    losses.book({ plan, reason: 'shutdown', usage: null, charged: 0n });
  }
}

/**
 * The loss in nano-credits. Usage that is unknown, or cannot be, counts as the whole hold. Null
 * when there is no loss.
 */
export function lossItem({ plan, reason, usage, charged }: Loss): LossItem | null {
  const { estimate, images, target } = plan;
  if (estimate === null || target.price === null) return null;
  const { prices, upliftBp } = target.price;
  const known = believed(plan, usage);
  const used =
    known === null
      ? estimate.usage
      : foldUnpriced(
          { ...inTier(countsOf(known), plan.tier ?? null), ...fixedUsage(prices, images) },
          prices,
        );
  const cost = rate(used, prices, upliftBp) - charged;
  if (cost <= 0n) return null;
  return {
    op_id: plan.opId,
    attempt: plan.attempt,
    n: randomInt(1, LOSS_NUMBERS),
    reason,
    cost_nano: (cost > NANO_MAX ? NANO_MAX : cost).toString(),
    is_known: known !== null,
  };
}
