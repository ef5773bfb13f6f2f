import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nano, Timestamp, Uuid } from './billing.ts';
import { closed } from './closed.ts';

/**
 * What a hold is for: a call that somebody waits for, a call that is answered later, or a video.
 */
export const HoldKind = Type.Union([
  Type.Literal('call'),
  Type.Literal('async'),
  Type.Literal('video'),
]);

/** A hold that is neither settled nor released. */
export const OpenHold = Type.Object(
  {
    op_id: Uuid,
    kind: HoldKind,
    api_key_id: Uuid,
    amount_nano: Nano,
    created_at: Timestamp,
    /** When the hold is released, whatever becomes of the call. */
    expires_at: Timestamp,
    /** By the clock of the database. */
    age_ms: Type.Integer({ minimum: 0 }),
  },
  closed,
);

export type OpenHold = Static<typeof OpenHold>;
