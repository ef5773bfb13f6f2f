import { transactionOut } from '@tollgate/billing-client/credits-out';
import type { Entry } from '@tollgate/contract/billing';
import type { PlatformCreditTransactionOut } from '@tollgate/contract/platform/credits';
import { listCreditTransactions } from '@tollgate/contract/routes/admin/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { sayArchived } from '../../say-archived.ts';

export const handleListCreditTransactions = ({ db, billing }: AdminDeps): MountedRoute =>
  platformRoute(listCreditTransactions, async ({ params, query }, { response }) => {
    const before = cursorOf('txn', query.before);
    const user = await getUserByPublicId(db, params.user_id);
    const { limit, holds } = query;
    const page = { limit, holds, ...(before === undefined ? {} : { before }) };
    const { entries, archived } = await billing.entries(user.id, page);
    sayArchived(response, archived);
    return entries.map(platformTransactionOut);
  });

/** A movement as administrators see it. */
export function platformTransactionOut(entry: Entry): PlatformCreditTransactionOut {
  return {
    ...transactionOut(entry),
    user_id: encodeId('usr', entry.user_id),
    actor: entry.actor,
  };
}
