import type { ReactElement, ReactNode } from 'react';
import { keyLabels as labels } from '../texts/keys.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface MadeKeyProps {
  secret: string;
  close: () => void;
  /** What else there is to say about the key. */
  children?: ReactNode;
}

/** The secret of a new key, this once: it is in the memory of this page and nowhere else. */
export function MadeKey({ secret, close, children }: MadeKeyProps): ReactElement {
  return (
    <Dialog title={labels.made} isFirm close={close}>
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
