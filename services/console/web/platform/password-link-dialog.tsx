import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PasswordLinkOut } from '@tollgate/contract/password-link';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { texts } from '../shared/texts/platform.ts';
import { longTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

const labels = texts.user;
const HOURS_DEFAULT = 24;
const HOURS_MAX = 168;

interface PasswordLinkDialogProps {
  userId: string;
  close: () => void;
}

/** Makes a link with which a user chooses a password, and shows it this once. */
export function PasswordLinkDialog({ userId, close }: PasswordLinkDialogProps): ReactElement {
  const [made, setMade] = useState<PasswordLinkOut>();
  if (made !== undefined) return <Made link={made} close={close} />;
  const send = (form: FormData): Promise<PasswordLinkOut> => {
    const params = { path: { user_id: userId } };
    const body = { expires_in_hours: Number(textIn(form, 'expires_in_hours')) };
    return dataOf(platform.POST('/api/platform/users/{user_id}/password-link', { params, body }));
  };
  return (
    <FormDialog
      title={labels.link}
      action={labels.makeLink}
      send={send}
      sent={setMade}
      close={close}
    >
      <p className="text-sm">{labels.linkText}</p>
      <TextField
        label={labels.linkHours}
        name="expires_in_hours"
        type="number"
        min={1}
        max={HOURS_MAX}
        required
        defaultValue={HOURS_DEFAULT}
      />
    </FormDialog>
  );
}

interface MadeProps {
  link: PasswordLinkOut;
  close: () => void;
}

function Made({ link: { kind, link, expires_at: at }, close }: MadeProps): ReactElement {
  return (
    <Dialog title={labels.linkKinds[kind]} isFirm close={close}>
      <p className="mb-3 text-sm">{labels.linkMade(longTime(at))}</p>
      <CodeBlock label={labels.link} code={link} />
      <div className="mt-4 text-right">
        <Button look="main" onClick={close}>
          {labels.linkHandedOver}
        </Button>
      </div>
    </Dialog>
  );
}
