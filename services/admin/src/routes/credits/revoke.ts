import { isInTrail, recordAuditEventOnce } from '@tollgate/audit/audit-events';
import type { Grant } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { PlatformCreditRevoke } from '@tollgate/contract/platform/credits';
import { revokeCredits } from '@tollgate/contract/routes/admin/credits';
import { transaction } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import { formatCredits } from '@tollgate/money/credits';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import type { AdminContext, AdminDeps } from '../../deps.ts';
import { grantOut } from '../../grant-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change, withContext } from '../../trail.ts';
import { nanoOf } from './grant.ts';

export const handleRevokeCredits = (deps: AdminDeps): MountedRoute =>
  platformRoute(revokeCredits, async ({ params, body }, context) => {
    const order = orderOf(context, { publicId: params.grant_id, body });
    const { grantId, name, actor, amount, reason } = order;
    const isKnown = await placeOrder(deps, context, order);
    const result = await deps.billing.revokeGrant(grantId, {
      ...(amount === null ? {} : { amount_nano: nanoOf(amount) }),
      reason,
      actor,
      idempotency_key: order.key,
    });
    if (tookCredit(result)) await noteRevocation(deps, context, { order, result });
    else if (isKnown) await noteRefusal(deps, context, { grantId, name, result });
    const grant = grantOfAnswer(result);
    if (result.outcome === 'repeated') context.response.setHeader(HEADER.idempotentReplay, 'true');
    return { revoked: creditsOf(result), grant: grantOut(grant) };
  });

/** A revocation as it was asked for. */
interface Order {
  grantId: string;
  /** What the trail calls it: repeats under one `Idempotency-Key` have one name. */
  name: string;
  key: string;
  actor: string;
  amount: string | null;
  reason: string | null;
}

type RevokeResult = Awaited<ReturnType<AdminDeps['billing']['revokeGrant']>>;

function orderOf(
  context: AdminContext,
  { publicId, body }: { publicId: string; body: PlatformCreditRevoke | undefined },
): Order {
  const key = idempotencyKeyOf(context);
  const grantId = decodeId('grt', publicId);
  if (grantId === null) throw noSuchGrant();
  const { amount = null, reason = null } = body ?? {};
  if (amount !== null) nanoOf(amount);
  const actor = encodeId('adm', context.caller.administrator.id);
  const asked = { grantId, actor, amount, reason };
  const own = newUuid();
  return key === null
    ? { ...asked, name: own, key: `order-${own}` }
    : { ...asked, name: `${actor} ${key}`, key };
}

/** Whether credit was taken, by this request or by the one that it repeats. */
function tookCredit({ outcome, revoked_nano: nano }: RevokeResult): boolean {
  return (outcome === 'revoked' || outcome === 'repeated') && nano !== '0';
}

const creditsOf = ({ revoked_nano: nano }: RevokeResult): string => formatCredits(BigInt(nano));

/**
 * The grant of a revocation that is answered with success.
 * @throws GatewayError 404 or 409
 */
function grantOfAnswer({ outcome, grant }: RevokeResult): Grant {
  if (outcome === 'conflict') {
    throw new GatewayError(
      'idempotency_key_mismatch',
      'This Idempotency-Key was used for another revocation. Send this one under another key.',
    );
  }
  if (outcome === 'not_found' || grant === null) throw noSuchGrant();
  if (outcome === 'exceeds') {
    throw new GatewayError('conflict', 'More than is neither spent nor held of this grant.', {
      param: 'amount',
    });
  }
  return grant;
}

/**
 * Records in the trail what billing is about to be asked, so that a revocation whose answer never
 * comes differs from one that nobody has ordered.
 * @returns whether the trail knows the grant; without it nothing is ordered
 */
function placeOrder(deps: AdminDeps, context: AdminContext, order: Order): Promise<boolean> {
  const { grantId, name, amount, reason } = order;
  return change(deps, context, async (trx, note) => {
    if (!(await isInTrail(trx, { action: 'credit_grant.create', targetId: grantId }))) return false;
    const target = { kind: 'credit_grant', id: grantId } as const;
    const details = { amount, reason, order: name };
    await note({ action: 'credit_grant.revoke_order', target, details });
    return true;
  });
}

/** Records in the trail what was taken; a repetition makes up for an event that got lost. */
async function noteRevocation(
  deps: AdminDeps,
  context: AdminContext,
  { order, result }: { order: Order; result: RevokeResult },
): Promise<void> {
  const event = withContext(context, {
    action: 'credit_grant.revoke',
    target: { kind: 'credit_grant', id: order.grantId } as const,
    userId: result.grant?.user_id ?? null,
    details: { revoked: creditsOf(result), reason: order.reason, order: order.name },
  });
  await transaction(deps.db, (trx) => recordAuditEventOnce(trx, event));
}

/** Records in the trail that nothing was taken under an order. */
function noteRefusal(
  deps: AdminDeps,
  context: AdminContext,
  { grantId, name, result }: Pick<Order, 'grantId' | 'name'> & { result: RevokeResult },
): Promise<void> {
  const target = { kind: 'credit_grant', id: grantId } as const;
  const details = { outcome: result.outcome, order: name };
  return change(deps, context, (_trx, note) =>
    note({ action: 'credit_grant.revoke_refused', target, details }),
  );
}

function noSuchGrant(): GatewayError {
  return new GatewayError('not_found', 'There is no such grant.');
}
