import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { ModelApproval, PlatformModelOut } from '@tollgate/contract/platform/models';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import type { PricedTier } from '@tollgate/contract/service-tiers';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { contractLabels } from '../shared/texts/contract.ts';
import { texts } from '../shared/texts/platform.ts';
import { tierTexts } from '../shared/texts/service-tiers.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ModelDifference, useDifference } from './model-difference.tsx';
import { givenTable, PriceFields, typedTable, withSuggestion } from './price-fields.tsx';
import { PriceResearch } from './price-research.tsx';
import { EndedTiers, givenMoment, givenTiers, InForce, MomentField } from './price-versions.tsx';
import { TierChoice } from './tier-choice.tsx';
import { admittedTiers, withTiers } from './tier-rules.ts';
import { givenTimes, TimeFields, typedTimes } from './time-fields.tsx';

const labels = texts.models;

interface ModelDialogProps {
  model: PlatformModelOut;
  close: () => void;
}

interface ApproveDialogProps extends ModelDialogProps {
  /** What comes next for the approved model. */
  approved: (model: PlatformModelOut) => void;
}

/**
 * Approves a model by the usual contract of its family; asks for the limits that nobody knows, and
 * for limits of time.
 */
export function ApproveDialog({ model, approved, close }: ApproveDialogProps): ReactElement {
  const [times, setTimes] = useState(typedTimes(model));
  const [tiers, setTiers] = useState(() => admittedTiers(model));
  const missing = model.missing_limits;
  const difference = useDifference(model.id, 'approve');
  const send = async (form: FormData): Promise<void> => {
    const given = Object.fromEntries(
      missing.map((name) => [name, Number(textIn(form, `limits.${name}`))]),
    );
    const decided = await dataOf(
      platform.POST('/api/platform/models/{model_id}/approval', {
        params: { path: { model_id: model.id } },
        body: {
          ...(missing.length === 0 ? {} : { limits: given }),
          ...givenRules(model, form, tiers),
          ...givenTimes(times),
        },
      }),
    );
    if (decided.price === null) approved(decided);
  };
  return (
    <FormDialog
      title={`${labels.approve}: ${model.public_id}`}
      action={labels.approve}
      send={send}
      changed={[['models']]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.approveText}</p>
      <LimitFields names={missing} />
      {canMark(model) && (
        <ChoiceField
          label={labels.marks}
          name="marks"
          defaultValue={String(model.parameter_overrides['cache_control']?.default ?? '')}
          choices={MARKS}
        />
      )}
      <TierChoice
        of={model.admissible_tiers}
        chosen={tiers}
        change={setTiers}
        hint={tierTexts.hint}
      />
      <TimeFields of="model" typed={times} change={setTimes} />
      <ModelDifference query={difference} />
    </FormDialog>
  );
}

/** Asks for the limits that nobody knows. */
function LimitFields({ names }: { names: readonly string[] }): ReactNode {
  return names.map((name) => (
    <TextField
      key={name}
      label={contractLabels.limitNames[name] ?? name}
      name={`limits.${name}`}
      hint={labels.limitHint(name)}
      type="number"
      min={1}
      required
    />
  ));
}

const MARKS = Object.entries(labels.markTimes).map(([value, label]) => ({ value, label }));

/** Whether marks of prompts have a price; where the gateway sets none the API says so. */
const canMark = ({ dimensions }: PlatformModelOut): boolean => dimensions.includes('cache_write');

/** The overrides of the model, which an approval has to say again, with what was chosen. */
function givenRules(
  model: PlatformModelOut,
  form: FormData,
  tiers: readonly PricedTier[],
): Pick<ModelApproval, 'parameters'> {
  const rules = withTiers(
    canMark(model) ? withMarks(model, form) : model.parameter_overrides,
    tiers,
  );
  return Object.keys(rules).length === 0 ? {} : { parameters: rules };
}

function withMarks(
  { parameter_overrides: rules }: PlatformModelOut,
  form: FormData,
): Record<string, ParameterRule> {
  const { cache_control: before, ...others } = rules;
  const marks = textIn(form, 'marks');
  if (marks === '' && before === undefined) return others;
  const values = [...new Set([...(before?.values ?? ['5m']), ...(marks === '' ? [] : [marks])])];
  const rule = { supported: true, values, ...(marks === '' ? {} : { default: marks }) };
  return { ...others, cache_control: rule };
}

/** Publishes prices of a model: of each dimension, of fees and of long prompts. */
export function PriceDialog({ model, close }: ModelDialogProps): ReactElement {
  const [typed, setTyped] = useState(() => typedTable(model.price));
  const table = givenTable(model, typed);
  const send = (form: FormData): Promise<unknown> =>
    dataOf(
      platform.POST('/api/platform/models/{model_id}/prices', {
        params: { path: { model_id: model.id } },
        body: {
          ...table,
          ...givenTiers(form, table.prices),
          effective_at: givenMoment(form),
        },
      }),
    );
  return (
    <FormDialog
      title={`${labels.setPrices}: ${model.public_id}`}
      action={labels.setPrices}
      send={send}
      changed={[['models']]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.pricesText}</p>
      <InForce price={model.price} next={model.upcoming_prices[0] ?? null} />
      <PriceResearch modelId={model.id} take={(found) => setTyped(withSuggestion(typed, found))} />
      <PriceFields model={model} typed={typed} change={setTyped} />
      <EndedTiers model={model} prices={table.prices} />
      <MomentField />
    </FormDialog>
  );
}
