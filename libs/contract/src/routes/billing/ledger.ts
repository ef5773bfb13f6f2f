import { Type } from 'typebox';
import { Timestamp } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { PlatformLedgerVerification } from '../../ledger-verification.ts';
import { defineRoute } from '../../route.ts';
import { Standing } from '../../standing.ts';

/** `GET /internal/standing`. */
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

/** `GET /internal/ledger/verify`. */
export const verifyLedgerRoute = defineRoute({
  method: 'get',
  path: '/internal/ledger/verify',
  auth: 'service',
  callers: ['admin', 'worker'],
  summary: 'Run every invariant of the ledger',
  status: 200,
  response: PlatformLedgerVerification,
});

/** `POST /internal/ledger/sweep`. */
export const sweepRoute = defineRoute({
  method: 'post',
  path: '/internal/ledger/sweep',
  auth: 'service',
  callers: ['worker'],
  summary: 'Close holds whose owner is gone or whose end has passed, and expire grants',
  status: 200,
  response: Type.Object(
    {
      owner_lost: Type.Integer(),
      holds_expired: Type.Integer(),
      grants_expired: Type.Integer(),
    },
    closed,
  ),
});
