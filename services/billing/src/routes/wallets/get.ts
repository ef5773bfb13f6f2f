import type { Knex } from 'knex';
import type { getWalletRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listWallets } from '../../queries.ts';
import { emptyWallet } from '../../wallet.ts';

/** One wallet; zeros when nothing was ever granted. */
export const handleGetWallet =
  ({ db }: { db: Knex }): Handler<typeof getWalletRoute> =>
  async ({ params }) => {
    const [wallet] = await withRetries(() => listWallets(db, [params.user_id]), { keyed: true });
    return wallet ?? emptyWallet(params.user_id);
  };
