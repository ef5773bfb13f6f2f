import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A key that expires soon. */
export interface ExpiringKey {
  id: string;
  ownerId: string;
  name: string;
  expiresAt: Date;
}

/**
 * Takes keys that expire within so many days and whose expiry was not reported yet, and marks it as
 * reported, in the transaction of the report. Another expiry of the same key is reported again.
 */
export function takeExpiringKeys(
  trx: Db,
  given: { days: number; limit: number },
): Promise<ExpiringKey[]> {
  return rows<ExpiringKey>(
    trx,
    `update keys.api_key set expiry_told = expires_at where id in (
       select id from keys.api_key
       where deleted_at is null and expires_at is distinct from expiry_told
         and expires_at > now() and expires_at <= now() + :days * interval '1 day'
       order by expires_at limit :limit for update skip locked)
     returning id, owner_id as "ownerId", name, expires_at as "expiresAt"`,
    given,
  );
}

/** Keys in use that expire within so many days, the soonest first. */
export function listExpiringKeys(
  db: Db,
  given: { days: number; limit: number },
): Promise<ExpiringKey[]> {
  return rows<ExpiringKey>(
    db,
    `select id, owner_id as "ownerId", name, expires_at as "expiresAt" from keys.api_key
     where deleted_at is null and status = 'active' and last_used_at is not null
       and expires_at > now() and expires_at <= now() + :days * interval '1 day'
     order by expires_at, id limit :limit`,
    given,
  );
}
