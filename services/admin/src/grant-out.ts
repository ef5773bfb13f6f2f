import type { Grant } from '@tollgate/contract/billing';
import type { PlatformCreditGrantOut } from '@tollgate/contract/platform/credits';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';

/** A grant as administrators see one. */
export function grantOut(grant: Grant): PlatformCreditGrantOut {
  return {
    id: encodeId('grt', grant.id),
    user_id: encodeId('usr', grant.user_id),
    amount: formatCredits(BigInt(grant.amount_nano)),
    remaining: formatCredits(BigInt(grant.remaining_nano)),
    revoked: formatCredits(BigInt(grant.revoked_nano)),
    expired: formatCredits(BigInt(grant.expired_nano)),
    reason: grant.reason,
    expires_at: grant.expires_at,
    created_by: grant.created_by,
    created_at: grant.created_at,
  };
}

/**
 * A grant as it was when it was made, whatever has become of it since: what a repeated request is
 * answered.
 */
export function grantAsMade(grant: Grant): PlatformCreditGrantOut {
  return grantOut({
    ...grant,
    remaining_nano: grant.amount_nano,
    revoked_nano: '0',
    expired_nano: '0',
  });
}
