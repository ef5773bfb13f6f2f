import { DRAINS_PER_OWNER_MAX } from '@tollgate/contract/who-pays';
import { billingVariables } from '@tollgate/billing-client/config';
import { databaseVariables, redisVariables } from '@tollgate/db/config';
import {
  listenVariables,
  routeVariables,
  signingVariables,
  trustVariables,
} from '@tollgate/http/config';
import { engineVariables } from '@tollgate/inference/config';
import { keyVariables } from '@tollgate/keys/config';
import { mediaVariables } from '@tollgate/media/config';
import { callTimeVariables, drainVariables, processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the inference service. */
export const configSchema = Type.Object({
  ...listenVariables('0.0.0.0'),
  ...databaseVariables('tollgate_inference'),
  ...redisVariables(),
  ...billingVariables,
  ...signingVariables('inference'),
  ...trustVariables,
  ...keyVariables,
  ...engineVariables,
  REPLICAS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1_000,
    description:
      'processes of this service; while Redis is away each gives out its part of a limit',
  }),
  SETTLEMENT: Type.String({
    default: 'journal',
    pattern: '^(?:journal|ledger)$',
    description:
      'where the charge of a call is durable before its last byte leaves: `journal`, the folder of the spool, which has to survive the process, or `ledger`, which costs each call a wait for billing',
  }),
  IDEMPOTENT_CALLS_MAX: Type.Integer({
    default: 1_000_000,
    minimum: 1,
    maximum: 1_000_000_000,
    description:
      'idempotency keys of one user that are remembered at once; beyond it new ones are refused',
  }),
  CALLS_MAX: Type.Integer({
    default: 1_024,
    minimum: 1,
    maximum: 100_000,
    description: 'calls in progress at once; beyond it, and sooner for one owner, they are shed',
  }),
  DRAINS_PER_OWNER_MAX: Type.Integer({
    default: DRAINS_PER_OWNER_MAX,
    minimum: 0,
    maximum: 100_000,
    description:
      'answers of one user that are read to their end although their callers have left; those beyond cost the hold, or what was delivered of them',
  }),
  WORK_CALLS_MAX: Type.Integer({
    default: 96,
    minimum: 1,
    maximum: 100_000,
    description:
      'calls at once whose credit is being held or whose answer is being settled; beyond it, and sooner for one owner, new ones wait for up to 2 s or are shed',
  }),
  STREAMS_MAX: Type.Integer({
    default: 4_096,
    minimum: 0,
    maximum: 100_000,
    description: 'streams open beside them; those beyond it count as calls',
  }),
  LOOP_LAG_MS_MAX: Type.Integer({
    default: 50,
    minimum: 1,
    maximum: 60_000,
    description: 'mean lag of the event loop above which fewer calls are taken on',
  }),
  ...routeVariables(
    'answer `stream: true` on `/v1/responses` with a stream; off, such a call is refused with 400',
  ),
  FETCH_ADDRESSES: Type.Boolean({
    default: true,
    description:
      'fetch pictures and documents that callers name by public https addresses, where a provider does not fetch them itself; off, such calls are refused with 400',
  }),
  HOLD_MS_MAX: Type.Integer({
    default: 500,
    minimum: 1,
    maximum: 60_000,
    description: 'mean time of a hold at billing above which fewer calls are taken on',
  }),
  ...mediaVariables,
  ...callTimeVariables,
  ...drainVariables,
  ...processVariables,
  ...telemetryVariables,
});
