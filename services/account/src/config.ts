import { billingVariables } from '@tollgate/billing-client/config';
import { databaseVariables, redisVariables } from '@tollgate/db/config';
import {
  listenVariables,
  publicAddressVariables,
  routeVariables,
  signingVariables,
  trustVariables,
} from '@tollgate/http/config';
import { cookieVariables } from '@tollgate/identity/config';
import { keyVariables } from '@tollgate/keys/config';
import { processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { userReceiverVariables, webhookKeyVariables } from '@tollgate/webhooks/config';
import { Type } from 'typebox';

/** The environment of the account service. */
export const configSchema = Type.Object({
  NODE_ENV: Type.String({ default: 'production', description: 'production asks for SETUP_TOKEN' }),
  ...listenVariables('0.0.0.0'),
  ...databaseVariables('tollgate_account'),
  ...redisVariables(),
  ...billingVariables,
  ...signingVariables('account'),
  ...trustVariables,
  ...keyVariables,
  ...webhookKeyVariables,
  ...userReceiverVariables,
  USER_TOKEN_KEY: Type.String({
    secret: 'signing-keys',
    minLength: 1,
    description: 'private Ed25519 JWK of user tokens, or {"keys": [...]}',
  }),
  SETUP_TOKEN: Type.Optional(
    Type.String({
      secret: 'phrase',
      minLength: 16,
      description: 'what the first set-up must present',
    }),
  ),
  ...publicAddressVariables(),
  ...cookieVariables,
  ...routeVariables(),
  ...processVariables,
  ...telemetryVariables,
});
