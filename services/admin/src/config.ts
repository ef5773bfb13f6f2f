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
import { proxyVariables } from '@tollgate/providers/engine/proxy-variables';
import { processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { operatorReceiverVariables, webhookKeyVariables } from '@tollgate/webhooks/config';
import { Type } from 'typebox';
import { oidcVariables } from './oidc/config.ts';

/** The environment of the admin service. */
export const configSchema = Type.Object({
  ...listenVariables('127.0.0.1'),
  ...databaseVariables('tollgate_admin'),
  REPORTS_DATABASE_URL: Type.Optional(
    Type.String({
      secret: 'address',
      minLength: 1,
      description: 'a replica of PostgreSQL for analytics and exports, as tollgate_admin',
    }),
  ),
  ...redisVariables(),
  ...billingVariables,
  ...signingVariables('admin'),
  ...trustVariables,
  ...keyVariables,
  ...webhookKeyVariables,
  ...operatorReceiverVariables,
  CREDENTIAL_MASTER_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description: 'JSON {"current","keys"}: the keys that provider credentials are sealed with',
  }),
  PLATFORM_TOKEN_KEY: Type.String({
    secret: 'signing-keys',
    minLength: 1,
    description: 'private Ed25519 JWK of administrator tokens, or {"keys": [...]}',
  }),
  PLATFORM_ADMIN_EMAIL: Type.Optional(
    Type.String({ format: 'email', description: 'the first administrator, made if there is none' }),
  ),
  PLATFORM_ADMIN_PASSWORD: Type.Optional(
    Type.String({
      secret: 'phrase',
      minLength: 10,
      maxLength: 256,
      description: 'the first password of that one',
    }),
  ),
  PLATFORM_SETUP_TOKEN: Type.Optional(
    Type.String({
      secret: 'phrase',
      minLength: 16,
      maxLength: 500,
      description:
        'the token with which the console makes the first administrator, once; in place of an address and a password here',
    }),
  ),
  USERS_BASE_URL: Type.Optional(
    Type.String({
      format: 'uri',
      description:
        'the address under which users reach this installation; links that administrators make for users begin with it',
    }),
  ),
  ALLOWED_PRIVATE_UPSTREAMS: Type.String({
    default: '',
    description: 'host:port pairs that credentials may use although private or without TLS',
  }),
  ...proxyVariables,
  PRICE_LIST_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        "a provider's public list of prices for price research, in the format of OpenRouter's list of models",
    }),
  ),
  ...oidcVariables,
  ...publicAddressVariables('address that browsers of administrators use'),
  ...cookieVariables,
  ...routeVariables(),
  ...processVariables,
  ...telemetryVariables,
});
