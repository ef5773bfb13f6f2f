import type { Db } from '@tollgate/db/connect';
import { isExpiryAhead } from '@tollgate/keys/keys';
import { ValidationError } from '@tollgate/http/validate';

/**
 * Refuses an expiry that is not a moment, or that is past by the database's clock.
 * @throws ValidationError
 */
export async function assertExpiryAhead(
  db: Db,
  expiresAt: string | null | undefined,
): Promise<void> {
  if (expiresAt === null || expiresAt === undefined) return;
  if (await isExpiryAhead(db, expiresAt)) return;
  throw new ValidationError([
    { loc: ['body', 'expires_at'], msg: 'must be a moment in the future', type: 'expiry' },
  ]);
}
