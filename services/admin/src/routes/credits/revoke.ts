import { isInTrail } from '@tollgate/audit/audit-events';
import { GatewayError } from '@tollgate/contract/errors';
import { PlatformCreditRevoke, PlatformCreditRevokeOut } from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { formatCredits } from '@tollgate/money/credits';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import type { AdminContext, AdminDeps, AdminHandler } from '../../deps.ts';
import { GrantIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import type { AdminEvent } from '../../trail.ts';
import { nanoOf } from './grant.ts';
import { grantOut } from '../../grant-out.ts';

export const revokeCredits = defineRoute({
  method: 'post',
  path: '/api/platform/credit-grants/:grant_id/revoke',
  auth: 'platform',
  needs: 'credits',
  summary: 'Take back what is neither spent nor held of a grant',
  params: GrantIdParams,
  body: PlatformCreditRevoke,
  bodyOptional: true,
  status: 200,
  errors: ['conflict'],
  response: PlatformCreditRevokeOut,
});

export const handleRevokeCredits =
  (deps: AdminDeps): AdminHandler<typeof revokeCredits> =>
  async ({ params, body }, context) => {
    const grantId = decodeId('grt', params.grant_id);
    if (grantId === null) throw noSuchGrant();
    const amount = body?.amount === undefined ? {} : { amount_nano: nanoOf(body.amount) };
    const reason = body?.reason ?? null;
    const order = await placeOrder(deps, context, {
      grantId,
      details: { amount: body?.amount ?? null, reason },
    });
    const actor = encodeId('adm', context.caller.administrator.id);
    const result = await deps.billing.revokeGrant(grantId, { ...amount, reason, actor });
    await tell(deps, context, { grantId, order, told: outcomeOf(result, reason) });
    const { outcome, grant } = result;
    if (outcome === 'not_found' || grant === null) throw noSuchGrant();
    if (outcome === 'exceeds') {
      throw new GatewayError('conflict', 'More than is neither spent nor held of this grant.', {
        param: 'amount',
      });
    }
    return { revoked: formatCredits(BigInt(result.revoked_nano)), grant: grantOut(grant) };
  };

/**
 * Tells the trail what billing is about to be asked, so that a revocation whose answer never comes differs from one that nobody has ordered.
 * @returns the name of the order; null for a grant that the trail does not know
 */
function placeOrder(
  deps: AdminDeps,
  context: AdminContext,
  { grantId, details }: { grantId: string; details: object },
): Promise<string | null> {
  return change(deps, context, async (trx, note) => {
    if (!(await isInTrail(trx, { action: 'credit_grant.create', targetId: grantId }))) return null;
    const order = newUuid();
    const target = { kind: 'credit_grant', id: grantId } as const;
    await note({ action: 'credit_grant.revoke_order', target, details: { ...details, order } });
    return order;
  });
}

/** Tells the trail what became of a revocation; one that was refused is no news where nothing was ordered. */
async function tell(
  deps: AdminDeps,
  context: AdminContext,
  { grantId, order, told }: { grantId: string; order: string | null; told: Told },
): Promise<void> {
  if (order === null && told.userId === undefined) return;
  const target = { kind: 'credit_grant', id: grantId } as const;
  const details = { ...told.details, ...(order === null ? {} : { order }) };
  await change(deps, context, (_trx, note) => note({ ...told, target, details }));
}

function outcomeOf(
  { outcome, grant, revoked_nano: nano }: RevokeResult,
  reason: string | null,
): Told {
  if (outcome !== 'revoked' || grant === null) {
    return { action: 'credit_grant.revoke_refused', details: { outcome } };
  }
  const details = { revoked: formatCredits(BigInt(nano)), reason };
  return { action: 'credit_grant.revoke', userId: grant.user_id, details };
}

type RevokeResult = Awaited<ReturnType<AdminDeps['billing']['revokeGrant']>>;
type Told = Pick<AdminEvent, 'action' | 'userId'> & { details: object };

function noSuchGrant(): GatewayError {
  return new GatewayError('not_found', 'There is no such grant.');
}
