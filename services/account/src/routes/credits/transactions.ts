import type { Entry } from '@tollgate/contract/billing';
import {
  CreditTransactionList,
  TRANSACTIONS_LIMIT_MAX,
  TransactionsQuery,
} from '@tollgate/contract/credits';
import type { CreditTransactionOut } from '@tollgate/contract/credits';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { formatCredits } from '@tollgate/money/credits';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
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

function transactionOut(entry: Entry): CreditTransactionOut {
  return {
    id: encodeId('txn', entry.id),
    type: entry.kind,
    available_change: formatCredits(BigInt(entry.available_nano)),
    reserved_change: formatCredits(BigInt(entry.reserved_nano)),
    consumed_change: formatCredits(BigInt(entry.consumed_nano)),
    grant_id: entry.grant_id === null ? null : encodeId('grt', entry.grant_id),
    operation_id: entry.op_id === null ? null : encodeId('op', entry.op_id),
    created_at: entry.at,
  };
}
