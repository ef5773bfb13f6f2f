import type { ReactElement } from 'react';
import { KEY_OVERLAP_SECONDS_DEFAULT } from '@tollgate/contract/keys';
import type { ApiKeyCreated, ApiKeyOut } from '@tollgate/contract/keys';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { numberIn } from '../../shared/keys/form-values.ts';
import { texts } from '../../shared/texts/users.ts';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';

const labels = texts.keys;
const OVERLAPS = Object.entries(labels.overlaps).map(([value, label]) => ({ value, label }));

interface RotateKeyProps {
  of: ApiKeyOut;
  made: (key: ApiKeyCreated) => void;
  close: () => void;
}

/** Gives a key another secret, and asks how long the current one works on. */
export function RotateKeyDialog({ of: key, made, close }: RotateKeyProps): ReactElement {
  return (
    <FormDialog
      title={labels.rotate}
      action={labels.rotate}
      send={(form) => rotate(key, form)}
      changed={[['keys']]}
      sent={made}
      close={close}
    >
      <p className="text-sm">{labels.rotateText}</p>
      <ChoiceField
        label={labels.overlap}
        name="overlap_seconds"
        defaultValue={String(KEY_OVERLAP_SECONDS_DEFAULT)}
        choices={OVERLAPS}
      />
    </FormDialog>
  );
}

function rotate({ id }: ApiKeyOut, form: FormData): Promise<ApiKeyCreated> {
  const body = {
    overlap_seconds: numberIn(form, 'overlap_seconds') ?? KEY_OVERLAP_SECONDS_DEFAULT,
  };
  return dataOf(
    users.POST('/api/keys/{key_id}/rotate', { params: { path: { key_id: id } }, body }),
  );
}
