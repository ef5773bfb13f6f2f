import { Type } from 'typebox';
import type { Static } from 'typebox';

const Timestamp = Type.String({ format: 'date-time' });

/** One login on one device. */
export const SessionOut = Type.Object(
  {
    id: Type.String(),
    /** The session that asks. */
    current: Type.Boolean(),
    user_agent: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
  },
  { additionalProperties: false },
);
export type SessionOut = Static<typeof SessionOut>;

/** The path parameter of one session. */
export const SessionIdParams = Type.Object(
  { session_id: Type.String() },
  { additionalProperties: false },
);
