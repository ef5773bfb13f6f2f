import type { Knex } from 'knex';
import type { revokeGrantRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { findGrant, revokeGrant } from '../../queries.ts';
import { assertAmount, storableText } from '../../storable.ts';

/** Takes back what is neither spent nor held of a grant. */
export const handleRevokeGrant =
  ({ db }: { db: Knex }): Handler<typeof revokeGrantRoute> =>
  async ({ params, body }) => {
    const { grant_id: grantId } = params;
    if (body.amount_nano !== undefined) assertAmount(body.amount_nano, 'amount_nano');
    const { outcome, revokedNano } = await withRetries(() =>
      revokeGrant(db, {
        grantId,
        amountNano: body.amount_nano ?? null,
        reason: body.reason === null ? null : storableText(body.reason),
        actor: storableText(body.actor),
      }),
    );
    const grant = await withRetries(() => findGrant(db, grantId), { keyed: true });
    return { outcome, revoked_nano: revokedNano, grant };
  };
