import type { Knex } from 'knex';
import type { listLossesRoute } from '@tollgate/contract/losses';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listLosses } from '../../loss-queries.ts';

/** Who costs the platform most. */
export const handleListLosses =
  ({ db }: { db: Knex }): Handler<typeof listLossesRoute> =>
  async ({ query }) => ({
    owners: await withRetries(() => listLosses(db, query), { keyed: true }),
  });
