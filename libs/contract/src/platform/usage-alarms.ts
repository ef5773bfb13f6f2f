import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { PAGE_ROWS_MAX, Timestamp, UserEmail } from './shared.ts';

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

/**
 * A user whose overruns of a model go on although the bound of the prompt is wider: calls of it are
 * held at the worst count.
 */
export const HeldOwnerOut = Type.Object(
  {
    user_id: Type.String(),
    user_email: UserEmail,
    model: Type.Union([Type.String(), Type.Null()], {
      description: 'The exact public id; null where the model has gone',
    }),
    ratio: Type.Number({ description: 'The most tokens counted for each token of the bound' }),
    excess: Type.Number({ description: 'The most tokens counted above the bound' }),
    since: Timestamp,
    last_at: Timestamp,
  },
  closed,
);
export type HeldOwnerOut = Static<typeof HeldOwnerOut>;

/** A model that its provider does not know any more, or does not offer to a credential. */
export const GoneModelOut = Type.Object(
  {
    provider: Type.String(),
    model: Type.String({ description: 'The exact public id' }),
    credential: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    first_at: Timestamp,
    last_at: Timestamp,
  },
  closed,
);
export type GoneModelOut = Static<typeof GoneModelOut>;

/**
 * What of models and reported usage needs attention: gone models until they answer again, usage as
 * the last day has it.
 */
export const UsageAlarmsOut = Type.Object(
  {
    implausible: Type.Array(ImplausibleUsageOut, { maxItems: USAGE_ALARM_ROWS_MAX }),
    held_at_worst: Type.Array(HeldOwnerOut, { maxItems: USAGE_ALARM_ROWS_MAX }),
    gone: Type.Array(GoneModelOut, { maxItems: USAGE_ALARM_ROWS_MAX }),
  },
  closed,
);
export type UsageAlarmsOut = Static<typeof UsageAlarmsOut>;
