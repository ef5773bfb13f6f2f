import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Notes that a process lives. */
export async function heartbeat(db: Db, process: { id: string; service: string }): Promise<void> {
  await rows(db, 'select billing.heartbeat(:id, :service)', process);
}

/** Closes what a leaving process still holds; gives the number of holds. */
export async function deregister(db: Db, processId: string): Promise<number> {
  const found = await row<{ closed: number }>(
    db,
    'select billing.deregister(:processId) as closed',
    {
      processId,
    },
  );
  return found?.closed ?? 0;
}
