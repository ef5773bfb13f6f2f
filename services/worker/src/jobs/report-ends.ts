import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  isEndWaiting,
  takeEndedBatches,
  takeEndedOperations,
  takeEndedVideos,
} from '@tollgate/requests/operations/operation-ended.queries';
import type { EndedOperation } from '@tollgate/requests/operations/operation-ended.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { publish } from '@tollgate/webhooks/publish';
import type { WebhookEvent } from '@tollgate/webhooks/publish';
import type { RepeatedJob } from '../job.ts';

/** Ends that one transaction reports. */
const BATCH = 500;
/** Transactions of one turn; what is more waits for the next. */
const BATCHES_MAX = 20;

/**
 * Reports the ends of operations, videos and batches; the mark of an end as reported and its report
 * are one transaction.
 */
export const reportEndsJob: RepeatedJob = {
  name: 'report-ends',
  everyMs: (timers) => timers.webhookEnds,
  async run({ db }) {
    if (!(await isEndWaiting(db))) return { operations: 0, videos: 0, batches: 0 };
    const operations = await reportAll(db, takeEndedOperations, 'operation');
    const videos = await reportAll(db, takeEndedVideos, 'video');
    return { operations, videos, batches: await reportAll(db, takeEndedBatches, 'batch') };
  },
};

async function reportAll(db: Knex, take: typeof takeEndedOperations, kind: Kind): Promise<number> {
  let reported = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const taken = await transaction(db, async (trx) => {
      const ended = await take(trx, BATCH);
      await publish(
        trx,
        ended.map((one) => eventOf(one, kind)),
      );
      return ended.length;
    });
    reported += taken;
    if (taken < BATCH) break;
  }
  return reported;
}

/** What can end, and the prefix of its ids. */
const PREFIXES = { operation: 'op', video: 'vid', batch: 'batch' } as const;
type Kind = keyof typeof PREFIXES;

function eventOf(ended: EndedOperation, kind: Kind): WebhookEvent {
  return {
    ownerId: ended.userId,
    type: 'operation.ended',
    at: ended.finishedAt,
    data: {
      id: encodeId(PREFIXES[kind], ended.id),
      kind,
      mode: ended.mode,
      state: ended.isFailed ? 'failed' : 'done',
      api_key_id: encodeId('key', ended.apiKeyId),
      request_id: ended.requestId,
      error_code: ended.errorCode,
      status: ended.status,
      created_at: ended.createdAt.toISOString(),
      finished_at: ended.finishedAt.toISOString(),
    },
  };
}
