import type { ReleaseItem, ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { newUuid } from '@tollgate/runtime/ids';

/** The key of every hold that names no other. */
export const API_KEY_ID = newUuid();
const TTL_MS = 600_000;

/** A hold to place; amounts in nano-credits. */
export function aHold(
  terms: { priceVersionId: string; userId: string; amount: number | bigint },
  more: Partial<ReserveItem> = {},
): ReserveItem {
  return {
    op_id: newUuid(),
    attempt: 1,
    user_id: terms.userId,
    api_key_id: API_KEY_ID,
    amount_nano: terms.amount.toString(),
    ttl_ms: TTL_MS,
    owner: null,
    price_version_id: terms.priceVersionId,
    uplift_bp: 0,
    estimate: { request: BigInt(terms.amount) > 0n ? 1 : 0 },
    ...more,
  };
}

/** The settlement of a hold, whose usage is worth `cost` at one nano-credit a request. */
export function settlementOf(
  hold: Pick<ReserveItem, 'op_id' | 'attempt' | 'user_id'>,
  cost: number,
  more: Partial<SettleItem> = {},
): SettleItem {
  return {
    op_id: hold.op_id,
    attempt: hold.attempt,
    user_id: hold.user_id,
    cost_nano: cost.toString(),
    usage: { request: cost },
    usage_source: 'provider',
    ...more,
  };
}

/** The release of a hold. */
export function releaseOf(
  hold: Pick<ReserveItem, 'op_id' | 'attempt' | 'user_id'>,
  reason = 'test',
): ReleaseItem {
  return { op_id: hold.op_id, attempt: hold.attempt, user_id: hold.user_id, reason };
}
