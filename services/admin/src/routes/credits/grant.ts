import { recordAuditEventOnce } from '@tollgate/audit/audit-events';
import type { Grant } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import {
  PlatformCreditGrantCreate,
  PlatformCreditGrantOut,
} from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import { getUserByPublicId } from '@tollgate/identity/users';
import { formatCredits, parseCredits } from '@tollgate/money/credits';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { AdminContext, AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { idempotencyKeyOf, onceByKey } from '../../optional-key.ts';
import { UserIdParams } from '../../params.ts';
import { change, withContext } from '../../trail.ts';
import { grantAsMade } from '../../grant-out.ts';

export const grantCredits = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/credit-grants',
  auth: 'platform',
  needs: 'credits',
  summary: 'Grant credits; once for each Idempotency-Key',
  params: UserIdParams,
  body: PlatformCreditGrantCreate,
  status: 201,
  requestHeaders: onceByKey(
    'Sent again with the same key, the credit is granted once.',
    'grant-4711',
  ),
  errors: ['invalid_idempotency_key', 'idempotency_key_mismatch', 'conflict'],
  response: PlatformCreditGrantOut,
});

export const handleGrantCredits =
  (deps: AdminDeps): AdminHandler<typeof grantCredits> =>
  async ({ params, body }, context) => {
    const idempotencyKey = idempotencyKeyOf(context) ?? `order-${newUuid()}`;
    const user = await getUserByPublicId(deps.db, params.user_id);
    if (user.status === 'closed') throw closedAccount();
    const order: GrantOrder = {
      user_id: user.id,
      amount_nano: nanoOf(body.amount),
      reason: body.reason ?? null,
      expires_at: expiryOf(deps, body.expires_at ?? null),
      actor: encodeId('adm', context.caller.administrator.id),
      idempotency_key: idempotencyKey,
    };
    await placeOrder(deps, context, order);
    const { outcome, grant } = await deps.billing.createGrant(order);
    if (outcome === 'conflict' || grant === null) {
      throw new GatewayError(
        'idempotency_key_mismatch',
        'This Idempotency-Key was used for another grant.',
      );
    }
    await noteGrant(deps, context, grant);
    if (outcome === 'repeated') context.response.setHeader(HEADER.idempotentReplay, 'true');
    return grantAsMade(grant);
  };

function closedAccount(): GatewayError {
  return new GatewayError(
    'conflict',
    'This account is closed and never opens again, so that credits granted to it could not be used.',
  );
}

type GrantOrder = Parameters<AdminDeps['billing']['createGrant']>[0];

/**
 * Tells the trail what billing is about to be asked, so that a grant whose answer never comes differs from one that nobody has ordered.
 * The key names the grant: a request without one is given its own.
 */
function placeOrder(deps: AdminDeps, context: AdminContext, order: GrantOrder): Promise<void> {
  const { user_id: userId, amount_nano: nano, actor, idempotency_key: key } = order;
  return change(deps, context, (_trx, note) =>
    note({
      action: 'credit_grant.create_order',
      target: { kind: 'user', id: userId },
      userId,
      details: {
        amount: formatCredits(BigInt(nano)),
        expires_at: order.expires_at,
        reason: order.reason,
        granted_by: actor,
        idempotency_key: key,
      },
    }),
  );
}

/** Billing has its own book; the event follows it, and a repetition makes up for one that got lost on the way. */
async function noteGrant(deps: AdminDeps, context: AdminContext, grant: Grant): Promise<void> {
  const event = withContext(context, {
    action: 'credit_grant.create',
    target: { kind: 'credit_grant', id: grant.id } as const,
    userId: grant.user_id,
    details: {
      amount: formatCredits(BigInt(grant.amount_nano)),
      expires_at: grant.expires_at,
      reason: grant.reason,
    },
  });
  await transaction(deps.db, (trx) => recordAuditEventOnce(trx, event));
}

/** Nano-credits of a checked amount. */
export function nanoOf(amount: string): string {
  const nano = parseCredits(amount);
  if (nano === null || nano <= 0n) throw fieldError('body', 'amount', 'is no amount of credits');
  return nano.toString();
}

function expiryOf(deps: AdminDeps, text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || moment <= deps.now()) {
    throw fieldError('body', 'expires_at', 'must be a moment in the future');
  }
  return moment.toISOString();
}
