import type { Knex } from 'knex';
import type { listOperationEntriesRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listOperationEntries } from '../../operation-queries.ts';

/** Every movement of one operation. */
export const handleListOperationEntries =
  ({ db }: { db: Knex }): Handler<typeof listOperationEntriesRoute> =>
  async ({ params }) => ({
    entries: await withRetries(() => listOperationEntries(db, params.op_id), { keyed: true }),
  });
