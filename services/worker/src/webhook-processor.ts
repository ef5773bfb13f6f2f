import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { reportsTrouble } from '@tollgate/inference/limits/redis-trouble';
import { QUEUES } from '@tollgate/contract/queues';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { startSampler } from '@tollgate/telemetry/sampler';
import {
  claimTurn,
  createDeliveryTurns,
  createDueLook,
  deliver,
  PERMITS_PER_ENDPOINT,
} from '@tollgate/webhooks/deliver';
import type { DeliverDeps, DeliveryTurn, DueLook } from '@tollgate/webhooks/deliver';
import { showDeliveries } from '@tollgate/webhooks/metrics';
import { createSender } from '@tollgate/webhooks/send';
import type { SenderOptions } from '@tollgate/webhooks/send';
import type { Receivers } from '@tollgate/webhooks/receivers';
import { countOpenDeliveries } from '@tollgate/webhooks/delivery-work.queries';
import { nameOfJob, subjectOf } from './job-id.ts';
import { counted, expectJob, showQueue } from './metrics.ts';
import { PatientWorker } from './patient-worker.ts';
import type { Processor } from './queue.ts';

/** Messages that one worker brings at once; nearly all of their time they wait for receivers. */
const CONCURRENCY = 64;
const LOCK_MS_MIN = 5_000;
const JOB = { queue: QUEUES.webhooks, job: 'deliver' };

/** What brings messages. */
export interface WebhookProcessorDeps {
  db: Knex;
  key: DeliverDeps['key'];
  receivers: Receivers;
  /** The variables of the installation's proxy, which messages go through; absent: none. */
  proxy?: SenderOptions['proxy'];
  workerId: string;
  timers: Timers;
  logger: Logger;
}

interface WakeUp {
  id: string;
}

/**
 * Brings messages of webhooks. The rows are the truth and say what is due for whom; a job only
 * wakes a worker up, at once or when a pause is over. The pump sends a job for every endpoint with
 * something due, so that neither a dead worker nor a wiped Redis leaves a message behind.
 */
export function startWebhookProcessor(
  given: WebhookProcessorDeps,
  connection: ConnectionOptions,
): Processor {
  const { db, logger, timers } = given;
  const sender = createSender(given.receivers, { proxy: given.proxy });
  const deps: DeliverDeps = { ...given, sender, turns: createDeliveryTurns(CONCURRENCY) };
  let isClosing = false;
  expectJob(JOB);
  const queue = new Queue<WakeUp>(QUEUES.webhooks, { connection });
  const look = createDueLook(given);
  const lockDuration = Math.max(LOCK_MS_MIN, timers.lease);
  const worker = new PatientWorker<WakeUp>(
    QUEUES.webhooks,
    async (job) => {
      // A job that no process of ours has sent wakes nobody up.
      subjectOf(job.data);
      await runTurns({ ...deps, look, queue }, () => isClosing);
    },
    { connection, concurrency: CONCURRENCY, lockDuration, stalledInterval: lockDuration / 2 },
  );
  worker.on('failed', (job, error) =>
    logger.error({ job: nameOfJob(job), error }, 'a message waits for another try'),
  );
  const report = reportsTrouble(logger);
  worker.on('error', (error) => report(error, 'the queue of webhooks is away'));
  queue.on('error', (error) => report(error, 'the queue of webhooks is away'));
  const pump = poll({
    everyMs: timers.webhookPump,
    look: async () => wake(queue, await look.anew()),
    failed: (error) => logger.warn({ error }, 'messages of webhooks wait'),
    keepsAlive: true,
  });
  const hideQueue = showQueue(queue, given);
  const ask = (): ReturnType<typeof countOpenDeliveries> => countOpenDeliveries(db);
  const open = startSampler({
    name: 'webhook_deliveries',
    everyMs: timers.sampleOpen,
    ask,
    logger,
  });
  showDeliveries(open);
  return {
    async close() {
      isClosing = true;
      pump.stop();
      open.stop();
      hideQueue();
      await worker.close();
      await pump.idle();
      await queue.close();
      sender.close();
    },
  };
}

/**
 * One job for each permit that an endpoint may take; a job that waits or runs already is not sent
 * twice.
 */
async function wake(queue: Queue<WakeUp>, due: readonly { endpointId: string }[]): Promise<void> {
  await queue.addBulk(
    due.flatMap(({ endpointId: id }) =>
      Array.from({ length: PERMITS_PER_ENDPOINT }, (_, permit) => ({
        name: JOB.job,
        data: { id },
        opts: { jobId: `whk_${id}_${permit}`, removeOnComplete: true, removeOnFail: true },
      })),
    ),
  );
}

type TurnDeps = DeliverDeps & {
  look: DueLook;
  queue: Queue<WakeUp>;
};

/** One message after the other, until a fresh look finds none that has its turn. */
async function runTurns(deps: TurnDeps, isClosing: () => boolean): Promise<void> {
  let due = await deps.look.recent();
  let isFresh = false;
  while (!isClosing()) {
    const turn = await claimTurn(deps, due);
    if (turn !== null) {
      await counted(JOB, () => runTurn(deps, turn));
      due = await deps.look.recent();
      isFresh = false;
    } else if (isFresh) return;
    else {
      due = await deps.look.anew();
      isFresh = true;
    }
  }
}

async function runTurn(deps: TurnDeps, { delivery, end }: DeliveryTurn): Promise<void> {
  try {
    const pauseMs = await deliver(deps, delivery);
    if (pauseMs !== null) await wakeLater(deps, delivery, pauseMs);
  } finally {
    end();
  }
}

/** The pump would find the message as well. */
async function wakeLater(
  { queue, logger }: TurnDeps,
  { endpointId, messageId, claims }: DeliveryTurn['delivery'],
  delay: number,
): Promise<void> {
  const jobId = `msg_${endpointId}_${messageId}_${claims}`;
  const opts = { delay, jobId, removeOnComplete: true, removeOnFail: true };
  await queue.add(JOB.job, { id: endpointId }, opts).catch((error: unknown) => {
    logger.warn({ error }, 'a job could not be sent; the pump will');
  });
}
