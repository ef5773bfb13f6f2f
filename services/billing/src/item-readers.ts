import { ReleaseItem, ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/errors';
import { partValidator, ValidationError } from '@tollgate/http/validate';
import { assertAmount, storableText } from './storable.ts';

/** Checks one item of a batch. @throws ValidationError, or GatewayError `invalid_request`, about this item alone */
export type ItemReader<Item> = (raw: unknown) => Item;

const asReserve = partValidator(ReserveItem, 'body');
const asSettle = partValidator(SettleItem, 'body');
const asRelease = partValidator(ReleaseItem, 'body');

/** A hold to place, of an amount that a column holds. */
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

/** A hold to give back, for a reason that PostgreSQL can store. */
export const readRelease: ItemReader<ReleaseItem> = (raw) => {
  const item = asRelease(raw) as ReleaseItem;
  return { ...item, reason: storableText(item.reason) };
};

/** Reads every item of a batch. @throws what is wrong with the first that is wrong, as a fault of the whole batch */
export function readAll<Item>(items: readonly unknown[], read: ItemReader<Item>): Item[] {
  return items.map((raw, index) => {
    try {
      return read(raw);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const detail = error.detail.map(({ loc, ...fault }) => ({
        ...fault,
        loc: ['body', 'items', index, ...loc.slice(1)],
      }));
      throw new ValidationError(detail);
    }
  });
}

/** What is wrong with an item, in one line; null for an error that is not about the item. */
export function faultOf(error: unknown): string | null {
  if (error instanceof ValidationError) {
    return error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')} ${msg}`).join('; ');
  }
  return error instanceof GatewayError && error.code === 'invalid_request' ? error.message : null;
}
