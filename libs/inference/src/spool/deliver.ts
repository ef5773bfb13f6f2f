import { isDeepStrictEqual } from 'node:util';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { isRefusedForGood } from '@tollgate/billing-client/unavailable';
import type { Reservation, SettleItem } from '@tollgate/contract/billing';
import type { LossItem } from '@tollgate/contract/losses';
import type { Logger } from '@tollgate/runtime/logger';
import type { SpooledDecision } from './spool.ts';

/**
 * Sends to billing what the spool has kept. Everything is keyed, so sending it twice does no harm.
 * @returns a function that gives null once a decision is recorded, or why billing will never take
 * it
 * @throws (the function) GatewayError when billing is away
 */
export function deliverTo(
  billing: Pick<Billing, 'bookLoss' | 'release' | 'reservations' | 'settle'>,
  logger: Logger,
): (decision: SpooledDecision) => Promise<string | null> {
  return async (decision) => {
    try {
      if (decision.kind === 'settle')
        return await deliverCharge({ billing, logger }, decision.item);
      if (decision.kind === 'loss') return await deliverLoss(billing, decision.item);
      await billing.release(decision.item);
      return null;
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      // Nothing of a closed operation is held.
      return decision.kind === 'release' && error.code === 'operation_closed'
        ? null
        : error.message;
    }
  };
}

async function deliverLoss(
  billing: Pick<Billing, 'bookLoss'>,
  item: LossItem,
): Promise<string | null> {
  const { outcome } = await billing.bookLoss(item);
  return outcome === 'left' || outcome === 'too_late'
    ? 'the operation is too old for a loss to be booked'
    : null;
}

async function deliverCharge(
  { billing, logger }: { billing: Pick<Billing, 'reservations' | 'settle'>; logger: Logger },
  item: SettleItem,
): Promise<string | null> {
  const { outcome } = await billing.settle(item);
  if (outcome === 'unknown') return 'billing knows no such hold';
  if (outcome !== 'conflict') return null;
  const holds = await billing.reservations(item.op_id);
  const against = againstBook(item, holds);
  const { op_id: op, attempt } = item;
  if (against === null)
    logger.warn({ op, attempt }, 'a settlement is booked already, or overtaken');
  return against;
}

/**
 * The movement that is recorded instead of a settlement; null where the same is recorded, or
 * another attempt has replaced it.
 */
function againstBook(item: SettleItem, holds: readonly Reservation[]): string | null {
  const own = holds.find(({ attempt }) => attempt === item.attempt);
  const isOvertaken = holds.some(({ attempt }) => attempt > item.attempt);
  const isSame =
    own?.usage_source === item.usage_source && isDeepStrictEqual(own.usage, item.usage);
  if (isSame || isOvertaken || isPaid(holds, item.attempt)) return null;
  return own === undefined || own.charged_nano === null
    ? 'the hold was given back'
    : `the hold is settled by ${own.charged_nano} nano-credits of other usage`;
}

function isPaid(holds: readonly Reservation[], attempt: number): boolean {
  return holds.some((hold) => hold.attempt !== attempt && BigInt(hold.charged_nano ?? 0) > 0n);
}
