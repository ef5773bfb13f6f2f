import type { AuditAction } from '@tollgate/audit/actions';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { RouteContext } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from './deps.ts';
import { noteEvent } from './trail.ts';

/** One change of a webhook and what the trail says of it. */
export interface WebhookChange<Result> {
  action: Extract<AuditAction, `webhook.${string}`>;
  change: (trx: Knex.Transaction) => Promise<Result>;
  /** The uuid of the endpoint that was changed. */
  endpointId: (result: Result) => string;
  details?: (result: Result) => Record<string, unknown>;
}

/** Changes a webhook and leaves an event, both or neither. */
export function changeWebhook<Result>(
  { db }: Pick<AccountDeps, 'db'>,
  context: RouteContext<UserCaller>,
  { action, change, endpointId, details }: WebhookChange<Result>,
): Promise<Result> {
  return transaction(db, async (trx) => {
    const changed = await change(trx);
    await noteEvent(trx, context, {
      action,
      user: context.caller.user,
      target: { kind: 'webhook', id: endpointId(changed) },
      details: details?.(changed) ?? {},
    });
    return changed;
  });
}

/**
 * The address of a receiver as it is kept.
 * @throws ValidationError for an address that no message may go to
 */
export function receiverUrl(
  { webhooks }: Pick<AccountDeps, 'webhooks'>,
  ownerId: string,
  text: string,
): string {
  const checked = webhooks.receivers.check(ownerId, text);
  if ('url' in checked) return checked.url;
  throw new ValidationError([{ loc: ['body', 'url'], msg: checked.fault, type: 'value_error' }]);
}
