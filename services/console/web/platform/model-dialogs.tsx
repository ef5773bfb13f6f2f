import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ModelApproval, PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { contractLabels } from '../shared/texts/contract.ts';
import { texts } from '../shared/texts/platform.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ModelDifference, useDifference } from './model-difference.tsx';
import { givenTable, PriceFields, typedTable, withSuggestion } from './price-fields.tsx';
import { PriceResearch } from './price-research.tsx';
import { givenMoment, InForce, MomentField } from './price-versions.tsx';
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
          ...givenMarks(model, form),
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
      {missing.map((name) => (
        <TextField
          key={name}
          label={contractLabels.limitNames[name] ?? name}
          name={`limits.${name}`}
          hint={labels.limitHint(name)}
          type="number"
          min={1}
          required
        />
      ))}
      {canMark(model) && (
        <ChoiceField
          label={labels.marks}
          name="marks"
          defaultValue={String(model.parameter_overrides['cache_control']?.default ?? '')}
          choices={MARKS}
        />
      )}
      <TimeFields of="model" typed={times} change={setTimes} />
      <ModelDifference query={difference} />
    </FormDialog>
  );
}

const MARKS = Object.entries(labels.markTimes).map(([value, label]) => ({ value, label }));

/** Whether marks of prompts have a price; where the gateway sets none the API says so. */
const canMark = ({ dimensions }: PlatformModelOut): boolean => dimensions.includes('cache_write');

/** The overrides of the model, which an approval has to say again, with the chosen marks. */
function givenMarks(model: PlatformModelOut, form: FormData): Pick<ModelApproval, 'parameters'> {
  if (!canMark(model)) return {};
  const { cache_control: before, ...others } = model.parameter_overrides;
  const marks = textIn(form, 'marks');
  const values = [...new Set([...(before?.values ?? ['5m']), ...(marks === '' ? [] : [marks])])];
  const isSet = marks !== '' || before !== undefined;
  const rule = { supported: true, values, ...(marks === '' ? {} : { default: marks }) };
  return { parameters: { ...others, ...(isSet ? { cache_control: rule } : {}) } };
}

/** Publishes prices of a model: of each dimension, of fees and of long prompts. */
export function PriceDialog({ model, close }: ModelDialogProps): ReactElement {
  const [typed, setTyped] = useState(() => typedTable(model.price));
  const send = (form: FormData): Promise<unknown> =>
    dataOf(
      platform.POST('/api/platform/models/{model_id}/prices', {
        params: { path: { model_id: model.id } },
        body: { ...givenTable(model, typed), effective_at: givenMoment(form) },
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
      <MomentField />
    </FormDialog>
  );
}
