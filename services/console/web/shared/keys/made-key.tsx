import type { ReactElement, ReactNode } from 'react';
import { keyLabels as labels } from '../texts/keys.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface MadeKeyProps {
  secret: string;
  /** What the dialog is called; default: that a key was created. */
  title?: string;
  close: () => void;
  /** What else there is to say about the key. */
  children?: ReactNode;
}

/** The secret of a new key, this once: it is in the memory of this page and nowhere else. */
export function MadeKey({
  secret,
  title = labels.made,
  close,
  children,
}: MadeKeyProps): ReactElement {
  return (
    <Dialog title={title} isFirm close={close}>
      <div className="space-y-4 text-sm">
        <p>{labels.madeText}</p>
        <CodeBlock label={labels.secret} code={secret} />
        {children}
        <div className="flex justify-end">
          <Button look="main" onClick={close}>
            {labels.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
