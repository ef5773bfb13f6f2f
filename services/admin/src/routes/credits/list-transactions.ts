import { Type } from 'typebox';
import { transactionOut } from '@tollgate/billing-client/credits-out';
import type { Entry } from '@tollgate/contract/billing';
import {
  PlatformCreditPage,
  PlatformCreditTransactionOut,
} from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { UserIdParams } from '../../params.ts';

export const listCreditTransactions = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/credit-transactions',
  auth: 'platform',
  needs: 'read',
  summary: 'Movements of a wallet, newest first',
  params: UserIdParams,
  query: PlatformCreditPage,
  status: 200,
  response: Type.Array(PlatformCreditTransactionOut),
});

export const handleListCreditTransactions =
  ({ db, billing }: AdminDeps): AdminHandler<typeof listCreditTransactions> =>
  async ({ params, query }) => {
    const before = cursorOf('txn', query.before);
    const user = await getUserByPublicId(db, params.user_id);
    const page = { limit: query.limit, ...(before === undefined ? {} : { before }) };
    return (await billing.entries(user.id, page)).map(platformTransactionOut);
  };

/** A movement as administrators see it. */
export function platformTransactionOut(entry: Entry): PlatformCreditTransactionOut {
  return {
    ...transactionOut(entry),
    user_id: encodeId('usr', entry.user_id),
    actor: entry.actor,
  };
}
