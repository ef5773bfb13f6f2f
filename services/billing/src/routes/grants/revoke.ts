import { revokeGrantRoute } from '@tollgate/contract/routes/billing/grants';
import { route } from '@tollgate/http/route';
import { storableText } from '@tollgate/http/validate';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { findGrant, revokeGrant } from '../../grant.queries.ts';
import { assertAmount } from '../../item-readers.ts';

/** Takes back what is neither spent nor held of a grant. */
export const handleRevokeGrant = ({ db }: { db: Knex }): MountedRoute =>
  route(revokeGrantRoute, async ({ params, body }) => {
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
  });
