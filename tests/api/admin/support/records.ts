import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { connectDatabase } from '@tollgate/db/connect';
import type { RunningAdmin } from './admin.ts';

/** Writes records as the service of `/v1` does. */
export const recordsIn = async (
  admin: RunningAdmin,
  records: readonly RequestRecord[],
): Promise<void> => {
  const db = connectDatabase({
    url: admin.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  try {
    await insertRecords(db, records);
  } finally {
    await db.destroy();
  }
};

/** What must match nothing or be refused, and never break a query. */
export const HOSTILE_TEXTS = ["' OR 1=1--", '%', '_', '\\', '日本', '\uD800', 'null'];
