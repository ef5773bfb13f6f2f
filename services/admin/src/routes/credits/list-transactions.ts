import { Type } from 'typebox';
import type { Entry } from '@tollgate/contract/billing';
import {
  PlatformCreditPage,
  PlatformCreditTransactionOut,
} from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { UserIdParams } from '../../params.ts';

export const listCreditTransactions = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/credit-transactions',
  auth: 'platform',
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
    return (await billing.entries(user.id, page)).map(transactionOut);
  };

function transactionOut(entry: Entry): PlatformCreditTransactionOut {
  return {
    id: encodeId('txn', entry.id),
    user_id: encodeId('usr', entry.user_id),
    type: entry.kind,
    available_change: formatCredits(BigInt(entry.available_nano)),
    reserved_change: formatCredits(BigInt(entry.reserved_nano)),
    consumed_change: formatCredits(BigInt(entry.consumed_nano)),
    grant_id: entry.grant_id === null ? null : encodeId('grt', entry.grant_id),
    operation_id: entry.op_id === null ? null : encodeId('op', entry.op_id),
    actor: entry.actor,
    created_at: entry.at,
  };
}
