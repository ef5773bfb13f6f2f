import { LRUCache } from 'lru-cache';
import type { Knex } from '@tollgate/db/connect';
import { noteOverrun, notePersistentOverrun } from '@tollgate/keys/overruns';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { creditsToShow } from '@tollgate/money/credits';
import { inputTokensOf } from '@tollgate/money/rating';
import { encodeId } from '@tollgate/runtime/ids';
import { counter } from '@tollgate/telemetry/metrics';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { Bill, Consumption } from './bill.ts';
import { createImplausibleNotes } from './implausible-usage.ts';
import type { Plan } from '../plan.ts';

/**
 * Owners whose overruns are remembered, so that a burst of them is written to the database once.
 */
const OWNERS_MAX = 10_000;
const REMEMBERED_MS = 60_000;

/** Learns from prompts that came out above their bound, and from usage that cannot be. */
export interface Overruns {
  /** No call waits for this note: what cannot be written is noted again with the next overrun. */
  note(plan: Plan, consumption: Consumption): void;
  /** Counts what a charge took beyond its hold, and what nobody paid. */
  count(plan: Plan, bill: Bill): void;
}

const overrunCredits = counter({
  name: 'overrun_credits_total',
  help: 'Credits of usage beyond its hold: charged to the wallet (covered), or left to the platform (uncovered).',
  labels: ['provider', 'model', 'account'],
});
const overruns = counter({
  name: 'overruns_total',
  help: 'Calls whose usage was worth more than their hold.',
  labels: ['provider', 'model'],
});

const persistent = counter({
  name: 'overruns_persistent_total',
  help: 'Calls whose provider counted more tokens in the prompt than a bound that was widened already.',
  labels: ['provider', 'model'],
});

/**
 * Writes to the database overruns that are larger than those that this process has written within
 * the last minute.
 */
export function createOverruns(deps: { db: Knex; logger: Logger; timers: Timers }): Overruns {
  const noteImplausible = createImplausibleNotes(deps);
  const reported = new LRUCache<string, number>({ max: OWNERS_MAX, ttl: REMEMBERED_MS });
  return {
    note(plan, consumption) {
      noteImplausible(plan, consumption);
      const overrun = overrunOf(plan, consumption);
      if (overrun === null) return;
      const { ownerId } = plan.caller.key;
      const { modelId } = plan.target;
      const report = (name: string, size: number, note: () => Promise<void>): void => {
        if (size <= (reported.get(name) ?? 0)) return;
        reported.set(name, size);
        note().catch((error: unknown) => {
          reported.delete(name);
          deps.logger.warn({ error, op: plan.opId }, 'an overrun could not be noted');
        });
      };
      const { ratio, excess, isPersistent } = overrun;
      // An overrun that does not come from the text of a prompt says nothing about the other models
      // of its owner.
      if (!isPersistent) {
        report(ownerId, ratio, () => noteOverrun(deps.db, ownerId, ratio));
        return;
      }
      persistent.add([plan.target.provider, plan.target.publicId]);
      report(`${ownerId} ${modelId}`, Math.max(ratio, excess), async () => {
        await notePersistentOverrun(deps.db, { ownerId, modelId, ratio, excess });
        deps.logger.error({ op: plan.opId, ratio, excess }, 'overruns go on');
        await raisePersistent(deps, plan, excess);
      });
    },
    count({ target: { provider, publicId } }, { charged, cost, hold }) {
      if (hold === null || cost <= hold) return;
      overruns.add([provider, publicId]);
      if (charged > hold)
        overrunCredits.add([provider, publicId, 'covered'], creditsToShow(charged - hold));
      const rest = cost - (charged > hold ? charged : hold);
      if (rest > 0n) overrunCredits.add([provider, publicId, 'uncovered'], creditsToShow(rest));
    },
  };
}

/**
 * Notifies operators of an owner and a model that go on overrunning, once for as long as they do.
 */
async function raisePersistent(
  { db, timers }: { db: Knex; timers: Timers },
  { caller, target: { provider, publicId: model, modelId } }: Plan,
  excess: number,
): Promise<void> {
  const { ownerId } = caller.key;
  const data = { user_id: encodeId('usr', ownerId), provider, model, excess };
  await raiseAlarm(db, {
    subject: `${ownerId} ${modelId}`,
    event: { ownerId: OPERATORS, type: 'usage.overrun', at: new Date(), data },
    quietMs: timers.alarmQuiet,
  });
}

/** A prompt that the provider counted above its bound. */
interface Overrun {
  /** Tokens for each of the plain bound. */
  ratio: number;
  /** Tokens above the plain bound. */
  excess: number;
  /** A wider bound does not help: it was wider already, or no text comes to so many tokens. */
  isPersistent: boolean;
}

/**
 * Null where the call stayed within its usual bound, whatever was held for it. What tools of
 * the provider have found says nothing about the bound of a text.
 */
function overrunOf(plan: Plan, { usage, source }: Consumption): Overrun | null {
  if (source !== 'provider' || plan.estimate === null || plan.runs !== undefined) return null;
  const { promptBound, usualBound, mostInput } = plan;
  const counted = inputTokensOf(usage);
  if (counted <= usualBound) return null;
  return {
    ratio: counted / promptBound,
    excess: counted - promptBound,
    isPersistent: usualBound > promptBound || counted > mostInput,
  };
}
