import type { Grant, GrantEnd } from '@tollgate/contract/billing';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { Page, Timed } from './query-shapes.ts';

/** A grant to make. */
export interface NewGrant {
  userId: string;
  amountNano: string;
  reason: string | null;
  expiresAt: string | null;
  actor: string;
  idempotencyKey: string | null;
}

/** What became of a grant that was asked for; `unknown`: nothing was granted under its key. */
export interface GrantVerdict {
  outcome: 'granted' | 'repeated' | 'conflict' | 'unknown';
  grantId: string | null;
}

const GRANT_ASKED = `cast(:userId as uuid), cast(:amountNano as bigint), :reason,
  cast(:expiresAt as timestamptz), :actor, :idempotencyKey`;

/**
 * Grants credit; the same key of the same actor again gives the first grant, or `conflict` when the
 * body differs.
 */
export async function createGrant(db: Db, grant: NewGrant): Promise<GrantVerdict> {
  const found = await row<GrantVerdict>(
    db,
    `select outcome, grant_id as "grantId" from billing.create_grant(${GRANT_ASKED})`,
    { ...grant },
  );
  if (found === null) throw new Error('create_grant gave no verdict');
  return found;
}

/**
 * The grant that the same actor made under the same key, or `conflict` when the body differs;
 * grants nothing.
 */
export async function findRepeatedGrant(db: Db, grant: NewGrant): Promise<GrantVerdict> {
  const found = await row<GrantVerdict>(
    db,
    `select outcome, grant_id as "grantId" from billing.repeated_grant(${GRANT_ASKED})`,
    { ...grant },
  );
  return found ?? { outcome: 'unknown', grantId: null };
}

const GRANT_COLUMNS = `id, user_id, cast(amount_n as text) as amount_nano,
  cast(remaining_n as text) as remaining_nano, cast(revoked_n as text) as revoked_nano,
  cast(expired_n as text) as expired_nano, reason, expires_at, created_by, created_at`;

type GrantRow = Timed<Grant, 'expires_at' | 'created_at'>;

/** A grant, or null. */
export async function findGrant(db: Db, grantId: string): Promise<Grant | null> {
  const found = await row<GrantRow>(
    db,
    `select ${GRANT_COLUMNS} from billing.credit_grant where id = :grantId`,
    { grantId },
  );
  return found === null ? null : grantOut(found);
}

/** Grants of a user, newest first. */
export async function listGrants(db: Db, userId: string, page: Page): Promise<Grant[]> {
  const found = await rows<GrantRow>(
    db,
    `select ${GRANT_COLUMNS} from billing.credit_grant
     where user_id = :userId and (cast(:before as uuid) is null or id < cast(:before as uuid))
     order by id desc limit :limit`,
    { userId, ...page },
  );
  return found.map(grantOut);
}

/**
 * The next moment at which credit of a user ends, with what is left of the grants that end then;
 * null when none will.
 */
export async function findNextEnd(db: Db, userId: string): Promise<GrantEnd | null> {
  const found = await row<{ at: Date; remaining_nano: string }>(
    db,
    `select expires_at as at, cast(sum(remaining_n) as text) as remaining_nano
     from billing.credit_grant
     where user_id = :userId and remaining_n > 0 and expires_at > now()
     group by expires_at order by expires_at limit 1`,
    { userId },
  );
  return found === null ? null : { ...found, at: found.at.toISOString() };
}

function grantOut(found: GrantRow): Grant {
  return {
    ...found,
    expires_at: found.expires_at?.toISOString() ?? null,
    created_at: found.created_at.toISOString(),
  };
}

/** Credit to take back of a grant. */
export interface Revocation {
  grantId: string;
  /** Null: everything that is neither spent nor held. */
  amountNano: string | null;
  reason: string | null;
  actor: string;
  /** A call that repeats key and actor takes nothing more; null: each call takes. */
  idempotencyKey: string | null;
}

/** What became of a revocation, with the parts of its grant right after it. */
export interface RevocationResult {
  outcome: 'revoked' | 'nothing_to_revoke' | 'repeated' | 'conflict' | 'exceeds' | 'not_found';
  revokedNano: string;
  after: Pick<Grant, 'remaining_nano' | 'revoked_nano' | 'expired_nano'>;
}

/**
 * Takes back what is neither spent nor held of a grant. The same key of the same actor again gives
 * what the first call took, or `conflict` where grant, amount or reason differ.
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
