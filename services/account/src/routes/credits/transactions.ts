import { transactionOut } from '@tollgate/billing-client/credits-out';
import { TRANSACTIONS_LIMIT_MAX } from '@tollgate/contract/credits';
import { listTransactions } from '@tollgate/contract/routes/account/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows one page of movements; 422 for a cursor that is none. */
export const handleListTransactions = ({ billing }: AccountDeps): MountedRoute =>
  userRoute(listTransactions, async ({ query }, { caller }) => {
    const wanted = Math.min(query.limit, TRANSACTIONS_LIMIT_MAX - 1);
    const { entries, archived = null } = await billing.entries(caller.user.id, {
      limit: wanted + 1,
      holds: query.holds,
      ...(query.cursor === undefined ? {} : { before: entryIdOf(query.cursor) }),
    });
    const data = entries.slice(0, wanted).map(transactionOut);
    const hasMore = entries.length > wanted;
    const next = hasMore ? (data.at(-1)?.id ?? null) : null;
    return { data, has_more: hasMore, next_cursor: next, archived };
  });

function entryIdOf(cursor: string): string {
  const id = decodeId('txn', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
