import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { PricedTier } from '@tollgate/contract/service-tiers';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { priceLabel } from '../shared/texts/names.ts';
import { tierTexts as labels } from '../shared/texts/service-tiers.ts';
import { count } from '../shared/times.ts';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { usePermission } from './permission.tsx';
import { FreeField, givenTable, PriceField, typedTable } from './price-fields.tsx';
import type { TypedTable } from './price-fields.tsx';
import { InForce } from './price-versions.tsx';
import { TierChoice } from './tier-choice.tsx';
import { admittedTiers, approvalWithTiers, dimensionsOfTiers } from './tier-rules.ts';

type Model = PlatformModelOut;
const PRICE = 'POST /api/platform/models/{model_id}/prices';

interface ServiceTierDialogProps {
  model: Model;
  close: () => void;
}

/**
 * Admits service tiers of an approved model with their prices. The prices are published first, so
 * that the model is never without a price that it needs.
 */
export function ServiceTierDialog({ model, close }: ServiceTierDialogProps): ReactElement {
  const mayPrice = usePermission()(PRICE);
  const [tiers, setTiers] = useState(() => admittedTiers(model));
  const [typed, setTyped] = useState(() => typedTable(model.price));
  const known = model.price?.prices ?? {};
  const isPriced = dimensionsOfTiers(model, tiers).every((name) => name in known);
  const send = async (): Promise<void> => {
    const params = { path: { model_id: model.id } };
    if (mayPrice && isOther(model, typed, tiers)) {
      const body = givenTable(model, { ...typed, tiers });
      await dataOf(platform.POST('/api/platform/models/{model_id}/prices', { params, body }));
    }
    const body = approvalWithTiers(model, tiers);
    await dataOf(platform.POST('/api/platform/models/{model_id}/approval', { params, body }));
  };
  return (
    <FormDialog
      title={labels.title(model.public_id)}
      action={labels.save}
      isReady={mayPrice || isPriced}
      send={send}
      changed={[['models']]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.text}</p>
      <TierChoice of={model.admissible_tiers} chosen={tiers} change={setTiers} />
      {mayPrice ? (
        <>
          <InForce price={model.price} next={model.upcoming_prices[0] ?? null} />
          {tiers.map((tier) => (
            <TierPrices key={tier} model={model} tier={tier} typed={typed} change={setTyped} />
          ))}
          {tiers.length > 0 && <FreeField typed={typed} change={setTyped} />}
          {lacksLater(model, tiers) && <p className="text-sm text-warn">{labels.lacksLater}</p>}
        </>
      ) : (
        !isPriced && <p className="text-sm text-warn">{labels.mayNotPrice}</p>
      )}
    </FormDialog>
  );
}

/** Whether a scheduled version, which is whole by itself, would end the prices of the tiers. */
const lacksLater = (model: Model, tiers: readonly PricedTier[]): boolean =>
  model.upcoming_prices.some(({ prices }) =>
    dimensionsOfTiers(model, tiers).some((name) => !(name in prices)),
  );

/** Whether the prices of the chosen tiers are not those in force. */
function isOther({ price, ...model }: Model, typed: TypedTable, tiers: readonly PricedTier[]) {
  const names = dimensionsOfTiers(model, tiers);
  const differs = (
    one: Readonly<Record<string, string | undefined>>,
    other: Readonly<Record<string, string | undefined>>,
  ): boolean => names.some((name) => (one[name]?.trim() ?? '') !== (other[name] ?? ''));
  const before = price?.long_context ?? [];
  return (
    differs(typed.prices, price?.prices ?? {}) ||
    typed.long_context.some((tier, index) => differs(tier.prices, before[index]?.prices ?? {}))
  );
}

interface TierPricesProps {
  model: Model;
  tier: PricedTier;
  typed: TypedTable;
  change: (typed: TypedTable) => void;
}

/** A field for each price of a tier, also for long prompts where these have prices of their own. */
function TierPrices({ model, tier, typed, change }: TierPricesProps): ReactElement {
  const names = dimensionsOfTiers(model, [tier]);
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-sm font-medium">{labels.prices[tier]}</legend>
      {names.map((name) => (
        <PriceField
          key={name}
          of={name}
          path="prices"
          prices={typed.prices}
          isNeeded
          change={(prices) => change({ ...typed, prices })}
        />
      ))}
      {typed.long_context.flatMap((long, index) =>
        names.map((name) => (
          <PriceField
            key={`${index} ${name}`}
            of={name}
            label={labels.above(priceLabel(name), count(Number(long.above_input_tokens)))}
            path={`long_context.${index}.prices`}
            prices={long.prices}
            isNeeded={false}
            change={(prices) =>
              change({
                ...typed,
                long_context: typed.long_context.with(index, { ...long, prices }),
              })
            }
          />
        )),
      )}
    </fieldset>
  );
}
