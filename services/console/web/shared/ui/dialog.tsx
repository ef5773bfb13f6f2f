import { Close, Content, Portal, Root, Title } from '@radix-ui/react-dialog';
import { useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  close: () => void;
  /** What has to be read or answered is not left by Escape. */
  isFirm?: boolean;
  children: ReactNode;
}

const FIELDS = 'input:not([type=hidden]), select, textarea';

/** A modal dialog: it keeps the focus, begins at its first field, and gives the focus back. */
export function Dialog({ title, close, isFirm = false, children }: DialogProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && !isFirm && close()}>
      <Portal>
        {/* The overlay of the library writes a style element, which the policy of the page forbids. */}
        <div className="fixed inset-0 z-20 bg-black/50" aria-hidden="true" />
        <Content
          ref={content}
          aria-describedby={undefined}
          aria-modal="true"
          data-dialog=""
          // A click beside the dialog would lose what was entered.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            const first = content.current?.querySelector<HTMLElement>(FIELDS);
            if (first === null || first === undefined) return;
            event.preventDefault();
            first.focus();
          }}
          className="fixed top-1/2 left-1/2 z-20 max-h-[90dvh] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-card p-5 text-ink outline-none"
        >
          <div className="mb-4 flex items-start justify-between gap-3">
            <Title className="min-w-0 text-lg font-semibold break-words">{title}</Title>
            {!isFirm && (
              <Close asChild>
                <Button look="quiet" aria-label={common.close}>
                  ✕
                </Button>
              </Close>
            )}
          </div>
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
