import { LRUCache } from 'lru-cache';
import type { Knex } from '@tollgate/db/connect';
import { noteOverrun } from '@tollgate/keys/overruns';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { creditsToShow } from '@tollgate/money/credits';
import { counter } from '@tollgate/telemetry/metrics';
import type { Bill, Consumption } from './bill.ts';
import { createImplausibleNotes } from './implausible-usage.ts';
import type { Plan } from './plan.ts';

/** Owners whose overruns are remembered, so that a burst of them is told to the database once. */
const OWNERS_MAX = 10_000;
const REMEMBERED_MS = 60_000;

/** Learns from prompts that came out above their bound, and from usage that cannot be. */
export interface Overruns {
  /** No call waits for this note: what cannot be written is noted again with the next overrun. */
  note(plan: Plan, consumption: Consumption): void;
  /** Counts what a charge took beyond its hold, and what nobody paid. */
  count(plan: Plan, bill: Bill): void;
}

const beyond = counter({
  name: 'overrun_credits_total',
  help: 'Credits of usage beyond its hold: charged to the wallet (covered), or left to the platform (uncovered).',
  labels: ['provider', 'model', 'account'],
});
const overruns = counter({
  name: 'overruns_total',
  help: 'Calls whose usage was worth more than their hold.',
  labels: ['provider', 'model'],
});

/** Tells the database of overruns that are larger than those it was told of by this process within the last minute. */
export function createOverruns(deps: { db: Knex; logger: Logger; timers: Timers }): Overruns {
  const noteImplausible = createImplausibleNotes(deps);
  const told = new LRUCache<string, number>({ max: OWNERS_MAX, ttl: REMEMBERED_MS });
  return {
    note(plan, consumption) {
      noteImplausible(plan, consumption);
      const ratio = overrunOf(plan, consumption);
      const { ownerId } = plan.caller.key;
      if (ratio === null || ratio <= (told.get(ownerId) ?? 1)) return;
      told.set(ownerId, ratio);
      noteOverrun(deps.db, ownerId, ratio).catch((error: unknown) => {
        told.delete(ownerId);
        deps.logger.warn({ error, op: plan.opId }, 'an overrun could not be noted');
      });
    },
    count({ way: { provider, publicId } }, { charged, cost, hold }) {
      if (hold === null || cost <= hold) return;
      overruns.add([provider, publicId]);
      if (charged > hold)
        beyond.add([provider, publicId, 'covered'], creditsToShow(charged - hold));
      const rest = cost - (charged > hold ? charged : hold);
      if (rest > 0n) beyond.add([provider, publicId, 'uncovered'], creditsToShow(rest));
    },
  };
}

/** The tokens that the provider counted for each of the plain bound; null where the call stayed within the bound it had. */
function overrunOf(plan: Plan, { usage, source }: Consumption): number | null {
  if (source !== 'provider' || plan.estimate === null) return null;
  const counted = (usage.input ?? 0) + (usage.cache_read ?? 0) + (usage.cache_write ?? 0);
  return counted > plan.inputBound ? counted / plan.promptBound : null;
}
