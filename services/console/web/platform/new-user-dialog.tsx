import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { rawIn, textIn } from '../shared/keys/form-values.ts';
import { texts } from '../shared/texts/platform.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

const labels = texts.users;

/** Creates a user and goes there. */
export function NewUserDialog({ close }: { close: () => void }): ReactElement {
  const navigate = useNavigate();
  const send = async (form: FormData): Promise<void> => {
    const [name, password] = [textIn(form, 'name'), rawIn(form, 'password')];
    const chosen = { ...(password === '' ? {} : { password }), ...(name === '' ? {} : { name }) };
    const body = { email: textIn(form, 'email'), ...chosen };
    const { id: userId } = await dataOf(platform.POST('/api/platform/users', { body }));
    await navigate({ to: '/users/$userId', params: { userId } });
  };
  return (
    <FormDialog
      title={labels.create}
      action={labels.create}
      send={send}
      changed={[['users']]}
      close={close}
    >
      <TextField label={labels.email} name="email" type="email" required autoComplete="off" />
      <TextField label={labels.name} name="name" autoComplete="off" />
      <TextField
        label={labels.password}
        name="password"
        type="password"
        hint={labels.passwordHint}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
