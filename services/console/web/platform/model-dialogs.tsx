import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { contractLabels } from '../shared/texts/contract.ts';
import { texts } from '../shared/texts/platform.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { ModelDifference, useDifference } from './model-difference.tsx';
import { givenPrices, PriceFields } from './price-fields.tsx';
import type { TypedPrices } from './price-fields.tsx';
import { PriceResearch } from './price-research.tsx';
import { givenTimes, TimeFields, typedTimes } from './time-fields.tsx';

const labels = texts.models;

interface ModelDialogProps {
  model: Schemas['PlatformModelOut'];
  close: () => void;
}

interface ApproveDialogProps extends ModelDialogProps {
  /** What comes next for the approved model. */
  approved: (model: Schemas['PlatformModelOut']) => void;
}

/** Approves a model by the usual contract of its family; asks for the limits that nobody knows, and for limits of time. */
export function ApproveDialog({ model, approved, close }: ApproveDialogProps): ReactElement {
  const queries = useQueryClient();
  const [limits, setLimits] = useState<Record<string, string>>({});
  const [times, setTimes] = useState(typedTimes(model));
  const missing = model.missing_limits;
  const difference = useDifference(model.id, 'approve');
  const send = async (): Promise<void> => {
    const given = Object.fromEntries(missing.map((name) => [name, Number(limits[name] ?? '')]));
    const decided = await dataOf(
      platform.POST('/api/platform/models/{model_id}/approval', {
        params: { path: { model_id: model.id } },
        body: { ...(missing.length === 0 ? {} : { limits: given }), ...givenTimes(times) },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['models'] });
    if (decided.price === null) approved(decided);
  };
  return (
    <FormDialog
      title={`${labels.approve}: ${model.public_id}`}
      action={labels.approve}
      send={send}
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
          value={limits[name] ?? ''}
          onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
        />
      ))}
      <TimeFields of="model" typed={times} change={setTimes} />
      <ModelDifference query={difference} />
    </FormDialog>
  );
}

/** Publishes prices of a model, one for each of its dimensions. */
export function PriceDialog({ model, close }: ModelDialogProps): ReactElement {
  const queries = useQueryClient();
  const [prices, setPrices] = useState<TypedPrices>(model.price?.prices ?? {});
  const [isFree, setFree] = useState(false);
  const send = async (): Promise<void> => {
    await dataOf(
      platform.POST('/api/platform/models/{model_id}/prices', {
        params: { path: { model_id: model.id } },
        body: {
          prices: givenPrices(model.dimensions, prices),
          ...(isFree ? { allow_free: true } : {}),
        },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <FormDialog
      title={`${labels.setPrices}: ${model.public_id}`}
      action={labels.setPrices}
      send={send}
      close={close}
    >
      <p className="text-sm text-dim">{labels.pricesText}</p>
      <PriceResearch modelId={model.id} take={(found) => setPrices({ ...prices, ...found })} />
      <PriceFields
        dimensions={model.dimensions}
        prices={prices}
        isFree={isFree}
        change={(next, free) => {
          setPrices(next);
          setFree(free);
        }}
      />
    </FormDialog>
  );
}
