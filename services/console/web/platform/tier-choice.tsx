import type { ReactElement } from 'react';
import type { PricedTier } from '@tollgate/contract/service-tiers';
import { tierTexts as labels } from '../shared/texts/service-tiers.ts';

interface TierChoiceProps {
  /** The tiers that can be admitted. */
  of: readonly PricedTier[];
  chosen: readonly PricedTier[];
  change: (chosen: PricedTier[]) => void;
  hint?: string;
}

/** Which service tiers callers may request; nothing for a model without any. */
export function TierChoice(props: TierChoiceProps): ReactElement | null {
  const { of: tiers, chosen, change, hint } = props;
  if (tiers.length === 0) return null;
  return (
    <fieldset className="space-y-1 text-sm">
      <legend className="font-medium">{labels.legend}</legend>
      {tiers.map((tier) => (
        <label key={tier} className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(tier)}
            onChange={({ target }) =>
              change(tiers.filter((one) => (one === tier ? target.checked : chosen.includes(one))))
            }
          />
          {labels.names[tier]}
        </label>
      ))}
      {hint !== undefined && <p className="text-xs text-dim">{hint}</p>}
    </fieldset>
  );
}
