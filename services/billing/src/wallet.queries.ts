import type { Wallet } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

const WALLET_COLUMNS = `user_id, cast(granted_n as text) as granted_nano,
  cast(available_n as text) as available_nano, cast(reserved_n as text) as reserved_nano,
  cast(consumed_n as text) as consumed_nano, cast(revoked_n as text) as revoked_nano,
  cast(expired_n as text) as expired_nano`;

/** The wallets that exist among those of the users asked for. */
export function listWallets(db: Db, userIds: readonly string[]): Promise<Wallet[]> {
  return rows<Wallet>(
    db,
    `select ${WALLET_COLUMNS} from billing.wallet where user_id = any (cast(:userIds as uuid[]))`,
    { userIds },
  );
}
