import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Operations that have not ended; lines of batches are counted with their batch. */
export interface OpenOperations {
  queued: number;
  running: number;
  /** 0 when there is none. */
  oldestSeconds: number;
}

/** Counts what has not ended, by its index alone: cheap enough to be asked all the time. */
export async function countOpenOperations(db: Db): Promise<OpenOperations> {
  const found = await row<OpenOperations>(
    db,
    `select cast(count(*) filter (where state = 'queued') as int) as queued,
       cast(count(*) filter (where state = 'running') as int) as running,
       cast(coalesce(extract(epoch from now() - min(created_at)), 0) as double precision)
         as "oldestSeconds"
     from requests.operation where state in ('queued', 'running') and batch_id is null`,
  );
  return found ?? { queued: 0, running: 0, oldestSeconds: 0 };
}
