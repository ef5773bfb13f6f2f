import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const words = texts.models;

interface ModelDialogProps {
  model: Schemas['PlatformModelOut'];
  close: () => void;
}

/** Approves a model by the usual contract of its family; asks for the limits that nobody knows. */
export function ApproveDialog({ model, close }: ModelDialogProps): ReactElement {
  const queries = useQueryClient();
  const [limits, setLimits] = useState<Record<string, string>>({});
  const missing = model.missing_limits;
  const send = async (): Promise<void> => {
    const given = Object.fromEntries(missing.map((name) => [name, Number(limits[name] ?? '')]));
    await dataOf(
      platform.POST('/api/platform/models/{model_id}/approval', {
        params: { path: { model_id: model.id } },
        body: missing.length === 0 ? {} : { limits: given },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <FormDialog
      title={`${words.approve}: ${model.public_id}`}
      action={words.approve}
      send={send}
      close={close}
    >
      <p className="text-sm text-dim">{words.approveText}</p>
      {missing.map((name) => (
        <TextField
          key={name}
          label={words.limit(name)}
          type="number"
          min={1}
          required
          value={limits[name] ?? ''}
          onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}

/** Publishes prices of a model, one for each of its dimensions. */
export function PriceDialog({ model, close }: ModelDialogProps): ReactElement {
  const queries = useQueryClient();
  const before = (model.price?.prices ?? {}) as Record<string, string>;
  const [prices, setPrices] = useState<Record<string, string>>(before);
  const [isFree, setFree] = useState(false);
  const send = async (): Promise<void> => {
    const given = model.dimensions.flatMap((name) => {
      const price = prices[name]?.trim() ?? '';
      return price === '' ? [] : [[name, price] as const];
    });
    await dataOf(
      platform.POST('/api/platform/models/{model_id}/prices', {
        params: { path: { model_id: model.id } },
        body: {
          prices: Object.fromEntries(given),
          ...(isFree ? { allow_free: true } : {}),
        },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <FormDialog
      title={`${words.setPrices}: ${model.public_id}`}
      action={words.setPrices}
      send={send}
      close={close}
    >
      <p className="text-sm text-dim">{words.pricesText}</p>
      {model.dimensions.map((name) => (
        <TextField
          key={name}
          label={words.dimension(name)}
          inputMode="decimal"
          required
          autoComplete="off"
          value={prices[name] ?? ''}
          onChange={(event) => setPrices({ ...prices, [name]: event.target.value })}
        />
      ))}
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isFree}
          onChange={(event) => setFree(event.target.checked)}
        />
        {words.free}
      </label>
    </FormDialog>
  );
}
