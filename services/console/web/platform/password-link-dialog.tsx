import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { longTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';

const labels = texts.user;
const HOURS_DEFAULT = 24;
const HOURS_MAX = 168;

interface PasswordLinkDialogProps {
  userId: string;
  close: () => void;
}

/** Makes a link with which a user chooses a password, and shows it this once. */
export function PasswordLinkDialog({ userId, close }: PasswordLinkDialogProps): ReactElement {
  const [hours, setHours] = useState(String(HOURS_DEFAULT));
  const [made, setMade] = useState<Schemas['PasswordLinkOut']>();
  const isMade = useRef(false);
  // The form closes once it is sent: the link is still to be read then.
  const leave = (): void => {
    if (!isMade.current) close();
  };
  if (made !== undefined) return <Made link={made} close={close} />;
  const send = async (): Promise<void> => {
    const params = { path: { user_id: userId } };
    const body = { expires_in_hours: Number(hours) };
    const asked = platform.POST('/api/platform/users/{user_id}/password-link', { params, body });
    const link = await dataOf(asked);
    isMade.current = true;
    setMade(link);
  };
  return (
    <FormDialog title={labels.link} action={labels.makeLink} send={send} close={leave}>
      <p className="text-sm">{labels.linkText}</p>
      <TextField
        label={labels.linkHours}
        name="expires_in_hours"
        type="number"
        min={1}
        max={HOURS_MAX}
        required
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </FormDialog>
  );
}

function Made({
  link: { kind, link, expires_at: at },
  close,
}: {
  link: Schemas['PasswordLinkOut'];
  close: () => void;
}): ReactElement {
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
