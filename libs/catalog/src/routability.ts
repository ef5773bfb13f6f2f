import type { PricesJson } from '@tollgate/money/rating';
import type { ModelRow } from './rows.ts';

/** Why a model cannot be called; the first that applies, in this order. */
export type UnroutableReason =
  | 'not_approved'
  | 'rejected'
  | 'disabled'
  | 'contract_incomplete'
  | 'unpriced'
  | 'no_active_credential';

/** Why a model cannot be called now, or null when it can. */
export function unroutableReason(
  model: Pick<ModelRow, 'state' | 'enabled' | 'contract'>,
  prices: PricesJson | undefined,
  hasCredential: boolean,
): UnroutableReason | null {
  if (model.state === 'discovered') return 'not_approved';
  if (model.state === 'rejected') return 'rejected';
  if (!model.enabled) return 'disabled';
  if (model.contract === null) return 'contract_incomplete';
  if (!areAllPriced(model.contract.dimensions, prices)) return 'unpriced';
  return hasCredential ? null : 'no_active_credential';
}

/** Every dimension has a price that is a whole number of pico-credits and not below nothing. */
function areAllPriced(dimensions: readonly string[], prices: PricesJson | undefined): boolean {
  const known: Readonly<Record<string, unknown>> = prices ?? {};
  return dimensions.length > 0 && dimensions.every((name) => isPrice(known[name]));
}

function isPrice(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,16}$/.test(value);
}
