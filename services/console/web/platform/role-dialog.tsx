import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { administration } from '../shared/texts/administration.ts';
import { ChoiceField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const labels = administration.administrators;
type Administrator = Schemas['AdministratorOut'];
type Role = Administrator['role'];

/** The roles, the highest first. */
export const ROLE_CHOICES = Object.entries(labels.roles).map(([value, label]) => ({
  value,
  label,
}));

/** The role that a list of choices has given; the least one for anything else. */
export const roleOf = (value: string): Role =>
  (Object.keys(labels.roles) as Role[]).find((role) => role === value) ?? 'viewer';

/** Gives an administrator another role. */
export function RoleDialog({
  of: { id, email, role: before },
  close,
}: {
  of: Administrator;
  close: () => void;
}): ReactElement {
  const queries = useQueryClient();
  const [role, setRole] = useState<string>(before);
  const send = async (): Promise<void> => {
    const params = { path: { administrator_id: id } };
    const body = { role: roleOf(role) };
    await dataOf(
      platform.PATCH('/api/platform/administrators/{administrator_id}', { params, body }),
    );
    // Whoever lowers oneself sees less from now on.
    await queries.invalidateQueries();
  };
  return (
    <FormDialog title={labels.changeRole} action={labels.changeRole} send={send} close={close}>
      <p className="text-sm">
        <bdi className="font-medium">{email}</bdi>
      </p>
      <p className="text-sm text-dim">{labels.changeRoleText}</p>
      <ChoiceField
        label={labels.role}
        name="role"
        choices={ROLE_CHOICES}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
    </FormDialog>
  );
}
