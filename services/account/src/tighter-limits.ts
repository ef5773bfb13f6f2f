import type { LimitsIn } from '@tollgate/contract/limits-document';
import { ValidationError } from '@tollgate/http/validate';
import type { User } from '@tollgate/identity/users';
import type { ApiKey } from '@tollgate/keys/keys';
import { limitsTooLoose } from '@tollgate/keys/limits';
import { parseLimits } from '@tollgate/money/limit-set';

/**
 * Refuses limits of an owner that are looser than what the platform set on the key or on the user.
 * @param given.key null for a key that is yet to be made
 * @throws ValidationError
 */
export function assertLimitsTighter(
  limits: LimitsIn | null | undefined,
  given: { key: ApiKey | null; user: User },
): void {
  const owner = parseLimits(given.user.limits);
  const faults = limitsTooLoose(parseLimits(limits), { key: given.key, owner });
  if (faults.length === 0) return;
  throw new ValidationError(
    faults.map((name) => ({
      loc: ['body', 'limits', name],
      msg: 'must not be above what the platform allows',
      type: 'limit',
    })),
  );
}
