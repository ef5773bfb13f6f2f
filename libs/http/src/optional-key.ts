import type { Request } from 'express';
import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  IDEMPOTENCY_KEY_PATTERN,
  isIdempotencyKey,
} from '@tollgate/contract/idempotency-key';
import type { RouteDefinition } from '@tollgate/contract/route';

/** The headers of a route that may have an `Idempotency-Key`, as its description names them. */
export function onceByKey(
  description: string,
  example: string,
): NonNullable<RouteDefinition['requestHeaders']> {
  const schema = Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN, examples: [example] });
  return { [HEADER.idempotencyKey]: { description, schema } };
}

/**
 * The `Idempotency-Key` of a request that may have one; null where there is none.
 * @throws GatewayError `invalid_idempotency_key`
 */
export function idempotencyKeyOf({ request }: { request: Request }): string | null {
  const key = request.headers[HEADER.idempotencyKey];
  if (key === undefined) return null;
  if (isIdempotencyKey(key)) return key;
  throw new GatewayError(
    'invalid_idempotency_key',
    `An Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} visible ASCII characters.`,
    { param: 'Idempotency-Key' },
  );
}
