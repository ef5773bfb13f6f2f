import type { ReactElement } from 'react';
import type { PriceVersionOut } from '@tollgate/contract/platform/models';
import { textIn } from '../shared/keys/form-values.ts';
import { priceVersions as labels } from '../shared/texts/price-versions.ts';
import { isoOf, zone } from '../shared/times.ts';
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

/** What {@link MomentField} says, as the API takes it; null: now. */
export const givenMoment = (form: FormData): string | null => isoOf(textIn(form, NAME)) || null;
