import { useEffect, useId, useRef } from 'react';
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

/** A modal dialog of the browser: it keeps the focus, and gives it back. */
export function Dialog({ title, close, isFirm = false, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    if (opened?.open === false) opened.showModal();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isFirm) close();
      }}
      className="m-auto max-h-[90dvh] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-line bg-card p-5 text-ink backdrop:bg-black/50"
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <h2 id={id} className="min-w-0 text-lg font-semibold break-words">
          {title}
        </h2>
        {!isFirm && (
          <Button look="quiet" aria-label={common.close} onClick={close}>
            ✕
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}
