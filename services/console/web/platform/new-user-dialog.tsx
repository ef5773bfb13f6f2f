import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const labels = texts.users;

/** Creates a user and goes there. */
export function NewUserDialog({ close }: { close: () => void }): ReactElement {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const send = async (): Promise<void> => {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const chosen = password === '' ? {} : { password };
    const body = { email: email.trim(), ...chosen, ...named };
    const user = await dataOf(platform.POST('/api/platform/users', { body }));
    await queries.invalidateQueries({ queryKey: ['users'] });
    await navigate({ to: '/users/$userId', params: { userId: user.id } });
  };
  return (
    <FormDialog title={labels.create} action={labels.create} send={send} close={close}>
      <TextField
        label={labels.email}
        name="email"
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={labels.name}
        name="name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={labels.password}
        name="password"
        type="password"
        hint={labels.passwordHint}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
