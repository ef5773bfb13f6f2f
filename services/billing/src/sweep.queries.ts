import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** One look of a sweep; gives how many it closed, `limit` at most. */
export type SweepQuery = (db: Db, limit: number) => Promise<number>;

/** Closes holds of processes that were not seen for `leaseMs`. */
export const sweepOwners =
  (leaseMs: number): SweepQuery =>
  (db, limit) =>
    swept(db, 'billing.sweep_owners(:leaseMs, :limit)', { leaseMs, limit });

/** Closes holds that are past their own end. */
export const sweepEndedHolds: SweepQuery = (db, limit) =>
  swept(db, 'billing.sweep_ended_holds(:limit)', { limit });

/** Takes what is left of grants past their end, as far as no hold needs it. */
export const sweepEndedGrants: SweepQuery = (db, limit) =>
  swept(db, 'billing.sweep_ended_grants(:limit)', { limit });

/** Forgets marks and processes that nothing refers to any more. */
export const forgetOld =
  (days: number): SweepQuery =>
  (db) =>
    swept(db, 'billing.forget_old(:days)', { days });

async function swept(
  db: Db,
  call: string,
  bindings: Readonly<Record<string, number>>,
): Promise<number> {
  const found = await row<{ swept: number }>(db, `select ${call} as swept`, bindings);
  return found?.swept ?? 0;
}
