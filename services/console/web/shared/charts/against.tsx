import type { ReactElement, ReactNode } from 'react';
import { charts as labels } from '../texts/charts.ts';
import { percent } from '../times.ts';
import { changeOf } from './change.ts';

interface AgainstProps {
  now: number | null;
  before: number | null;
  /** The figure before, as it is written. */
  text: ReactNode;
  /** Whether more is better, worse, or neither. */
  good?: 'more' | 'less';
}

const TONES = { better: 'text-good', worse: 'text-bad', neither: '' } as const;

/** How a figure differs from that of the period before. */
export function Against({ now, before, text, good }: AgainstProps): ReactElement | null {
  const change = changeOf(now, before);
  if (change === null) return null;
  const { direction, share } = change;
  if (share === null) return <span>{direction === 'same' ? labels.same : labels.wasNothing}</span>;
  const written = percent(share);
  const tone = good === undefined ? 'neither' : good === direction ? 'better' : 'worse';
  return (
    <span>
      <span className={direction === 'same' ? '' : TONES[tone]}>
        {direction === 'same' ? labels.same : labels[direction](written)}
      </span>
      {labels.previously}
      {text}
    </span>
  );
}
