import { LRUCache } from 'lru-cache';
import type { Knex } from '@tollgate/db/connect';
import { noteImplausible } from '@tollgate/requests/usage/implausible-usage.queries';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { counter } from '@tollgate/telemetry/metrics';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { Consumption } from './bill.ts';
import type { Plan } from '../plan.ts';

/**
 * Models that are remembered as noted, so that a provider that goes wrong with every call is
 * written once a minute.
 */
const MODELS_MAX = 1_000;
const REMEMBERED_MS = 60_000;

const implausible = counter({
  name: 'usage_implausible_total',
  help: 'Answers whose provider reported usage that cannot be; they were charged by our own count.',
  labels: ['provider', 'model'],
});

/**
 * Notes usage that a provider reported although it cannot be: for the metric, for operators'
 * webhooks and for the console. No call waits for that.
 */
export function createImplausibleNotes(deps: {
  db: Knex;
  logger: Logger;
  timers: Timers;
}): (plan: Plan, consumption: Consumption) => void {
  const { db, logger, timers } = deps;
  const noted = new LRUCache<string, true>({ max: MODELS_MAX, ttl: REMEMBERED_MS });
  return (plan, { reported }) => {
    if (reported === undefined) return;
    const { opId } = plan;
    const { provider, publicId: model } = plan.target;
    implausible.add([provider, model]);
    logger.error({ op: opId, model, reported, possible: plan.possible }, 'usage_implausible');
    if (noted.has(model)) return;
    noted.set(model, true);
    const data = { provider, model };
    const event = {
      ownerId: OPERATORS,
      type: 'usage.implausible' as const,
      at: new Date(),
      data,
    };
    noteImplausible(db, { opId, provider, model, reported })
      .then(() => raiseAlarm(db, { subject: model, event, quietMs: timers.alarmQuiet }))
      .catch((error: unknown) => {
        noted.delete(model);
        logger.warn({ error, op: opId }, 'implausible usage could not be noted');
      });
  };
}
