import { listWalletsRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listWallets } from '../../wallet.queries.ts';
import { walletsOf } from '../../wallet.ts';

/** Wallets of several users, in the order asked for. */
export const handleQueryWallets = ({ db }: { db: Knex }): MountedRoute =>
  route(listWalletsRoute, async ({ body }) => {
    const found = await withRetries(() => listWallets(db, body.user_ids), { keyed: true });
    return { wallets: walletsOf(body.user_ids, found) };
  });
