import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { textIn } from '../../shared/keys/form-values.ts';
import { KeyFields, keyIn, policyIn } from '../../shared/keys/key-fields.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';

const labels = texts.keys;
type Key = Schemas['ApiKeyOut'];

interface KeyDialogProps {
  /** The key to change; undefined makes one. */
  of: Key | undefined;
  made: (key: Schemas['ApiKeyCreated']) => void;
  close: () => void;
}

/** Makes a key, or changes the name and the policies of one. */
export function KeyDialog({ of: key, made, close }: KeyDialogProps): ReactElement {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const created = await send(key, form);
      await queries.invalidateQueries({ queryKey: ['keys'] });
      if (created === undefined) close();
      else made(created);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={key === undefined ? labels.create : labels.editTitle} close={close}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        <FieldFaults error={error}>
          <KeyFields of={key} />
          {error !== undefined && <ErrorNote error={error} />}
        </FieldFaults>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={isBusy}>
            {key === undefined ? labels.create : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sends the form; gives the new key, if it makes one. */
async function send(
  key: Key | undefined,
  form: FormData,
): Promise<Schemas['ApiKeyCreated'] | undefined> {
  if (key === undefined) return dataOf(users.POST('/api/keys', { body: keyIn(form) }));
  const body = { name: textIn(form, 'name'), ...policyIn(form, key) };
  const params = { path: { key_id: key.id } };
  await dataOf(users.PATCH('/api/keys/{key_id}', { params, body }));
  return undefined;
}
