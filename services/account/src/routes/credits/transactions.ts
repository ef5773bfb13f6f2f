import { transactionOut } from '@tollgate/billing-client/credits-out';
import {
  CreditTransactionList,
  TRANSACTIONS_LIMIT_MAX,
  TransactionsQuery,
} from '@tollgate/contract/credits';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/credits/transactions`. */
export const listTransactions = defineRoute({
  method: 'get',
  path: '/api/credits/transactions',
  auth: 'user',
  summary: 'Movements of the wallet, newest first',
  query: TransactionsQuery,
  status: 200,
  response: CreditTransactionList,
});

/** Shows one page of movements; 422 for a cursor that is none. */
export const handleListTransactions =
  ({ billing }: AccountDeps): Handler<typeof listTransactions, UserCaller> =>
  async ({ query }, { caller }) => {
    const wanted = Math.min(query.limit, TRANSACTIONS_LIMIT_MAX - 1);
    const entries = await billing.entries(caller.user.id, {
      limit: wanted + 1,
      ...(query.cursor === undefined ? {} : { before: entryIdOf(query.cursor) }),
    });
    const data = entries.slice(0, wanted).map(transactionOut);
    const hasMore = entries.length > wanted;
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  };

function entryIdOf(cursor: string): string {
  const id = decodeId('txn', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
