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
    const order = newUuid();
    const tell = (what: Told): Promise<void> => noteOrder(deps, context, { grantId, order, what });
    // A revocation whose answer never came is told from one that nobody has ordered.
    await tell({
      action: 'credit_grant.revoke_order',
      details: { amount: body?.amount ?? null, reason },
    });
    const actor = encodeId('adm', context.caller.administrator.id);
    const result = await deps.billing.revokeGrant(grantId, { ...amount, reason, actor });
    await tell(outcomeOf(result, reason));
    const { outcome, grant } = result;
    if (outcome === 'not_found' || grant === null) throw noSuchGrant();
    if (outcome === 'exceeds') {
      throw new GatewayError('conflict', 'More than is neither spent nor held of this grant.', {
        param: 'amount',
      });
    }
    return { revoked: formatCredits(BigInt(result.revoked_nano)), grant: grantOut(grant) };
  };

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
type Told = Pick<AdminEvent, 'action' | 'details' | 'userId'>;

function noteOrder(
  deps: AdminDeps,
  context: AdminContext,
  { grantId, order, what }: { grantId: string; order: string; what: Told },
): Promise<void> {
  const target = { kind: 'credit_grant', id: grantId } as const;
  return change(deps, context, (_trx, note) =>
    note({ ...what, target, details: { ...what.details, order } }),
  );
}

function noSuchGrant(): GatewayError {
  return new GatewayError('not_found', 'There is no such grant.');
}
