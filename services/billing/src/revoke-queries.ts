import type { Grant } from '@tollgate/contract/billing';
import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Credit to take back of a grant. */
export interface Revocation {
  grantId: string;
  /** Null: everything that is neither spent nor held. */
  amountNano: string | null;
  reason: string | null;
  actor: string;
  /** The same key of the same actor takes once; null: each call takes. */
  idempotencyKey: string | null;
}

/** What became of a revocation, with the parts of its grant right after it. */
export interface RevocationResult {
  outcome: 'revoked' | 'nothing_to_revoke' | 'repeated' | 'conflict' | 'exceeds' | 'not_found';
  revokedNano: string;
  after: Pick<Grant, 'remaining_nano' | 'revoked_nano' | 'expired_nano'>;
}

/**
 * Takes back what is neither spent nor held of a grant. The same key of the same actor again gives what the first call took,
 * or `conflict` where grant, amount or reason differ.
 */
export async function revokeGrant(db: Db, revocation: Revocation): Promise<RevocationResult> {
  const found = await row<Omit<RevocationResult, 'after'> & RevocationResult['after']>(
    db,
    `select outcome, cast(taken_n as text) as "revokedNano",
       cast(remaining_n as text) as remaining_nano, cast(revoked_n as text) as revoked_nano,
       cast(expired_n as text) as expired_nano
     from billing.revoke_grant(cast(:grantId as uuid), cast(:amountNano as bigint), :reason,
       :actor, :idempotencyKey)`,
    { ...revocation },
  );
  if (found === null) throw new Error('revoke_grant gave no verdict');
  const { outcome, revokedNano, ...after } = found;
  return { outcome, revokedNano, after };
}
