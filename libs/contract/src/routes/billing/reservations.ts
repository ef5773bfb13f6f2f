import { Type } from 'typebox';
import {
  BILLING_BATCH_MAX,
  Judging,
  PAYING,
  RefusedItem,
  ReleaseResult,
  Reservation,
  ReserveResult,
  SettleResult,
  Uuid,
  VIDEO_HOLDER,
} from '../../billing.ts';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';

const JUDGED = Type.Object({ judge: Judging }, closed);

/**
 * Items are checked one by one, each against its own shape: see {@link ReserveItem}, {@link
 * SettleItem}, {@link ReleaseItem}.
 */
const BATCH = Type.Object(
  { items: Type.Array(Type.Unknown(), { minItems: 1, maxItems: BILLING_BATCH_MAX }) },
  closed,
);

const resultsOf = <T extends Type.TSchema>(item: T) =>
  Type.Object({ results: Type.Array(Type.Union([item, RefusedItem])) }, closed);

/** `POST /internal/reservations/reserve`. */
export const reserveRoute = defineRoute({
  method: 'post',
  path: '/internal/reservations/reserve',
  auth: 'service',
  callers: PAYING,
  summary: 'Place holds, each with its own verdict',
  query: JUDGED,
  body: BATCH,
  status: 200,
  response: resultsOf(ReserveResult),
});

/** `POST /internal/reservations/settle`. */
export const settleRoute = defineRoute({
  method: 'post',
  path: '/internal/reservations/settle',
  auth: 'service',
  callers: PAYING,
  summary: 'Turn holds into charges',
  query: JUDGED,
  body: BATCH,
  status: 200,
  response: resultsOf(SettleResult),
});

/** `POST /internal/reservations/release`. */
export const releaseRoute = defineRoute({
  method: 'post',
  path: '/internal/reservations/release',
  auth: 'service',
  callers: PAYING,
  summary: 'Give holds back',
  query: JUDGED,
  body: BATCH,
  status: 200,
  response: resultsOf(ReleaseResult),
});

/**
 * Items of several movements in one transaction. Each item names its movement beside the members of
 * its own shape.
 */
export const moveRoute = defineRoute({
  method: 'post',
  path: '/internal/reservations/move',
  auth: 'service',
  callers: PAYING,
  summary: 'Charge, give back and hold in one transaction, each item with its own verdict',
  query: JUDGED,
  body: BATCH,
  status: 200,
  response: resultsOf(Type.Union([ReserveResult, SettleResult, ReleaseResult])),
});

/** `GET /internal/reservations`. */
export const listReservationsRoute = defineRoute({
  method: 'get',
  path: '/internal/reservations',
  auth: 'service',
  callers: ['inference', 'worker', 'account', 'admin'],
  summary: 'The holds of one operation',
  query: Type.Object({ op_id: Uuid }, closed),
  status: 200,
  response: Type.Object({ reservations: Type.Array(Reservation) }, closed),
});

/**
 * Holds without a process whose heartbeat answers for them: those of asynchronous operations, and
 * those of videos where their holder is named.
 */
export const listUnownedRoute = defineRoute({
  method: 'get',
  path: '/internal/unowned-reservations',
  auth: 'service',
  callers: ['worker'],
  summary: 'Open holds without an owner that are older than so long, oldest first, 500 at most',
  query: Type.Object(
    {
      older_than_ms: Type.Integer({ minimum: 0 }),
      holder: Type.Optional(Type.Literal(VIDEO_HOLDER)),
    },
    closed,
  ),
  status: 200,
  response: Type.Object({ reservations: Type.Array(Reservation) }, closed),
});
