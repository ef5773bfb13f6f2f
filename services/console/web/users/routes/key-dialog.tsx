import type { ReactElement } from 'react';
import type { ApiKeyCreated, ApiKeyOut } from '@tollgate/contract/keys';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { textIn } from '../../shared/keys/form-values.ts';
import { KeyFields, keyIn, policyIn } from '../../shared/keys/key-fields.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { say } from '../../shared/toasts.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';

const labels = texts.keys;
type Key = ApiKeyOut;

interface KeyDialogProps {
  /** The key to change; undefined makes one. */
  of: Key | undefined;
  made: (key: ApiKeyCreated) => void;
  close: () => void;
}

/** Makes a key, or changes the name and the policies of one. */
export function KeyDialog({ of: key, made, close }: KeyDialogProps): ReactElement {
  const sent = (created: ApiKeyCreated | undefined): void => {
    if (created !== undefined) {
      made(created);
      return;
    }
    say(common.done(labels.editTitle));
    close();
  };
  return (
    <FormDialog
      title={key === undefined ? labels.create : labels.editTitle}
      action={key === undefined ? labels.create : common.save}
      send={(form) => send(key, form)}
      changed={[['keys']]}
      sent={sent}
      close={close}
    >
      <KeyFields of={key} />
    </FormDialog>
  );
}

/** Sends the form; gives the new key, if it makes one. */
async function send(key: Key | undefined, form: FormData): Promise<ApiKeyCreated | undefined> {
  if (key === undefined) return dataOf(users.POST('/api/keys', { body: keyIn(form) }));
  const body = { name: textIn(form, 'name'), ...policyIn(form, key) };
  const params = { path: { key_id: key.id } };
  await dataOf(users.PATCH('/api/keys/{key_id}', { params, body }));
  return undefined;
}
