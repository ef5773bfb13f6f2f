import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { texts } from '../shared/texts/platform.ts';
import { isoOf, zone } from '../shared/times.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

const labels = texts.user;

interface GrantDialogProps {
  userId: string;
  close: () => void;
}

/** Grants credit; one form grants once, however often it is sent. */
export function GrantDialog({ userId, close }: GrantDialogProps): ReactElement {
  const [key] = useState(() => crypto.randomUUID());
  const send = (form: FormData): Promise<unknown> =>
    dataOf(
      platform.POST('/api/platform/users/{user_id}/credit-grants', {
        params: { path: { user_id: userId }, header: { 'idempotency-key': key } },
        body: {
          amount: textIn(form, 'amount'),
          reason: textIn(form, 'reason') || null,
          expires_at: isoOf(textIn(form, 'expires_at')) || null,
        },
      }),
    );
  return (
    <FormDialog
      title={labels.grant}
      action={labels.grant}
      send={send}
      changed={[['user', userId]]}
      close={close}
    >
      <TextField
        label={labels.amount}
        name="amount"
        hint={labels.amountHint}
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <TextField label={labels.reason} name="reason" autoComplete="off" />
      <TextField
        label={labels.expires}
        name="expires_at"
        hint={labels.expiresHint(zone())}
        type="datetime-local"
      />
    </FormDialog>
  );
}
