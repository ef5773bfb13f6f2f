import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { PAGE_ROWS_MAX, Timestamp } from './shared.ts';

/** The most rows of each list. */
export const USAGE_ALARM_ROWS_MAX = PAGE_ROWS_MAX;

/** A model whose provider reports usage that cannot be. */
export const ImplausibleUsageOut = Type.Object(
  {
    provider: Type.String(),
    model: Type.String({ description: 'The exact public id' }),
    reported: Type.Record(Type.String(), Type.Integer(), {
      description: 'The newest such report, by dimension',
    }),
    request: Type.String({ description: 'The public id of the request that it is about' }),
    first_at: Timestamp,
    last_at: Timestamp,
  },
  closed,
);
export type ImplausibleUsageOut = Static<typeof ImplausibleUsageOut>;

/** What of reported usage needs attention, as the last day has it. */
export const UsageAlarmsOut = Type.Object(
  { implausible: Type.Array(ImplausibleUsageOut, { maxItems: USAGE_ALARM_ROWS_MAX }) },
  closed,
);
export type UsageAlarmsOut = Static<typeof UsageAlarmsOut>;
