import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nano, Timestamp, Uuid } from './billing.ts';
import { closed } from './closed.ts';
import { HoldKind } from './open-holds.ts';
import { defineRoute } from './route.ts';

/** The oldest hold of all that are neither settled nor given back. */
export const OldestHold = Type.Object(
  {
    op_id: Uuid,
    user_id: Uuid,
    kind: HoldKind,
    amount_nano: Nano,
    created_at: Timestamp,
    /** By the clock of the database. */
    age_ms: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type OldestHold = Static<typeof OldestHold>;

/** What the book says of the whole service. */
export const Standing = Type.Object(
  {
    oldest_hold: Type.Union([OldestHold, Type.Null()]),
    /** What providers bill beyond what users were charged, since the moment that was asked for. */
    losses: Type.Object(
      {
        /** By usage that a provider told. */
        known_nano: Nano,
        /** Of calls without reported usage: the most that they can have cost. */
        at_most_nano: Nano,
      },
      closed,
    ),
  },
  closed,
);
export type Standing = Static<typeof Standing>;

export const getStandingRoute = defineRoute({
  method: 'get',
  path: '/internal/standing',
  auth: 'service',
  callers: ['admin'],
  summary: 'The oldest open hold, and what providers cost beyond charges since a moment',
  query: Type.Object({ since: Timestamp }, closed),
  status: 200,
  response: Standing,
});
