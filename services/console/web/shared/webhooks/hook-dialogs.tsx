import { useState } from 'react';
import type { ReactElement } from 'react';
import { useChange } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FieldFaults } from '../ui/faults.tsx';
import { TextField } from '../ui/field.tsx';
import type { HooksApi, HookWithSecret } from './api.ts';

const DESCRIPTION_CHARACTERS_MAX = 200;

interface NewHookDialogProps {
  api: HooksApi;
  made: (hook: HookWithSecret) => void;
  close: () => void;
}

/** Makes a webhook. */
export function NewHookDialog({ api, made, close }: NewHookDialogProps): ReactElement {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly string[]>([]);
  const create = useChange(api.create, [api.name]);
  const send = async (): Promise<void> => {
    made(await create.mutateAsync({ url, description, events: [...events] }));
  };
  return (
    <Dialog title={labels.create} close={close}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          // The mutation keeps the error.
          send().catch(() => undefined);
        }}
      >
        <FieldFaults error={create.error}>
          <TextField
            label={labels.url}
            name="url"
            hint={labels.urlHint}
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <TextField
            label={labels.description}
            name="description"
            maxLength={DESCRIPTION_CHARACTERS_MAX}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <EventChoice all={api.events} chosen={events} choose={setEvents} />
          {create.isError && <ErrorNote error={create.error} />}
        </FieldFaults>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={create.isPending || events.length === 0}>
            {labels.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface EventChoiceProps {
  all: readonly string[];
  chosen: readonly string[];
  choose: (events: readonly string[]) => void;
}

function EventChoice({ all, chosen, choose }: EventChoiceProps): ReactElement {
  return (
    <fieldset className="text-sm">
      <legend className="font-medium">{labels.events}</legend>
      {all.map((name) => (
        <label key={name} className="mt-1 flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            className="size-6"
            checked={chosen.includes(name)}
            onChange={(event) =>
              choose(
                event.target.checked ? [...chosen, name] : chosen.filter((one) => one !== name),
              )
            }
          />
          <code className="text-xs">{name}</code>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows a secret, this once. */
export function SecretDialog({
  made,
  close,
}: {
  made: HookWithSecret;
  close: () => void;
}): ReactElement {
  return (
    <Dialog title={labels.secretTitle} isFirm close={close}>
      <p className="mb-3 text-sm">
        {labels.secretText}
        {made.previous_secret_until !== null && ` ${labels.overlapText}`}
      </p>
      <CodeBlock label={labels.secret} code={made.secret} />
      <div className="mt-4 text-right">
        <Button look="main" onClick={close}>
          {labels.secretKept}
        </Button>
      </div>
    </Dialog>
  );
}
