import { billingVariables } from '@tollgate/billing-client/config';
import { databaseVariables, redisVariables } from '@tollgate/db/config';
import { listenVariables, signingVariables } from '@tollgate/http/config';
import { engineVariables } from '@tollgate/inference/config';
import { mediaVariables } from '@tollgate/media/config';
import {
  callTimeVariables,
  ledgerVerifyVariables,
  processVariables,
} from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import {
  operatorReceiverVariables,
  userReceiverVariables,
  webhookKeyVariables,
} from '@tollgate/webhooks/config';
import { Type } from 'typebox';

/** The environment of the worker. */
export const configSchema = Type.Object({
  ...listenVariables('0.0.0.0', 'address to listen on, for health checks'),
  ...databaseVariables('tollgate_worker'),
  ...redisVariables('Redis; the queue lives here'),
  ...billingVariables,
  ...signingVariables('worker'),
  ...engineVariables,
  ...mediaVariables,
  ...webhookKeyVariables,
  ...userReceiverVariables,
  ...operatorReceiverVariables,
  ...ledgerVerifyVariables,
  ...callTimeVariables,
  ...processVariables,
  ...telemetryVariables,
});
