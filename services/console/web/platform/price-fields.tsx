import type { ReactElement } from 'react';
import type {
  PlatformModelOut,
  PriceVersionCreate,
  PriceVersionOut,
} from '@tollgate/contract/platform/models';
import { LONG_CONTEXT_TIERS_MAX } from '@tollgate/contract/model-limits';
import {
  IMAGE_TOOL_TOKENS,
  PRICED_TOOLS,
  laterDimensions,
  pricedDimensions,
} from '@tollgate/contract/priced-dimensions';
import { isBatchDimension, tiersNamedBy } from '@tollgate/contract/service-tiers';
import type { SeparatePrice } from '@tollgate/contract/service-tiers';
import { priceLabel } from '../shared/texts/names.ts';
import { texts } from '../shared/texts/platform.ts';
import { tierTexts } from '../shared/texts/service-tiers.ts';
import { audioPrice, imageTokenPrices, toolPrices } from '../shared/texts/tool-prices.ts';
import { Button } from '../shared/ui/button.tsx';
import { TextField } from '../shared/ui/field.tsx';

const labels = texts.models;

/** Prices as they are typed, by dimension. */
type TypedPrices = Readonly<Record<string, string>>;

interface TypedTier {
  above_input_tokens: string;
  prices: TypedPrices;
}

/** A whole price version as it is typed. */
export interface TypedTable {
  prices: TypedPrices;
  long_context: readonly TypedTier[];
  /** Tiers whose fields are shown although nothing is typed in them yet. */
  tiers: readonly SeparatePrice[];
  isFree: boolean;
}

/** What a version can be typed from: one that is in force, or one that a price list suggests. */
export type KnownPrices = Pick<PriceVersionOut, 'prices' | 'long_context'>;

type Priced = Pick<
  PlatformModelOut,
  | 'capability'
  | 'dimensions'
  | 'admissible_tiers'
  | 'admissible_tools'
  | 'has_batch_prices'
  | 'hears_audio'
>;
type GivenTable = Pick<PriceVersionCreate, 'prices' | 'long_context' | 'allow_free'>;

/** The version in force as the beginning of the next one; empty for a model without a price. */
export const typedTable = (known: KnownPrices | null): TypedTable => ({
  prices: known?.prices ?? {},
  long_context: (known?.long_context ?? []).map(typedTier),
  tiers: [],
  isFree: false,
});

/** Takes suggested prices over what is typed; tiers of the suggestion replace typed ones. */
export const withSuggestion = (typed: TypedTable, found: KnownPrices): TypedTable => ({
  ...typed,
  prices: { ...typed.prices, ...found.prices },
  long_context:
    found.long_context.length === 0 ? typed.long_context : found.long_context.map(typedTier),
});

const typedTier = (tier: KnownPrices['long_context'][number]): TypedTier => ({
  above_input_tokens: String(tier.above_input_tokens),
  prices: tier.prices,
});

/**
 * What was typed as the API takes it, fees and prices of long prompts with it: a version is whole
 * by itself, so that what is left out would cost nothing more.
 */
export function givenTable(model: Priced, typed: TypedTable): GivenTable {
  const names = namesOf(model, typed);
  return {
    prices: givenPrices(names, typed.prices),
    long_context: typed.long_context.map((tier) => ({
      above_input_tokens: Number(tier.above_input_tokens),
      prices: givenPrices(names, tier.prices),
    })),
    ...(typed.isFree ? { allow_free: true } : {}),
  };
}

/** Everything that the model may have prices of its own for. */
const tiersOf = ({
  admissible_tiers: tiers,
  has_batch_prices: isBatched,
}: Priced): SeparatePrice[] => (isBatched ? [...tiers, 'batch'] : tiers);

/** The tiers whose fields are shown: those that have a price, and those asked for. */
const shownTiers = (model: Priced, { prices, tiers }: TypedTable): SeparatePrice[] =>
  tiersOf(model).filter((tier) => tiers.includes(tier) || tiersNamedBy(prices).includes(tier));

/** Dimensions that only a later approval admits; those of tiers are shown on demand. */
const laterOf = (model: Priced, typed: TypedTable): string[] =>
  laterDimensions(model.dimensions, { hasTiers: model.admissible_tiers.length > 0 }).filter(
    (name) =>
      name === 'cache_write_1h' ||
      shownTiers(model, typed).some((tier) => name.startsWith(`${tier}_`)),
  );

const namesOf = (model: Priced, typed: TypedTable): string[] => {
  const { capability, dimensions, admissible_tools: tools } = model;
  const later = capability === 'chat' ? laterOf(model, typed) : [];
  const isBatched = shownTiers(model, typed).includes('batch');
  const transcription = model.hears_audio ? {} : undefined;
  const of = { capability, dimensions: [...dimensions, ...later], transcription };
  return pricedDimensions(of, tools, isBatched);
};

/** A field that is left empty has no price. */
const givenPrices = (names: readonly string[], typed: TypedPrices): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const price = typed[name]?.trim() ?? '';
      return price === '' ? [] : [[name, price] as const];
    }),
  );

interface PriceFieldsProps {
  model: Priced;
  typed: TypedTable;
  change: (typed: TypedTable) => void;
}

/**
 * A field for each dimension of a model and each fee that its calls can have, prices of long
 * prompts, and whether zero is meant.
 */
export function PriceFields({ model, typed, change }: PriceFieldsProps): ReactElement {
  const names = namesOf(model, typed);
  const later = laterOf(model, typed);
  return (
    <>
      {names.map((name) => (
        <PriceField
          key={name}
          of={name}
          path="prices"
          prices={typed.prices}
          isNeeded={model.dimensions.includes(name)}
          hint={hintFor(name, later, model.capability === 'chat')}
          change={(prices) => change({ ...typed, prices })}
        />
      ))}
      <MoreTiers model={model} typed={typed} change={change} />
      {model.capability === 'chat' && <TierFields names={names} typed={typed} change={change} />}
      <FreeField typed={typed} change={change} />
    </>
  );
}

/** What an empty field means. */
const hintFor = (name: string, later: readonly string[], isChat: boolean): string => {
  const tool = PRICED_TOOLS.find((one) => one === name);
  if (tool !== undefined) return toolPrices[tool];
  if (name === 'audio_input') return audioPrice;
  const tokens = isChat ? IMAGE_TOOL_TOKENS.find((one) => one === name) : undefined;
  if (tokens !== undefined) return imageTokenPrices[tokens];
  if (isBatchDimension(name)) return tierTexts.batchHint;
  return later.includes(name) ? labels.laterPrice : labels.fee;
};

/** Whether prices of zero are meant. */
export function FreeField({ typed, change }: Omit<PriceFieldsProps, 'model'>): ReactElement {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={typed.isFree}
        onChange={(event) => change({ ...typed, isFree: event.target.checked })}
      />
      {labels.free}
    </label>
  );
}

/** Shows the fields of further service tiers. */
function MoreTiers({ model, typed, change }: PriceFieldsProps): ReactElement | null {
  const shown = shownTiers(model, typed);
  const more = tiersOf(model).filter(
    (tier) => !shown.includes(tier) && !model.dimensions.includes(`${tier}_input`),
  );
  if (more.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {more.map((tier) => (
        <Button key={tier} onClick={() => change({ ...typed, tiers: [...typed.tiers, tier] })}>
          {tierTexts.add[tier]}
        </Button>
      ))}
    </div>
  );
}

interface PriceFieldProps {
  of: string;
  /** Absent: that of the dimension. */
  label?: string;
  /** The list of prices in the body of the API. */
  path: string;
  prices: TypedPrices;
  isNeeded: boolean;
  /** What an empty field means; absent where that is clear. */
  hint?: string;
  change: (prices: TypedPrices) => void;
}

/** A field for one price. */
export function PriceField(props: PriceFieldProps): ReactElement {
  const { of: name, label = priceLabel(name), path, prices, isNeeded, hint, change } = props;
  return (
    <TextField
      label={label}
      name={`${path}.${name}`}
      inputMode="decimal"
      required={isNeeded}
      hint={isNeeded ? undefined : hint}
      autoComplete="off"
      value={prices[name] ?? ''}
      onChange={(event) => change({ ...prices, [name]: event.target.value })}
    />
  );
}

interface TierFieldsProps extends Omit<PriceFieldsProps, 'model'> {
  names: readonly string[];
}

function TierFields({ names, typed, change }: TierFieldsProps): ReactElement {
  const tiers = typed.long_context;
  const set = (long_context: readonly TypedTier[]): void => change({ ...typed, long_context });
  return (
    <>
      {tiers.map((tier, index) => (
        <OneTier
          key={index}
          path={`long_context.${index}`}
          names={names}
          tier={tier}
          change={(next) => set(tiers.with(index, next))}
          remove={() => set(tiers.toSpliced(index, 1))}
        />
      ))}
      {tiers.length < LONG_CONTEXT_TIERS_MAX && (
        <div>
          <Button onClick={() => set([...tiers, { above_input_tokens: '', prices: {} }])}>
            {labels.addTier}
          </Button>
        </div>
      )}
    </>
  );
}

interface OneTierProps {
  path: string;
  names: readonly string[];
  tier: TypedTier;
  change: (tier: TypedTier) => void;
  remove: () => void;
}

function OneTier({ path, names, tier, change, remove }: OneTierProps): ReactElement {
  return (
    <fieldset className="col-span-full grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-sm font-medium">{labels.tier}</legend>
      <TextField
        label={labels.tierAbove}
        name={`${path}.above_input_tokens`}
        type="number"
        min={1}
        required
        value={tier.above_input_tokens}
        onChange={(event) => change({ ...tier, above_input_tokens: event.target.value })}
      />
      {names.map((name) => (
        <PriceField
          key={name}
          of={name}
          path={`${path}.prices`}
          prices={tier.prices}
          isNeeded={false}
          hint={labels.tierPrice}
          change={(prices) => change({ ...tier, prices })}
        />
      ))}
      <div>
        <Button onClick={remove}>{labels.removeTier}</Button>
      </div>
    </fieldset>
  );
}
