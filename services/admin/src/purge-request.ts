import type { Request } from 'express';
import { HEADER } from '@tollgate/contract/headers';
import {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  isIdempotencyKey,
} from '@tollgate/contract/idempotency-key';
import type { RetentionPurgeRequest } from '@tollgate/contract/platform/retention';
import { ValidationError } from '@tollgate/http/validate';
import type { AdminDeps } from './deps.ts';
import { fieldError } from './field-errors.ts';

/**
 * The `Idempotency-Key` that a purge must have.
 * @throws ValidationError
 */
export function purgeKeyOf(request: Request): string {
  const lines = linesOf(request, HEADER.idempotencyKey);
  const [key] = lines;
  if (lines.length === 1 && isIdempotencyKey(key)) return key;
  throw new ValidationError([
    {
      loc: ['header', 'Idempotency-Key'],
      msg: `must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} visible ASCII characters`,
      type: lines.length === 0 ? 'missing' : 'value_error',
    },
  ]);
}

/** Every value of a header. The runtime's own getter for this fails on a header that is called as the prototype is. */
function linesOf({ rawHeaders }: Request, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/**
 * A digest belongs to the moment of its preview, and nothing can be counted back from a moment that is still to come.
 * @throws ValidationError
 */
export function assertPurgeMakesSense(
  { now }: Pick<AdminDeps, 'now'>,
  { as_of: asOf, digest }: RetentionPurgeRequest,
): void {
  if (asOf === undefined && digest !== undefined) {
    throw fieldError('body', 'as_of', 'must be that of the preview that the digest is from');
  }
  if (asOf !== undefined && !(new Date(asOf) <= now())) {
    throw fieldError('body', 'as_of', 'must not lie in the future');
  }
}
