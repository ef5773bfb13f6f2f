import type { Knex } from 'knex';
import type { listWalletsRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listWallets } from '../../queries.ts';
import { walletsOf } from '../../wallet.ts';

/** Wallets of several users, in the order asked for. */
export const handleQueryWallets =
  ({ db }: { db: Knex }): Handler<typeof listWalletsRoute> =>
  async ({ body }) => {
    const found = await withRetries(() => listWallets(db, body.user_ids), { keyed: true });
    return { wallets: walletsOf(body.user_ids, found) };
  };
