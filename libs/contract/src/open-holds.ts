import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nano, Timestamp, Uuid } from './billing.ts';
import { closed } from './closed.ts';
import { defineRoute } from './route.ts';

/** The most open holds on one page. */
const OPEN_HOLDS_MAX = 200;

/** What a hold is for: a call that somebody waits for, a call that is answered later, or a video. */
export const HoldKind = Type.Union([
  Type.Literal('call'),
  Type.Literal('async'),
  Type.Literal('video'),
]);

/** A hold that is neither settled nor given back. */
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

/** A page of one owner's holds, oldest first. */
export const listOpenHoldsRoute = defineRoute({
  method: 'get',
  path: '/internal/wallets/:user_id/holds',
  auth: 'service',
  callers: ['account'],
  summary: 'Open holds of a wallet, oldest first',
  params: Type.Object({ user_id: Uuid }, closed),
  query: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: OPEN_HOLDS_MAX, default: OPEN_HOLDS_MAX }),
      /** The operation of the last hold of the page before. */
      after: Type.Optional(Uuid),
    },
    closed,
  ),
  status: 200,
  response: Type.Object({ holds: Type.Array(OpenHold) }, closed),
});
