import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import {
  Credits,
  KeyName,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  Reason,
  Timestamp,
  UserEmail,
} from './shared.ts';

const OpenState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('submitting'),
  Type.Literal('working'),
  Type.Literal('indeterminate'),
]);

/** Which videos, and how many of them to show. */
export const PlatformVideoQuery = Type.Object(
  {
    state: Type.Optional(OpenState),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
  },
  closed,
);
export type PlatformVideoQuery = Static<typeof PlatformVideoQuery>;

/** A video that has not ended; `indeterminate` is one whose provider does not say its state. */
export const PlatformVideoOut = Type.Object(
  {
    video_id: Type.String(),
    user_id: Type.String(),
    user_email: UserEmail,
    key_id: Type.String(),
    key_name: KeyName,
    mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    request_id: Type.String(),
    model: Type.String(),
    state: OpenState,
    /** Calls of the provider in a row that came to nothing. */
    tries: Type.Integer({ minimum: 0 }),
    /** The provider's name of the video; null before it has one. */
    job: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    submitted_at: Type.Union([Timestamp, Type.Null()]),
    /** When the provider is asked next. */
    due_at: Timestamp,
    /** When the video ends without an answer: its credit is then given back. */
    gives_up_at: Timestamp,
    /**
     * What the video keeps from its owner's wallet until it ends; null for one that costs nothing.
     */
    held_credits: Type.Union([Credits, Type.Null()]),
  },
  closed,
);
export type PlatformVideoOut = Static<typeof PlatformVideoOut>;

/** Why a video is ended; for the audit trail alone. */
export const PlatformVideoEnd = Type.Object({ reason: Type.Optional(Reason) }, closed);
export type PlatformVideoEnd = Static<typeof PlatformVideoEnd>;
