import { GatewayError } from '@tollgate/contract/errors';
import { PlatformCreditRevoke, PlatformCreditRevokeOut } from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { formatCredits } from '@tollgate/money/credits';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { GrantIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
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
    const actor = encodeId('adm', context.caller.administrator.id);
    const result = await deps.billing.revokeGrant(grantId, { ...amount, reason, actor });
    const { outcome, grant } = result;
    if (outcome === 'not_found' || grant === null) throw noSuchGrant();
    if (outcome === 'exceeds') {
      throw new GatewayError('conflict', 'More than is neither spent nor held of this grant.', {
        param: 'amount',
      });
    }
    const revoked = formatCredits(BigInt(result.revoked_nano));
    if (outcome === 'revoked') {
      await change(deps, context, (_trx, note) =>
        note({
          action: 'credit_grant.revoke',
          target: { kind: 'credit_grant', id: grantId },
          userId: grant.user_id,
          details: { revoked, reason },
        }),
      );
    }
    return { revoked, grant: grantOut(grant) };
  };

function noSuchGrant(): GatewayError {
  return new GatewayError('not_found', 'There is no such grant.');
}
