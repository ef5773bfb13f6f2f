import { listOperationEntriesRoute } from '@tollgate/contract/routes/billing/operations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listOperationEntries } from '../../entry.queries.ts';

/** Every movement of one operation. */
export const handleListOperationEntries = ({ db }: { db: Knex }): MountedRoute =>
  route(listOperationEntriesRoute, async ({ params }) => ({
    entries: await withRetries(() => listOperationEntries(db, params.op_id), { keyed: true }),
  }));
