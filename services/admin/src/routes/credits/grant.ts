import { recordAuditEventOnce } from '@tollgate/audit/audit-events';
import type { Grant } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { grantCredits } from '@tollgate/contract/routes/admin/credits';
import { transaction } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { User } from '@tollgate/identity/users';
import { formatCredits, parseCredits } from '@tollgate/money/credits';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { AdminContext, AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { grantAsMade } from '../../grant-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change, withContext } from '../../trail.ts';

export const handleGrantCredits = (deps: AdminDeps): MountedRoute =>
  platformRoute(grantCredits, async ({ params, body }, context) => {
    const key = idempotencyKeyOf(context);
    const user = await getUserByPublicId(deps.db, params.user_id);
    const order: GrantOrder = {
      user_id: user.id,
      amount_nano: nanoOf(body.amount),
      reason: body.reason ?? null,
      expires_at: momentOf(body.expires_at ?? null),
      actor: encodeId('adm', context.caller.administrator.id),
      idempotency_key: key ?? `order-${newUuid()}`,
    };
    const refusal = refusalOf(deps, user, order);
    if (refusal !== null && key === null) throw refusal;
    const { outcome, grant } = await madeOrRepeated(deps, context, { order, refusal });
    if (outcome === 'conflict' || grant === null) {
      throw new GatewayError(
        'idempotency_key_mismatch',
        'This Idempotency-Key was used for another grant.',
      );
    }
    await noteGrant(deps, context, grant);
    if (outcome === 'repeated') context.response.setHeader(HEADER.idempotentReplay, 'true');
    return grantAsMade(grant);
  });

/**
 * The error that keeps a new grant from being made; null: there is none. A grant that was made
 * before under the same key is returned all the same: what spoke against it came later.
 */
function refusalOf(deps: AdminDeps, user: User, order: GrantOrder): Error | null {
  if (user.status === 'closed') {
    return new GatewayError(
      'conflict',
      'This account is closed. Credits cannot be granted to a closed account.',
    );
  }
  const { expires_at: end } = order;
  return end !== null && new Date(end) <= deps.now() ? expiryFault() : null;
}

async function madeOrRepeated(
  deps: AdminDeps,
  context: AdminContext,
  { order, refusal }: { order: GrantOrder; refusal: Error | null },
): ReturnType<AdminDeps['billing']['createGrant']> {
  if (refusal !== null) {
    const found = await deps.billing.createGrant({ ...order, only_repeat: true });
    if (found.outcome === 'unknown') throw refusal;
    return found;
  }
  await placeOrder(deps, context, order);
  return deps.billing.createGrant(order);
}

type GrantOrder = Parameters<AdminDeps['billing']['createGrant']>[0];

/**
 * Records in the trail what billing is about to be asked, so that a grant whose answer never comes
 * differs from one that nobody has ordered. The key names the grant: a request without one is given
 * its own.
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

/**
 * Billing has the ledger; the event follows it, and a repetition makes up for one that got lost.
 */
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

/** The moment that a text names; {@link refusalOf} judges whether it is ahead. */
function momentOf(text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw expiryFault();
  return moment.toISOString();
}

const expiryFault = () => fieldError('body', 'expires_at', 'must be a moment in the future');
