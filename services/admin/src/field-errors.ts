import { ValidationError } from '@tollgate/http/validate';
import { decodeId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';

/** A 422 for one field. */
export function fieldError(
  part: 'body' | 'query' | 'path',
  field: string,
  message: string,
): ValidationError {
  return new ValidationError([{ loc: [part, field], msg: message, type: 'value_error' }]);
}

/**
 * The uuid of a `before` parameter; undefined without one.
 * @throws ValidationError for what is no id of that kind
 */
export function cursorOf(prefix: IdPrefix, before: string | undefined): string | undefined {
  if (before === undefined) return undefined;
  const uuid = decodeId(prefix, before);
  if (uuid === null) throw fieldError('query', 'before', 'must be the id of a row');
  return uuid;
}
