import type { Grant, GrantEnd } from '@tollgate/contract/billing';
import type { CreditGrantOut } from '@tollgate/contract/credits';
import { listGrants } from '@tollgate/contract/routes/account/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import { formatCredits } from '@tollgate/money/credits';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows one page of grants; 422 for a cursor that is none. */
export const handleListGrants = ({ billing }: AccountDeps): MountedRoute =>
  userRoute(listGrants, async ({ query }, { caller }) => {
    const { limit, cursor } = query;
    const { grants, next_end: end } = await billing.grants(caller.user.id, {
      limit: limit + 1,
      ...(cursor === undefined ? {} : { before: grantIdOf(cursor) }),
    });
    const now = new Date();
    const data = grants.slice(0, limit).map((grant) => grantOut(grant, now));
    const hasMore = grants.length > limit;
    return {
      data,
      has_more: hasMore,
      next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null,
      next_expiry: end === null ? null : expiryOut(end),
    };
  });

/** Who granted and the reason that was noted are the platform's own. */
function grantOut(grant: Grant, now: Date): CreditGrantOut {
  const [amount, remaining, revoked, expired] = [
    BigInt(grant.amount_nano),
    BigInt(grant.remaining_nano),
    BigInt(grant.revoked_nano),
    BigInt(grant.expired_nano),
  ];
  return {
    id: encodeId('grt', grant.id),
    amount: formatCredits(amount),
    remaining: formatCredits(remaining),
    spent: formatCredits(amount - remaining - revoked - expired),
    revoked: formatCredits(revoked),
    expired: formatCredits(expired),
    state: stateOf({ remaining, revoked, expired }, hasEnded(grant, now)),
    expires_at: grant.expires_at,
    created_at: grant.created_at,
  };
}

/**
 * What took the last of a grant. What calls under way keep of one past its end has ended for all
 * others.
 */
function stateOf(
  { remaining, revoked, expired }: Record<'remaining' | 'revoked' | 'expired', bigint>,
  isPast: boolean,
): CreditGrantOut['state'] {
  if (expired > 0n || (remaining > 0n && isPast)) return 'expired';
  if (remaining > 0n) return 'granted';
  return revoked > 0n ? 'revoked' : 'spent';
}

const hasEnded = ({ expires_at: end }: Grant, now: Date): boolean =>
  end !== null && new Date(end) <= now;

const expiryOut = ({ at, remaining_nano: nano }: GrantEnd) => ({
  at,
  remaining: formatCredits(BigInt(nano)),
});

function grantIdOf(cursor: string): string {
  const id = decodeId('grt', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
