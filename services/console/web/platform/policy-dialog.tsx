import type { ReactElement } from 'react';
import type { RetentionPolicyOut } from '@tollgate/contract/platform/retention';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { administration } from '../shared/texts/administration.ts';
import { categoryName } from '../shared/texts/names.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

const labels = administration.retention;

interface PolicyDialogProps {
  policy: RetentionPolicyOut;
  close: () => void;
}

/** Sets how long a kind of data is kept. */
export function PolicyDialog({ policy, close }: PolicyDialogProps): ReactElement {
  const { category, days, minimum_days: least, maximum_days: most } = policy;
  const send = (form: FormData): Promise<unknown> => {
    const params = { path: { category } };
    const body = { days: Number(textIn(form, 'days')) };
    return dataOf(platform.PUT('/api/platform/retention-policies/{category}', { params, body }));
  };
  return (
    <FormDialog
      title={labels.changeTitle(categoryName(category))}
      action={labels.change}
      send={send}
      changed={[['retention']]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.changeText}</p>
      <TextField
        label={labels.days}
        name="days"
        hint={`${least}–${most}`}
        type="number"
        min={least}
        max={most}
        required
        defaultValue={days}
      />
    </FormDialog>
  );
}
