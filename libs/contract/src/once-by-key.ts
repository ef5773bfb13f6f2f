import { Type } from 'typebox';
import { HEADER } from './headers.ts';
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.ts';
import type { RouteDefinition } from './route.ts';

/** The headers of a route that may have an `Idempotency-Key`, as its description names them. */
export function onceByKey(
  description: string,
  example: string,
): NonNullable<RouteDefinition['requestHeaders']> {
  const schema = Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN, examples: [example] });
  return { [HEADER.idempotencyKey]: { description, schema } };
}

/** What goes for a rotation of an API key as for its creation. */
export const keyRotation = {
  requestHeaders: onceByKey(
    'Sent again with the same key, the API key is rotated once: the repeat is refused with its id.',
    'rotation-of-ci-2027-01',
  ),
  errors: [
    'conflict',
    'invalid_idempotency_key',
    'idempotency_key_mismatch',
    'idempotency_result_not_stored',
  ],
} as const;

/**
 * What the creation of an API key has in common, whether its owner or an administrator asks for it.
 */
export const keyCreation = {
  requestHeaders: onceByKey(
    'Sent again with the same key, one API key is created: the repeat is refused with its id.',
    'key-of-ci-4711',
  ),
  errors: [
    'conflict',
    'invalid_idempotency_key',
    'idempotency_key_mismatch',
    'idempotency_result_not_stored',
  ],
} as const;
