import type { RetentionCategory } from '@tollgate/contract/platform/retention';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** One category of a purge. */
export interface PurgeStepRow {
  position: number;
  category: RetentionCategory;
  cutoff: Date;
  rowsExpected: bigint | null;
  rowsPurged: bigint;
  batches: number;
  finishedAt: Date | null;
}

export async function insertPurgeStep(
  db: Db,
  step: {
    purgeId: string;
    position: number;
    category: RetentionCategory;
    cutoff: Date;
    rowsExpected: bigint | null;
  },
): Promise<void> {
  await rows(
    db,
    `insert into retention.purge_step (purge_id, position, category, cutoff, rows_expected)
     values (:purgeId, :position, :category, :cutoff, cast(:rowsExpected as bigint))`,
    { ...step, rowsExpected: step.rowsExpected?.toString() ?? null },
  );
}

export function listPurgeSteps(db: Db, purgeId: string): Promise<PurgeStepRow[]> {
  return rows<PurgeStepRow>(
    db,
    `select position, category, cutoff, rows_expected as "rowsExpected",
       rows_purged as "rowsPurged", batches, finished_at as "finishedAt"
     from retention.purge_step where purge_id = :purgeId order by position`,
    { purgeId },
  );
}

/** Adds what one step has taken; null means that the category is through. */
export async function notePurged(
  db: Db,
  step: { purgeId: string; position: number; gone: bigint | null },
): Promise<void> {
  const where = 'where purge_id = :purgeId and position = :position';
  await rows(
    db,
    step.gone === null
      ? `update retention.purge_step set finished_at = now() ${where}`
      : `update retention.purge_step set rows_purged = rows_purged + cast(:gone as bigint),
           batches = batches + 1 ${where}`,
    { ...step, gone: step.gone?.toString() ?? null },
  );
}
