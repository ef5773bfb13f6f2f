import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { zone } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';

const words = texts.keys;
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const NUMBERS = ['requests_per_minute', 'tokens_per_minute', 'concurrent_requests'] as const;
const AMOUNTS = ['credits_per_day', 'credits_per_month'] as const;
const MINUTE_MS = 60_000;

type Key = Schemas['ApiKeyOut'];

interface KeyDialogProps {
  /** The key to change; undefined makes one. */
  of: Key | undefined;
  made: (key: Schemas['ApiKeyCreated']) => void;
  close: () => void;
}

/** Makes a key, or changes the name and the policies of one. */
export function KeyDialog({ of: key, made, close }: KeyDialogProps): ReactElement {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const created = await send(key, form);
      await queries.invalidateQueries({ queryKey: ['keys'] });
      if (created === undefined) close();
      else made(created);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={key === undefined ? words.create : words.editTitle} close={close}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        <FieldFaults error={error}>
          <KeyFields of={key} />
          {error !== undefined && <ErrorNote error={error} />}
        </FieldFaults>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={isBusy}>
            {key === undefined ? words.create : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function KeyFields({ of: key }: { of: Key | undefined }): ReactElement {
  return (
    <>
      <TextField label={words.name} name="name" required maxLength={100} defaultValue={key?.name} />
      {key === undefined && (
        <ChoiceField
          label={words.mode}
          name="mode"
          choices={[
            { value: 'live', label: words.modeLong.live },
            { value: 'test', label: words.modeLong.test },
          ]}
        />
      )}
      <TextField
        label={words.expires}
        name="expires_at"
        type="datetime-local"
        hint={words.expiresHint(zone())}
        defaultValue={localText(key?.expires_at)}
      />
      <LimitFields of={key} />
      <ChoiceField
        label={words.effort}
        name="default_reasoning_effort"
        defaultValue={key?.default_reasoning_effort ?? ''}
        choices={[
          { value: '', label: words.effortUnset },
          ...EFFORTS.map((value) => ({ value, label: value })),
        ]}
      />
      <TextField
        label={words.models}
        name="models"
        hint={words.modelsHint}
        defaultValue={key?.models?.join(' ') ?? ''}
      />
    </>
  );
}

function LimitFields({ of: key }: { of: Key | undefined }): ReactElement {
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-sm font-medium">{words.limits}</legend>
      {AMOUNTS.map((name) => (
        <TextField
          key={name}
          label={words.limitNames[name]}
          name={`limits.${name}`}
          inputMode="decimal"
          pattern="\d+(\.\d{1,9})?"
          defaultValue={key?.limits[name] ?? ''}
        />
      ))}
      {NUMBERS.map((name) => (
        <TextField
          key={name}
          label={words.limitNames[name]}
          name={`limits.${name}`}
          type="number"
          min={1}
          defaultValue={key?.limits[name] ?? ''}
        />
      ))}
      <TextField
        label={words.limitNames.max_output_tokens}
        name="max_output_tokens"
        type="number"
        min={1}
        defaultValue={key?.max_output_tokens ?? ''}
      />
    </fieldset>
  );
}

/** Sends the form; gives the new key, if it makes one. */
async function send(
  key: Key | undefined,
  form: FormData,
): Promise<Schemas['ApiKeyCreated'] | undefined> {
  const body = { name: textIn(form, 'name'), ...policyIn(form, key) };
  if (key === undefined) {
    const mode = textIn(form, 'mode') === 'test' ? 'test' : 'live';
    return dataOf(users.POST('/api/keys', { body: { ...body, mode } }));
  }
  const params = { path: { key_id: key.id } };
  await dataOf(users.PATCH('/api/keys/{key_id}', { params, body }));
  return undefined;
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
const numberIn = (form: FormData, name: string): number | null =>
  textIn(form, name) === '' ? null : Number(textIn(form, name));

/** The policies as the form has them; what the form does not show stays. */
function policyIn(form: FormData, key: Key | undefined): Omit<Schemas['ApiKeyUpdate'], 'name'> {
  const expiry = textIn(form, 'expires_at');
  const models = textIn(form, 'models').split(/\s+/u).filter(Boolean);
  return {
    expires_at: expiry === '' ? null : new Date(expiry).toISOString(),
    default_reasoning_effort:
      EFFORTS.find((one) => one === textIn(form, 'default_reasoning_effort')) ?? null,
    max_output_tokens: numberIn(form, 'max_output_tokens'),
    models: models.length === 0 ? null : models,
    limits: {
      ...Object.fromEntries(NUMBERS.map((name) => [name, numberIn(form, `limits.${name}`)])),
      ...Object.fromEntries(AMOUNTS.map((name) => [name, textIn(form, `limits.${name}`) || null])),
      output_tokens_per_request: key?.limits.output_tokens_per_request ?? null,
    },
  };
}

/** A moment as `datetime-local` wants it, in the reader's zone. */
function localText(iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return '';
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
