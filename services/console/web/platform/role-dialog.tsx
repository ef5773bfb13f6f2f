import type { ReactElement } from 'react';
import type { AdministratorOut } from '@tollgate/contract/platform/administrators';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { administration } from '../shared/texts/administration.ts';
import { ChoiceField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

const labels = administration.administrators;
type Administrator = AdministratorOut;
type Role = Administrator['role'];

/** The roles, the highest first. */
export const ROLE_CHOICES = Object.entries(labels.roles).map(([value, label]) => ({
  value,
  label,
}));

/** The role that a form asks for; the least one for anything else. */
export const roleIn = (form: FormData): Role =>
  (Object.keys(labels.roles) as Role[]).find((role) => role === textIn(form, 'role')) ?? 'viewer';

interface RoleDialogProps {
  of: Administrator;
  close: () => void;
}

/** Gives an administrator another role. */
export function RoleDialog({ of: { id, email, role }, close }: RoleDialogProps): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const params = { path: { administrator_id: id } };
    const body = { role: roleIn(form) };
    return dataOf(
      platform.PATCH('/api/platform/administrators/{administrator_id}', { params, body }),
    );
  };
  return (
    <FormDialog
      title={labels.changeRole}
      action={labels.changeRole}
      send={send}
      // Whoever lowers oneself sees less from now on, on every page.
      changed={[[]]}
      close={close}
    >
      <p className="text-sm">
        <bdi className="font-medium">{email}</bdi>
      </p>
      <p className="text-sm text-dim">{labels.changeRoleText}</p>
      <ChoiceField label={labels.role} name="role" choices={ROLE_CHOICES} defaultValue={role} />
    </FormDialog>
  );
}
