import { GatewayError } from '@tollgate/contract/errors';
import { NANO_MAX } from '@tollgate/money/credits';

/**
 * Refuses amounts that no column holds, before they can spoil a batch that others share.
 * @throws GatewayError `invalid_request`
 */
export function assertAmount(nano: string, param: string): void {
  if (BigInt(nano) > NANO_MAX) {
    throw new GatewayError('invalid_request', `${param} is larger than any balance.`, { param });
  }
}

/** A text that PostgreSQL can store: without NUL and without halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
