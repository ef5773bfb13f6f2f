import { useState } from 'react';
import type { ReactElement } from 'react';
import {
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
} from '@tollgate/contract/platform/administrator-tokens';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { machineTokens as labels } from '../shared/texts/machine-tokens.ts';
import { Button } from '../shared/ui/button.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ROLE_CHOICES, roleIn } from './role-dialog.tsx';

/** Creates a token for a machine, and shows it this once. */
export function NewTokenDialog({ close }: { close: () => void }): ReactElement {
  const [token, keep] = useState<string | null>(null);
  if (token !== null) return <MadeToken token={token} close={close} />;
  return (
    <FormDialog
      title={labels.create}
      action={labels.create}
      send={(form) => {
        const days = Number(textIn(form, 'expires_in_days'));
        const body = { name: textIn(form, 'name'), role: roleIn(form), expires_in_days: days };
        return dataOf(platform.POST('/api/platform/administrator-tokens', { body }));
      }}
      changed={[['tokens']]}
      sent={(made) => keep(made.token)}
      close={close}
    >
      <TextField label={labels.name} name="name" required autoComplete="off" />
      <ChoiceField label={labels.role} name="role" choices={ROLE_CHOICES} defaultValue="viewer" />
      <TextField
        label={labels.days}
        name="expires_in_days"
        type="number"
        required
        min={1}
        max={TOKEN_DAYS_MAX}
        defaultValue={TOKEN_DAYS_DEFAULT}
      />
    </FormDialog>
  );
}

/** A new token is in the memory of this page and nowhere else. */
function MadeToken({ token, close }: { token: string; close: () => void }): ReactElement {
  return (
    <Dialog title={labels.made} isFirm close={close}>
      <div className="space-y-4 text-sm">
        <p>{labels.madeText}</p>
        <CodeBlock label={labels.token} code={token} />
        <div className="flex justify-end">
          <Button look="main" onClick={close}>
            {labels.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
