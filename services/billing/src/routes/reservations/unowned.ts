import type { Knex } from 'knex';
import type { listUnownedRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listUnowned } from '../../queries.ts';

/** Open holds without a process; whether a hold is needed, the row of its operation tells. */
export const handleListUnowned =
  ({ db }: { db: Knex }): Handler<typeof listUnownedRoute> =>
  async ({ query }) => ({
    reservations: await withRetries(
      () => listUnowned(db, { olderThanMs: query.older_than_ms, holder: query.holder ?? null }),
      { keyed: true },
    ),
  });
