import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Logger } from '@tollgate/runtime/logger';
import type { SpooledDecision } from './spool.ts';

/**
 * Tells billing what the spool has kept. Everything is keyed, so telling it twice does no harm.
 * @throws GatewayError when billing is away
 */
export function deliverTo(
  billing: Billing,
  logger: Logger,
): (decision: SpooledDecision) => Promise<void> {
  return async (decision) => {
    if (decision.kind === 'release') {
      await billing.release(decision.item);
      return;
    }
    const { outcome } = await billing.settle(decision.item);
    if (outcome === 'conflict' || outcome === 'unknown') {
      logger.error({ op: decision.item.op_id, outcome }, 'billing refused a spooled settlement');
    }
  };
}
