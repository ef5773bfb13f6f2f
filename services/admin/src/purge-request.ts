import type { RetentionPurgeRequest } from '@tollgate/contract/platform/retention';
import type { AdminDeps } from './deps.ts';
import { fieldError } from './field-errors.ts';

/**
 * A digest belongs to the moment of its preview, and nothing can be counted back from a moment that
 * is still to come.
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
