import type { ReactElement } from 'react';
import type {
  PlatformModelOut,
  PriceVersionCreate,
  PriceVersionOut,
} from '@tollgate/contract/platform/models';
import { tiersNamedBy } from '@tollgate/contract/service-tiers';
import { textIn } from '../shared/keys/form-values.ts';
import { priceVersions as labels } from '../shared/texts/price-versions.ts';
import { tierTexts } from '../shared/texts/service-tiers.ts';
import { isoOf, zone } from '../shared/times.ts';
import { useFault } from '../shared/ui/faults.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { Time } from '../shared/ui/time.tsx';

interface SinceProps {
  /** In ISO 8601; null: nothing is shown. */
  at: string | null;
  text?: string;
}

/** Since when prices are in force, below them. */
export function Since({ at, text = labels.since }: SinceProps): ReactElement | null {
  if (at === null) return null;
  return (
    <p className="text-xs text-dim">
      {text} <Time at={at} exact />
    </p>
  );
}

interface InForceProps {
  price: Pick<PriceVersionOut, 'effective_at'> | null;
  /** The next version to come. */
  next: Pick<PriceVersionOut, 'effective_at'> | null;
}

/** Since when the prices of a model are in force, and from when others are. */
export function InForce({ price, next }: InForceProps): ReactElement {
  return (
    <div className="text-dim">
      {price === null ? <p>{labels.none}</p> : <Since at={price.effective_at} />}
      {next !== null && <Since at={next.effective_at} text={labels.scheduled} />}
    </div>
  );
}

const NAME = 'effective_at';

/** Asks from when prices shall be in force. */
export function MomentField(): ReactElement {
  return (
    <TextField label={labels.from} name={NAME} hint={labels.moment(zone())} type="datetime-local" />
  );
}

const ENDS = 'service_tiers';

interface EndedTiersProps {
  model: Pick<PlatformModelOut, 'price' | 'upcoming_prices'>;
  /** The prices of the new version. */
  prices: PriceVersionCreate['prices'];
}

/**
 * Asks whether a new version ends the prices of service tiers that it does not name and that the
 * version in force or a scheduled one has. The API refuses a version that does so unsaid.
 */
export function EndedTiers({ model, prices }: EndedTiersProps): ReactElement | null {
  const known = [model.price, ...model.upcoming_prices].flatMap((version) =>
    tiersNamedBy(version?.prices ?? {}),
  );
  const kept = tiersNamedBy(prices);
  const ended = [...new Set(known)].filter((tier) => !kept.includes(tier));
  const label = tierTexts.ends(ended.join(', '));
  const fault = useFault(ENDS, label);
  if (ended.length === 0) return null;
  return (
    <div className="text-sm">
      <label className="flex min-h-7 items-center gap-2">
        <input type="checkbox" name={ENDS} {...(fault === '' ? {} : { 'aria-invalid': true })} />
        {label}
      </label>
      {fault !== '' && <p className="mt-1 text-xs break-words text-bad">{fault}</p>}
    </div>
  );
}

/** What {@link EndedTiers} says, as the API takes it: nothing, unless tiers end. */
export const givenTiers = (
  form: FormData,
  prices: PriceVersionCreate['prices'],
): Pick<PriceVersionCreate, 'service_tiers'> =>
  form.has(ENDS) ? { service_tiers: tiersNamedBy(prices) } : {};

/** What {@link MomentField} says, as the API takes it; null: now. */
export const givenMoment = (form: FormData): string | null => isoOf(textIn(form, NAME)) || null;
