import { PORT_RANGE } from '@tollgate/http/config';
import { callTotalVariables, drainVariables, processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';
import {
  AUTH_FAILURES_PER_MINUTE,
  CONNECTION_LIMITS,
  SERVICE_CALLS_MAX,
  SERVICE_CALLS_START,
} from './bounds.ts';

/** One address or several, separated by commas: processes that are ready take turns. */
const ADDRESSES = { pattern: '^http://[^,/]+(,http://[^,/]+)*$' };

/** The environment of the edge. */
export const EdgeConfig = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address both listeners bind to' }),
  PUBLIC_PORT: Type.Integer({ ...PORT_RANGE, description: 'port of the public listener' }),
  INTERNAL_PORT: Type.Integer({
    ...PORT_RANGE,
    description: 'port of the internal listener, the only one that knows the admin service',
  }),
  INFERENCE_URL: Type.String({
    ...ADDRESSES,
    description: 'addresses of the inference service',
  }),
  ACCOUNT_URL: Type.String({ ...ADDRESSES, description: 'addresses of the account service' }),
  ADMIN_URL: Type.String({ ...ADDRESSES, description: 'addresses of the admin service' }),
  DOCS_URL: Type.String({ ...ADDRESSES, description: 'addresses of the docs service' }),
  CONSOLE_URL: Type.String({ ...ADDRESSES, description: 'addresses of the console service' }),
  SERVICE_SIGNING_KEY: Type.String({
    secret: 'signing-key',
    description: 'private Ed25519 JWK as JSON, kid "edge"',
  }),
  PUBLIC_BASE_URL: Type.String({
    format: 'uri',
    default: 'http://127.0.0.1',
    description: 'address that clients use; https switches HSTS on',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'addresses or networks of proxies before the edge, separated by commas',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description:
      'origins (scheme, host and port) whose pages may call /v1 from a browser, separated by commas; none unless set',
  }),
  CONNECTIONS_MAX: Type.Integer({
    minimum: 16,
    maximum: 100_000,
    default: CONNECTION_LIMITS.connectionsMax,
    description: 'client connections of one listener',
  }),
  SERVICE_CALLS_MAX: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: SERVICE_CALLS_MAX,
    description:
      'calls in progress to one service, without streams; beyond it calls wait for up to 2 s or are shed',
  }),
  SERVICE_CALLS_START: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: SERVICE_CALLS_START,
    description:
      'of these, how many are admitted at once after a quiet time; while they are needed and nothing is late, a tenth more each 0.1 s',
  }),
  LOOP_LAG_MS_MAX: Type.Integer({
    minimum: 1,
    maximum: 60_000,
    default: 25,
    description: 'mean lag of the event loop above which fewer calls are admitted',
  }),
  SERVICE_WAIT_MS_MAX: Type.Integer({
    minimum: 1,
    maximum: 60_000,
    default: 150,
    description:
      'mean time that calls to a service wait before they are served, above which fewer are admitted',
  }),
  AUTH_FAILURES_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: AUTH_FAILURES_PER_MINUTE,
    description:
      'wrong keys and tokens that one address may send in a minute; name your proxies in TRUSTED_PROXIES, else all clients are one address',
  }),
  ...callTotalVariables,
  ...drainVariables,
  ...processVariables,
  ...telemetryVariables,
});
