import { getWalletRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listWallets } from '../../wallet.queries.ts';
import { emptyWallet } from '../../wallet.ts';

/** One wallet; zeros when nothing was ever granted. */
export const handleGetWallet = ({ db }: { db: Knex }): MountedRoute =>
  route(getWalletRoute, async ({ params }) => {
    const [wallet] = await withRetries(() => listWallets(db, [params.user_id]), { keyed: true });
    return wallet ?? emptyWallet(params.user_id);
  });
