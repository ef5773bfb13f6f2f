import type { ReactElement } from 'react';
import { priceLabel } from '../shared/texts/names.ts';
import { texts } from '../shared/texts/platform.ts';
import { TextField } from '../shared/ui/field.tsx';

const labels = texts.models;

/** Prices as they are typed, by dimension. */
export type TypedPrices = Readonly<Record<string, string>>;

/** What was typed as the API takes prices: what is left empty has none. */
export const givenPrices = (dimensions: readonly string[], typed: TypedPrices) =>
  Object.fromEntries(
    dimensions.flatMap((name) => {
      const price = typed[name]?.trim() ?? '';
      return price === '' ? [] : [[name, price] as const];
    }),
  );

interface PriceFieldsProps {
  dimensions: readonly string[];
  prices: TypedPrices;
  isFree: boolean;
  change: (prices: TypedPrices, isFree: boolean) => void;
}

/** A field for each dimension of a model, and whether zero is meant. */
export function PriceFields(props: PriceFieldsProps): ReactElement {
  const { dimensions, prices, isFree, change } = props;
  return (
    <>
      {dimensions.map((name) => (
        <TextField
          key={name}
          label={priceLabel(name)}
          name={`prices.${name}`}
          inputMode="decimal"
          required
          autoComplete="off"
          value={prices[name] ?? ''}
          onChange={(event) => change({ ...prices, [name]: event.target.value }, isFree)}
        />
      ))}
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isFree}
          onChange={(event) => change(prices, event.target.checked)}
        />
        {labels.free}
      </label>
    </>
  );
}
