import { useState } from 'react';
import type { ReactElement } from 'react';
import { textIn } from '../keys/form-values.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { HooksApi, HookWithSecret } from './api.ts';

const DESCRIPTION_CHARACTERS_MAX = 200;

interface NewHookDialogProps {
  api: HooksApi;
  made: (hook: HookWithSecret) => void;
  close: () => void;
}

/** Makes a webhook. */
export function NewHookDialog({ api, made, close }: NewHookDialogProps): ReactElement {
  const [events, setEvents] = useState<readonly string[]>([]);
  const send = (form: FormData): Promise<HookWithSecret> =>
    api.create({
      url: textIn(form, 'url'),
      description: textIn(form, 'description'),
      events: [...events],
    });
  return (
    <FormDialog
      title={labels.create}
      action={labels.create}
      isReady={events.length > 0}
      send={send}
      changed={[[api.name]]}
      sent={made}
      close={close}
    >
      <TextField label={labels.url} name="url" hint={labels.urlHint} type="url" required />
      <TextField
        label={labels.description}
        name="description"
        maxLength={DESCRIPTION_CHARACTERS_MAX}
      />
      <EventChoice all={api.events} chosen={events} choose={setEvents} />
    </FormDialog>
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
