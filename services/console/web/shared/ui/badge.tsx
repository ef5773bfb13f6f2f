import type { ReactElement, ReactNode } from 'react';

const TONES = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  plain: 'bg-page text-dim border border-line',
} as const;

/** How good a state is. */
export type Tone = keyof typeof TONES;

/** A word for a state. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactElement {
  return (
    <span
      className={`inline-flex items-center rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
