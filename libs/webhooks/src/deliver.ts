import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { createTurns } from '@tollgate/runtime/turns';
import type { Turns } from '@tollgate/runtime/turns';
import { dropOpen } from './endpoint.queries.ts';
import { countAttempt, countPaused } from './metrics.ts';
import { pauseAfter } from './schedule.ts';
import { openSecrets } from './secret.ts';
import type { WebhookKey } from './secret.ts';
import type { Brought, Sender } from './send.ts';
import {
  claimDelivery,
  listDueEndpoints,
  noteArrival,
  noteAttempt,
  noteFailure,
  pauseEndpoint,
} from './delivery-work.queries.ts';
import type { ClaimedDelivery, DueEndpoint, NextStep } from './delivery-work.queries.ts';

/** Messages that one worker brings to one endpoint at once. */
export const PERMITS_PER_ENDPOINT = 2;
/**
 * Failures in a row without which an endpoint is not paused while its messages still have attempts
 * left.
 */
const FAILURES_MAX = 100;
/** Endpoints that one look considers; the next look goes on behind them. */
const ENDPOINTS_LOOKED_AT = 200;
const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
const GONE = 410;

export interface DeliverDeps {
  db: Knex;
  key: WebhookKey;
  sender: Sender;
  turns: Turns<DueEndpoint>;
  workerId: string;
  timers: Timers;
  logger: Logger;
}

/**
 * The permits of one worker: an owner has half of what the others leave at most, an endpoint two.
 */
export function createDeliveryTurns(permits: number): Turns<DueEndpoint> {
  return createTurns<DueEndpoint>({
    permits,
    ownerOf: ({ ownerId }) => ownerId,
    laneOf: ({ endpointId }) => ({ name: endpointId, permits: PERMITS_PER_ENDPOINT }),
  });
}

/** What a worker knows of endpoints for which something is due. */
export interface DueLook {
  /** What the last look has found, unless the look is older than the pump's interval. */
  recent(): Promise<readonly DueEndpoint[]>;
  /**
   * Looks now. A look goes on where the one before has stopped, and begins again after the last
   * endpoint.
   */
  anew(): Promise<readonly DueEndpoint[]>;
}

/**
 * One for each worker: however much its permits bring, the rows are searched once in an interval,
 * and when what was found is done.
 */
export function createDueLook({ db, timers }: Pick<DeliverDeps, 'db' | 'timers'>): DueLook {
  let after = FIRST_UUID;
  let lookedMs = -Infinity;
  let last: readonly DueEndpoint[] = [];
  let underWay: Promise<readonly DueEndpoint[]> | undefined;
  const look = async (): Promise<readonly DueEndpoint[]> => {
    last = await listDueEndpoints(db, { after, limit: ENDPOINTS_LOOKED_AT });
    after =
      last.length < ENDPOINTS_LOOKED_AT ? FIRST_UUID : (last.at(-1)?.endpointId ?? FIRST_UUID);
    lookedMs = performance.now();
    return last;
  };
  const anew = (): Promise<readonly DueEndpoint[]> =>
    (underWay ??= look().finally(() => {
      underWay = undefined;
    }));
  return {
    anew,
    recent: () =>
      performance.now() - lookedMs < timers.webhookPump ? Promise.resolve(last) : anew(),
  };
}

/** A claimed delivery and the permit that it occupies. */
export interface DeliveryTurn {
  delivery: ClaimedDelivery;
  /** Releases the permit. */
  end: () => void;
}

/** Claims what is due of the endpoint whose turn it is; null when nothing is to be done now. */
export async function claimTurn(
  { db, turns, workerId, timers }: Pick<DeliverDeps, 'db' | 'turns' | 'workerId' | 'timers'>,
  due: readonly DueEndpoint[],
): Promise<DeliveryTurn | null> {
  for (const endpoint of turns.order(due)) {
    const end = turns.take(endpoint);
    if (end === null) continue;
    try {
      const { endpointId } = endpoint;
      const claim = { endpointId, worker: workerId, leaseMs: timers.lease };
      const delivery = await claimDelivery(db, claim);
      if (delivery !== null) return { delivery, end };
    } catch (error) {
      end();
      throw error;
    }
    end();
  }
  return null;
}

/**
 * Brings a message once and writes down what came of it. A worker that dies in between has its
 * claim taken over after the lease, and the receiver may see the message twice, under the same id.
 * @returns the pause until the next attempt in milliseconds; null when there is none
 */
export async function deliver(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
): Promise<number | null> {
  const { secret, previous } = openSecrets(deps.key, delivery.endpointId, delivery.sealed);
  const secrets = delivery.isOverlapping && previous !== null ? [secret, previous] : [secret];
  const brought = await deps.sender.bring({ ...delivery, secrets }, deps.timers.webhookAttempt);
  countAttempt(brought.failure === null ? 'delivered' : 'failed');
  return transaction(deps.db, (trx) => noteBrought(deps, trx, { delivery, brought }));
}

/**
 * The endpoint is locked before the delivery, everywhere, so that two workers never wait for each
 * other.
 */
async function noteBrought(
  { timers, logger }: DeliverDeps,
  trx: Knex.Transaction,
  { delivery, brought }: { delivery: ClaimedDelivery; brought: Brought },
): Promise<number | null> {
  const { endpointId } = delivery;
  if (brought.failure === null) {
    await noteArrival(trx, endpointId);
    await noteAttempt(trx, delivery, { tried: brought, next: null });
    return null;
  }
  const { failures, forMs } = await noteFailure(trx, endpointId);
  const next = nextStep(delivery, brought, timers);
  if (!(await noteAttempt(trx, delivery, { tried: brought, next }))) return null;
  const isLong = forMs >= timers.webhookPause;
  const isDead = isLong && (failures >= FAILURES_MAX || 'reason' in next);
  const isGone = 'reason' in next && next.reason === 'gone';
  if (isGone || isDead) {
    const reason = isGone ? 'gone' : 'failures';
    if (await pauseEndpoint(trx, { endpointId, reason })) {
      await dropOpen(trx, { endpointId, reason: 'endpoint_paused' });
      countPaused(reason);
      logger.warn({ endpoint: endpointId, reason }, 'a webhook is paused');
      return null;
    }
  }
  return 'pauseMs' in next ? next.pauseMs : null;
}

function nextStep(
  { step }: ClaimedDelivery,
  { status, askedMs }: Brought,
  timers: Timers,
): Exclude<NextStep, null> {
  if (status === GONE) return { reason: 'gone' };
  const pauseMs = pauseAfter(step + 1, timers, { askedMs, random: Math.random() });
  return pauseMs === null ? { reason: 'out_of_attempts' } : { pauseMs };
}
