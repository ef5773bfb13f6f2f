import { GatewayError } from '@tollgate/contract/error-codes';
import { createGrantRoute } from '@tollgate/contract/routes/billing/grants';
import { sqlState } from '@tollgate/db/failures';
import { route } from '@tollgate/http/route';
import { storableText } from '@tollgate/http/validate';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { createGrant, findGrant, findRepeatedGrant } from '../../grant.queries.ts';
import type { GrantVerdict, NewGrant } from '../../grant.queries.ts';
import { assertAmount } from '../../item-readers.ts';

/** SQLSTATE of a sum that leaves its column. */
const OUT_OF_RANGE = '22003';

/** Grants credit, once for each key of an actor, or finds what was granted under a key. */
export const handleCreateGrant = ({ db }: { db: Knex }): MountedRoute =>
  route(createGrantRoute, async ({ body }) => {
    assertAmount(body.amount_nano, 'amount_nano');
    if (body.amount_nano === '0') {
      throw new GatewayError('invalid_request', 'A grant must be more than nothing.', {
        param: 'amount_nano',
      });
    }
    const asked: NewGrant = {
      userId: body.user_id,
      amountNano: body.amount_nano,
      reason: body.reason === null ? null : storableText(body.reason),
      expiresAt: body.expires_at,
      actor: storableText(body.actor),
      idempotencyKey: body.idempotency_key === null ? null : storableText(body.idempotency_key),
    };
    const { outcome, grantId } =
      body.only_repeat === true
        ? await withRetries(() => findRepeatedGrant(db, asked), { keyed: true })
        : await insertGrant(db, asked);
    const grant =
      grantId === null ? null : await withRetries(() => findGrant(db, grantId), { keyed: true });
    return { outcome, grant };
  });

async function insertGrant(db: Knex, grant: NewGrant): Promise<GrantVerdict> {
  try {
    return await withRetries(() => createGrant(db, grant), {
      keyed: grant.idempotencyKey !== null,
    });
  } catch (error) {
    if (sqlState(error) !== OUT_OF_RANGE) throw error;
    throw new GatewayError('invalid_request', 'The wallet cannot hold so much.', {
      param: 'amount_nano',
      cause: error,
    });
  }
}
