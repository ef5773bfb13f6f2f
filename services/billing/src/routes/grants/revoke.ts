import type { Knex } from 'knex';
import type { revokeGrantRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { findGrant } from '../../queries.ts';
import { revokeGrant } from '../../revoke-queries.ts';
import { assertAmount, storableText } from '../../storable.ts';

/** Takes back what is neither spent nor held of a grant. */
export const handleRevokeGrant =
  ({ db }: { db: Knex }): Handler<typeof revokeGrantRoute> =>
  async ({ params, body }) => {
    const { grant_id: grantId } = params;
    if (body.amount_nano !== undefined) assertAmount(body.amount_nano, 'amount_nano');
    const key = body.idempotency_key ?? null;
    const { outcome, revokedNano, after } = await withRetries(
      () =>
        revokeGrant(db, {
          grantId,
          amountNano: body.amount_nano ?? null,
          reason: body.reason === null ? null : storableText(body.reason),
          actor: storableText(body.actor),
          idempotencyKey: key === null ? null : storableText(key),
        }),
      { keyed: key !== null },
    );
    const grant =
      outcome === 'conflict'
        ? null
        : await withRetries(() => findGrant(db, grantId), { keyed: true });
    return {
      outcome,
      revoked_nano: revokedNano,
      grant: grant === null ? null : { ...grant, ...after },
    };
  };
