import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { rawIn, textIn } from '../shared/keys/form-values.ts';
import { administration } from '../shared/texts/administration.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ROLE_CHOICES, roleIn } from './role-dialog.tsx';

const labels = administration.administrators;

/** Adds an administrator. */
export function NewAdministratorDialog({ close }: { close: () => void }): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const name = textIn(form, 'name');
    const named = name === '' ? {} : { name };
    const password = rawIn(form, 'password');
    const body = { email: textIn(form, 'email'), password, role: roleIn(form), ...named };
    return dataOf(platform.POST('/api/platform/administrators', { body }));
  };
  return (
    <FormDialog
      title={labels.add}
      action={labels.add}
      send={send}
      changed={[['administrators']]}
      close={close}
    >
      <TextField label={labels.email} name="email" type="email" required autoComplete="off" />
      <TextField label={labels.name} name="name" autoComplete="off" />
      <ChoiceField label={labels.role} name="role" choices={ROLE_CHOICES} defaultValue="viewer" />
      <TextField
        label={labels.password}
        name="password"
        type="password"
        required
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
