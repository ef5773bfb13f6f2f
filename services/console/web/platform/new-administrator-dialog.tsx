import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { administration } from '../shared/texts/administration.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { ROLE_CHOICES, roleOf } from './role-dialog.tsx';

const labels = administration.administrators;

/** Adds an administrator. */
export function NewAdministratorDialog({ close }: { close: () => void }): ReactElement {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState('viewer');
  const send = async (): Promise<void> => {
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const body = { email: email.trim(), password, role: roleOf(role), ...named };
    await dataOf(platform.POST('/api/platform/administrators', { body }));
    await queries.invalidateQueries({ queryKey: ['administrators'] });
  };
  return (
    <FormDialog title={labels.add} action={labels.add} send={send} close={close}>
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
      <ChoiceField
        label={labels.role}
        name="role"
        choices={ROLE_CHOICES}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <TextField
        label={labels.password}
        name="password"
        type="password"
        required
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
