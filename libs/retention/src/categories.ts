import {
  countAccessEventsBefore,
  countAuditEventsBefore,
  purgeAccessEvents,
  purgeAuditEvents,
} from '@tollgate/audit/purge.queries';
import { verifyAuditChain } from '@tollgate/audit/verify-chain';
import type { RetentionCategory } from '@tollgate/contract/platform/retention';
import type { Db, Knex } from '@tollgate/db/connect';
import { countSessionsBefore, purgeSessions } from '@tollgate/identity/purge.queries';
import {
  countOldFilesAndBatches,
  deleteFileRow,
  deleteOldBatches,
  takeOldFiles,
} from '@tollgate/requests/batches/file.queries';
import {
  countIdempotencyRecordsBefore,
  countMediaBefore,
  countOperationsBefore,
  countRecordsBefore,
  forgetVideos,
  purgeIdempotencyRecords,
  purgeOperations,
  purgeRecords,
  takeOldVideos,
} from '@tollgate/requests/purge.queries';
import { countMessagesBefore, purgeMessages } from '@tollgate/webhooks/purge.queries';

/** The most rows that one transaction deletes. Partitions are dropped whole. */
const PURGE_BATCH_ROWS = 5_000;

/** The most files that one transaction removes. */
const FILES_BATCH = 100;

/** Where files lie that rows speak of. */
export interface Files {
  /** Resolves also where the file is not. */
  remove(name: { userId: string; id: string }): Promise<void>;
}

/** A category, with how its rows are counted and deleted. */
export interface Category {
  description: string;
  defaultDays: number;
  /** The least that a policy may say; the database refuses less for what it keeps by the day. */
  minimumDays: number;
  /** Kept in partitions of a day, so only whole days go. */
  wholeDays: boolean;
  /** How many rows there are before a cutoff. */
  count(db: Db, cutoff: Date): Promise<bigint>;
  /**
   * Takes one step; null when nothing before the cutoff is left.
   * @param files null where none are kept
   */
  purge(trx: Db, cutoff: Date, files: Files | null): Promise<bigint | null>;
  /** Throws when nothing may be purged. */
  check?(db: Knex): Promise<void>;
}

/** Every category: the owner of the rows counts and deletes them. */
export const CATEGORIES: Readonly<Record<RetentionCategory, Category>> = {
  request_records: {
    description: 'One record for each inference request, with its receipt',
    defaultDays: 395,
    minimumDays: 30,
    wholeDays: true,
    count: countRecordsBefore,
    purge: (trx, cutoff) => purgeRecords(trx, cutoff, PURGE_BATCH_ROWS),
  },
  access_events: {
    description: 'Every request that was answered, refused ones included',
    defaultDays: 90,
    minimumDays: 7,
    wholeDays: true,
    count: countAccessEventsBefore,
    purge: (trx, cutoff) => purgeAccessEvents(trx, cutoff, PURGE_BATCH_ROWS),
  },
  audit_events: {
    description: 'The chain of changes and security events; it stays verifiable from its anchor on',
    defaultDays: 2_555,
    minimumDays: 365,
    wholeDays: true,
    count: countAuditEventsBefore,
    purge: (trx, cutoff) => purgeAuditEvents(trx, cutoff, PURGE_BATCH_ROWS),
    check: assertChainIsWhole,
  },
  idempotency_records: {
    description:
      'Idempotency keys of calls and of created API keys after their last use; stored answers go after a day in any case',
    defaultDays: 30,
    minimumDays: 30,
    wholeDays: false,
    count: countIdempotencyRecordsBefore,
    purge: (trx, cutoff) => purgeIdempotencyRecords(trx, cutoff, PURGE_BATCH_ROWS),
  },
  async_results: {
    description: 'Answers of asynchronous operations after their end; callers see them for a day',
    defaultDays: 1,
    minimumDays: 1,
    wholeDays: false,
    count: countOperationsBefore,
    purge: (trx, cutoff) => purgeOperations(trx, cutoff, PURGE_BATCH_ROWS),
  },
  sessions: {
    description: 'Sessions of users and administrators that have ended',
    defaultDays: 30,
    minimumDays: 1,
    wholeDays: false,
    count: countSessionsBefore,
    purge: (trx, cutoff) => purgeSessions(trx, cutoff, PURGE_BATCH_ROWS),
  },
  media: {
    description: 'Files of videos after their end; the videos are listed for 30 days more',
    defaultDays: 7,
    minimumDays: 1,
    wholeDays: false,
    count: countMediaBefore,
    purge: purgeMedia,
  },
  batch_files: {
    description: 'Files of batches and of their results, and batches after their end',
    defaultDays: 30,
    minimumDays: 1,
    wholeDays: false,
    count: countOldFilesAndBatches,
    purge: purgeBatchFiles,
  },
  webhook_deliveries: {
    description: 'What webhooks were sent, with every attempt',
    defaultDays: 30,
    minimumDays: 7,
    wholeDays: false,
    count: countMessagesBefore,
    purge: (trx, cutoff) => purgeMessages(trx, cutoff, PURGE_BATCH_ROWS),
  },
  payloads: {
    description: 'Prompts and answers. Nothing is stored under this category',
    defaultDays: 30,
    minimumDays: 1,
    wholeDays: false,
    count: () => Promise.resolve(0n),
    purge: () => Promise.resolve(null),
  },
};

/**
 * The files go before the rows forget them: a worker that dies in between removes them again, which
 * does no harm.
 */
async function purgeMedia(trx: Db, cutoff: Date, files: Files | null): Promise<bigint | null> {
  const videos = await takeOldVideos(trx, cutoff, FILES_BATCH);
  if (videos.length === 0) return null;
  for (const video of videos.filter(({ hasFile }) => hasFile)) {
    if (files === null) {
      throw new PurgeRefused(
        'videos have files, and this worker has no store: set MEDIA_DIR or MEDIA_S3_BUCKET',
      );
    }
    await files.remove(video);
  }
  const ids = videos.map(({ id }) => id);
  await forgetVideos(trx, ids, cutoff);
  return BigInt(videos.length);
}

/** Files first, as those of videos; then the batches that have ended. */
async function purgeBatchFiles(trx: Db, cutoff: Date, files: Files | null): Promise<bigint | null> {
  const old = await takeOldFiles(trx, { cutoff, limit: FILES_BATCH });
  if (old.length === 0) {
    const gone = await deleteOldBatches(trx, { cutoff, limit: FILES_BATCH });
    return gone === 0n ? null : gone;
  }
  if (files === null) {
    throw new PurgeRefused(
      'batches have files, and this worker has no store: set MEDIA_DIR or MEDIA_S3_BUCKET',
    );
  }
  for (const file of old) {
    await files.remove(file);
    await deleteFileRow(trx, file.id);
  }
  return BigInt(old.length);
}

/** A purge must not delete the proof of tampering. */
async function assertChainIsWhole(db: Knex): Promise<void> {
  const { broken } = await verifyAuditChain(db);
  if (broken !== null) {
    throw new PurgeRefused(
      `the chain of audit events is broken at ${broken.seq}; nothing of it is purged`,
    );
  }
}

/** The purge failed, and another try would fail too; the message is for administrators. */
export class PurgeRefused extends Error {
  override readonly name = 'PurgeRefused';
}
