import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { common } from '../shared/texts/common.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { FieldFaults } from '../shared/ui/faults.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';

interface FormDialogProps {
  title: string;
  action: string;
  /** Whether the form may be sent; true by default. */
  isReady?: boolean;
  /** Sends the form; the dialog closes on success, and shows the error otherwise. */
  send: (form: FormData) => Promise<unknown>;
  close: () => void;
  children: ReactNode;
}

/** A form over a page. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, action, isReady = true, send, close, children } = props;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const start = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await send(form);
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
          void start(new FormData(event.currentTarget));
        }}
      >
        <FieldFaults error={error}>
          {children}
          {error !== undefined && <ErrorNote error={error} />}
        </FieldFaults>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={!isReady || isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
