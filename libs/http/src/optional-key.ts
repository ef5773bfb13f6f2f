import type { Request } from 'express';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  isIdempotencyKey,
} from '@tollgate/contract/idempotency-key';

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
