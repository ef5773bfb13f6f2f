import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { administration } from '../shared/texts/administration.ts';
import { categoryName } from '../shared/texts/names.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const labels = administration.retention;

interface PolicyDialogProps {
  policy: Schemas['RetentionPolicyOut'];
  close: () => void;
}

/** Sets how long a kind of data is kept. */
export function PolicyDialog({ policy, close }: PolicyDialogProps): ReactElement {
  const queries = useQueryClient();
  const [days, setDays] = useState(String(policy.days));
  const send = async (): Promise<void> => {
    const params = { path: { category: policy.category } };
    const body = { days: Number(days) };
    await dataOf(platform.PUT('/api/platform/retention-policies/{category}', { params, body }));
    await queries.invalidateQueries({ queryKey: ['retention'] });
  };
  return (
    <FormDialog
      title={labels.changeTitle(categoryName(policy.category))}
      action={labels.change}
      send={send}
      close={close}
    >
      <p className="text-sm text-dim">{labels.changeText}</p>
      <TextField
        label={labels.days}
        name="days"
        hint={`${policy.minimum_days}–${policy.maximum_days}`}
        type="number"
        min={policy.minimum_days}
        max={policy.maximum_days}
        required
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
    </FormDialog>
  );
}
