import type { ReactElement, ReactNode } from 'react';
import type { Changed } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface FormDialogProps<Result> {
  title: string;
  /** What the button says, and the toast of what was done. */
  action: string;
  /** How the button looks; `danger` for what cannot be taken back. */
  look?: 'main' | 'danger';
  /** Whether the form may be sent; true by default. */
  isReady?: boolean;
  send: (form: FormData) => Promise<Result>;
  changed?: Changed;
  /** Shown instead of closing, such as the secret of a new key. */
  sent?: (result: Result) => void;
  close: () => void;
  children: ReactNode;
}

/** A form over a page: it closes once it was sent, and shows what was refused otherwise. */
export function FormDialog<Result>(props: FormDialogProps<Result>): ReactElement {
  const { title, action, look = 'main', isReady = true, send, changed, sent, close } = props;
  const said = sent === undefined ? common.done(title) : '';
  return (
    <Dialog title={title} close={close}>
      <Form
        action={action}
        look={look}
        isReady={isReady}
        send={send}
        changed={changed}
        said={said}
        done={(result) => (sent === undefined ? close() : sent(result))}
        beside={<Button onClick={close}>{common.cancel}</Button>}
      >
        {props.children}
      </Form>
    </Dialog>
  );
}
