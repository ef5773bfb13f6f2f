import { newUuid } from '@tollgate/runtime/ids';
import type { RunningBilling } from './billing.ts';

/** What administrators note for themselves. */
export const REASON = 'a note of the platform';
/** Who grants. */
export const ACTOR = 'adm_of_tests';

/**
 * Grants credit to a user, in nano-credits; gives the uuid of the grant.
 * @param expiresAt absent: it never ends
 */
export const aGrant = async (
  billing: RunningBilling,
  userId: string,
  amountNano: string,
  expiresAt?: string,
): Promise<string> => {
  const admin = await billing.as('admin');
  const { grant } = await admin.createGrant({
    user_id: userId,
    amount_nano: amountNano,
    reason: REASON,
    expires_at: expiresAt ?? null,
    actor: ACTOR,
    idempotency_key: null,
  });
  if (grant === null) throw new Error('nothing was granted');
  return grant.id;
};

/**
 * Holds credit of a user.
 * @param owner absent: a process that lives; null: nobody, as of a call for later
 */
export const aHeld = async (
  billing: RunningBilling,
  userId: string,
  given: { holdNano: string; owner?: string | null },
): Promise<{ op_id: string; attempt: number; user_id: string }> => {
  const inference = await billing.as('inference');
  const op = { op_id: newUuid(), attempt: 1, user_id: userId };
  await inference.heartbeat(op.op_id);
  await inference.reserve({
    ...op,
    api_key_id: newUuid(),
    amount_nano: given.holdNano,
    ttl_ms: 600_000,
    owner: given.owner === undefined ? op.op_id : given.owner,
    price_version_id: newUuid(),
    uplift_bp: 0,
    estimate: {},
  });
  return op;
};

/** Holds credit of a user and charges part of it; gives the uuid of the operation. */
export const aCharge = async (
  billing: RunningBilling,
  userId: string,
  amounts: { holdNano: string; costNano: string },
): Promise<string> => {
  const op = await aHeld(billing, userId, { holdNano: amounts.holdNano });
  const inference = await billing.as('inference');
  await inference.settle({
    ...op,
    cost_nano: amounts.costNano,
    usage: {},
    usage_source: 'provider',
  });
  return op.op_id;
};
