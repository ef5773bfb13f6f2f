import type { HoldOut } from '@tollgate/contract/credits';
import type { OpenHold } from '@tollgate/contract/open-holds';
import { listHolds } from '@tollgate/contract/routes/account/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import { formatCredits } from '@tollgate/money/credits';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

const MS_PER_SECOND = 1_000;

/** Shows one page of open holds; 422 for a cursor that is none. */
export const handleListHolds = ({ billing }: AccountDeps): MountedRoute =>
  userRoute(listHolds, async ({ query }, { caller }) => {
    const { limit, cursor } = query;
    const found = await billing.openHolds(caller.user.id, {
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: operationIdOf(cursor) }),
    });
    const data = found.slice(0, limit).map(holdOut);
    const hasMore = found.length > limit;
    const last = data.at(-1)?.operation_id ?? null;
    return { data, has_more: hasMore, next_cursor: hasMore ? last : null };
  });

function holdOut(hold: OpenHold): HoldOut {
  return {
    operation_id: encodeId('op', hold.op_id),
    kind: hold.kind,
    api_key_id: encodeId('key', hold.api_key_id),
    held: formatCredits(BigInt(hold.amount_nano)),
    created_at: hold.created_at,
    expires_at: hold.expires_at,
    age_seconds: Math.floor(hold.age_ms / MS_PER_SECOND),
  };
}

function operationIdOf(cursor: string): string {
  const id = decodeId('op', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
