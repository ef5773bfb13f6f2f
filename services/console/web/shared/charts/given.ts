import type { ReactNode } from 'react';
import type { TimeRange } from './model.ts';

/** Charts of one page have these in common. */
export interface ChartGiven {
  /** Where days begin. */
  timeZone: string;
  step: 'day' | 'hour';
  /** Shows the page for a part of its time. Absent: dragging selects nothing. */
  select?: ((range: TimeRange) => void) | undefined;
  /** Shows the requests of a step, and of the series with this id. */
  open?: ((range: TimeRange, id: string | null) => void) | undefined;
  /** A link to the requests of a step. */
  link?: ((range: TimeRange, text: string) => ReactNode) | undefined;
}
