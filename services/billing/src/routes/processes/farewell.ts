import type { Knex } from 'knex';
import type { farewellRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import { withRetries } from '../../attempts.ts';
import { farewell } from '../../queries.ts';

/** Closes what a leaving process still holds. */
export const handleFarewell =
  ({ db, logger }: { db: Knex; logger: Logger }): Handler<typeof farewellRoute> =>
  async ({ body }) => {
    const holds = await withRetries(() => farewell(db, body.process_id), { keyed: true });
    if (holds > 0) logger.warn({ holds, process: body.process_id }, 'a process left with holds');
    return undefined;
  };
