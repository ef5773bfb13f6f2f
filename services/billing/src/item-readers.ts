import { ReleaseItem, ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { partValidator, storableText, ValidationError } from '@tollgate/http/validate';
import { NANO_MAX } from '@tollgate/money/credits';

/**
 * Checks one item of a batch.
 * @throws ValidationError, or GatewayError `invalid_request`, about this item alone
 */
export type ItemReader<Item> = (raw: unknown) => Item;

const asReserve = partValidator(ReserveItem, 'body');
const asSettle = partValidator(SettleItem, 'body');
const asRelease = partValidator(ReleaseItem, 'body');

/** A hold to create, of an amount that a column holds. */
export const readReserve: ItemReader<ReserveItem> = (raw) => {
  const item = asReserve(raw) as ReserveItem;
  assertAmount(item.amount_nano, 'amount_nano');
  return item;
};

/** A hold to turn into a charge, of amounts that a column holds. */
export const readSettle: ItemReader<SettleItem> = (raw) => {
  const item = asSettle(raw) as SettleItem;
  assertAmount(item.cost_nano, 'cost_nano');
  if (item.ceiling_nano !== undefined) assertAmount(item.ceiling_nano, 'ceiling_nano');
  return item;
};

/** A hold to release, for a reason that PostgreSQL can store. */
export const readRelease: ItemReader<ReleaseItem> = (raw) => {
  const item = asRelease(raw) as ReleaseItem;
  return { ...item, reason: storableText(item.reason) };
};

/**
 * Refuses amounts that no column holds, before they can spoil a batch that others share.
 * @throws GatewayError `invalid_request`
 */
export function assertAmount(nano: string, param: string): void {
  if (BigInt(nano) > NANO_MAX) {
    throw new GatewayError('invalid_request', `${param} is larger than any balance.`, { param });
  }
}

/** The fault of an item, in one line; null for an error that is not about the item. */
export function faultOf(error: unknown): string | null {
  if (error instanceof ValidationError) {
    return error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`).join('; ');
  }
  return error instanceof GatewayError && error.code === 'invalid_request' ? error.message : null;
}
