import type { Ink } from './model.ts';

/** The look of a mark in legends; names of classes stand here whole, so that they are found. */
export const SWATCHES: Readonly<Record<Ink, string>> = {
  '1': 'bg-[var(--chart-1)]',
  '2': 'bg-[var(--chart-2)]',
  '3': 'bg-[var(--chart-3)]',
  '4': 'bg-[var(--chart-4)]',
  '5': 'bg-[var(--chart-5)]',
  '6': 'bg-[var(--chart-6)]',
  rest: 'bg-[var(--chart-rest)]',
  bad: 'bg-[var(--bad)]',
  warn: 'bg-[var(--chart-3)]',
};

/** The variable of the theme that an ink is. */
export function variableOf(ink: Ink): string {
  if (ink === 'bad') return '--bad';
  return ink === 'warn' ? '--chart-3' : `--chart-${ink}`;
}
