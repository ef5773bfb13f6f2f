import { Close, Description, Provider, Root, Viewport } from '@radix-ui/react-toast';
import type { ReactElement } from 'react';
import { common } from '../texts/common.ts';
import { dropToast, useToasts } from '../toasts.ts';

const SHOWN_MS = 4_000;

/** Shows what was done, over every page, for some seconds. */
export function Toaster(): ReactElement {
  const toasts = useToasts();
  return (
    <Provider label={common.notes}>
      {toasts.map(({ id, text, remedy }) => (
        <Root
          key={id}
          type={remedy === undefined ? 'background' : 'foreground'}
          duration={remedy === undefined ? SHOWN_MS : Infinity}
          onOpenChange={(isOpen) => !isOpen && dropToast(id)}
          className="flex items-start justify-between gap-3 rounded-lg border border-line bg-card p-3 text-sm text-ink shadow-lg"
        >
          <Description className="min-w-0 break-words">
            <span aria-hidden="true" className={remedy === undefined ? 'text-good' : 'text-bad'}>
              {remedy === undefined ? '✓ ' : '! '}
            </span>
            <bdi>{text}</bdi> {remedy}
          </Description>
          <Close aria-label={common.close} className="min-h-6 min-w-6 text-dim hover:text-ink">
            ✕
          </Close>
        </Root>
      ))}
      <Viewport
        label={common.notes}
        className="fixed bottom-4 left-1/2 z-30 flex w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2"
      />
    </Provider>
  );
}
