import type { Db } from '@tollgate/db/connect';
import { findSpending } from '@tollgate/requests/usage/spending.queries';
import type { SpendingOwner } from '@tollgate/requests/usage/spending.queries';
import type { Exchange } from '../call.ts';
import { openLimits } from './limits.ts';
import type { TakenLimits } from './limits.ts';
import type { Limiter } from './shared-or-local.ts';

/**
 * The limits that a call is counted against. Lines of batches leave room to other calls, and those
 * that go over the batch interface of a provider are counted against those of days and months
 * alone.
 */
export function limitsOf(
  { limiter, db }: { limiter: Limiter; db: Db },
  { call, sink }: Exchange,
): TakenLimits {
  const deps = { limiter, findSpending: (owner: SpendingOwner) => findSpending(db, owner) };
  const { batch } = call;
  return openLimits(
    deps,
    sink,
    batch === undefined ? 'now' : batch.isSent ? 'within_a_day' : 'soon',
  );
}
