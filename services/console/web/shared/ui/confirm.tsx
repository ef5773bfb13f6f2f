import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { TextField } from './field.tsx';

interface ConfirmProps {
  title: string;
  /** What the action does. */
  children: ReactNode;
  /** Has to be typed before the action can be started. */
  name: string;
  action: string;
  run: () => Promise<unknown>;
  close: () => void;
}

/** Asks for the name of what a dangerous action is about. */
export function Confirm({ title, children, name, action, run, close }: ConfirmProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <div className="text-sm">{children}</div>
        <TextField
          label={common.nameToConfirm(name)}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {error !== undefined && <ErrorNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="danger" type="submit" disabled={typed !== name || isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
