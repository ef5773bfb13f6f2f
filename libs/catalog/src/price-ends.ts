import { tiersNamedBy } from '@tollgate/contract/service-tiers';
import type { PricesJson } from '@tollgate/money/rating';
import { InputError } from './input-error.ts';
import type { InputFault } from './input-error.ts';
import type { PriceTableText } from './prices.ts';

/**
 * Refuses a version that ends prices of the version before without saying so: a publisher who does
 * not know of them would make long prompts cheaper, or a service tier unavailable, unintentionally.
 * @param before the prices of the version before in time, in force or scheduled; null: none
 * @throws InputError for `long_context` or `service_tiers`, also for tiers that contradict `prices`
 */
export function assertNothingEndsSilently(table: PriceTableText, before: PricesJson | null): void {
  const faults = [...longContextFaults(table, before), ...tierFaults(table, before)];
  if (faults.length > 0) throw new InputError(faults);
}

function longContextFaults(
  { long_context: given }: PriceTableText,
  before: PricesJson | null,
): InputFault[] {
  if (given !== undefined || before?.long_context === undefined) return [];
  const message =
    'is needed, because the version before has prices of long prompts; send them, or [] for none';
  return [{ path: ['long_context'], message }];
}

function tierFaults(
  { prices, service_tiers: said }: PriceTableText,
  before: PricesJson | null,
): InputFault[] {
  const path = ['service_tiers'];
  const priced = tiersNamedBy(prices);
  if (said === undefined) {
    const ended = tiersNamedBy(before ?? {}).filter((tier) => !priced.includes(tier));
    if (ended.length === 0) return [];
    const message = `is needed, because the version before has prices of the service tier ${ended.join(' and ')}; send them, or list here the tiers that prices names, [] for none`;
    return [{ path, message }];
  }
  const unpriced = said.filter((tier) => !priced.includes(tier));
  const unsaid = priced.filter((tier) => !said.includes(tier));
  return [
    ...unpriced.map((tier) => ({ path, message: `names ${tier}, which has no prices here` })),
    ...unsaid.map((tier) => ({ path, message: `lacks ${tier}, which has prices here` })),
  ];
}
