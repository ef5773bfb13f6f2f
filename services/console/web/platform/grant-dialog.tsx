import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { zone } from '../shared/times.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const labels = texts.user;

/** Grants credit; one form grants once, however often it is sent. */
export function GrantDialog({
  userId,
  close,
}: {
  userId: string;
  close: () => void;
}): ReactElement {
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [expires, setExpires] = useState('');
  const send = async (): Promise<void> => {
    await dataOf(
      platform.POST('/api/platform/users/{user_id}/credit-grants', {
        params: { path: { user_id: userId }, header: { 'idempotency-key': key } },
        body: {
          amount: amount.trim(),
          reason: reason.trim() === '' ? null : reason.trim(),
          expires_at: expires === '' ? null : new Date(expires).toISOString(),
        },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['user', userId] });
  };
  return (
    <FormDialog title={labels.grant} action={labels.grant} send={send} close={close}>
      <TextField
        label={labels.amount}
        name="amount"
        hint={labels.amountHint}
        inputMode="decimal"
        required
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={labels.reason}
        name="reason"
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={labels.expires}
        name="expires_at"
        hint={labels.expiresHint(zone())}
        type="datetime-local"
        value={expires}
        onChange={(event) => setExpires(event.target.value)}
      />
    </FormDialog>
  );
}
