import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from './deps.ts';
import { fieldError } from './field-errors.ts';

/**
 * The address of a receiver of the operators as it is kept.
 * @throws ValidationError for an address that no message may go to
 */
export function receiverUrl({ webhooks }: Pick<AdminDeps, 'webhooks'>, text: string): string {
  const checked = webhooks.receivers.check(OPERATORS, text);
  if ('url' in checked) return checked.url;
  throw fieldError('body', 'url', checked.fault);
}
