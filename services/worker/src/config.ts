import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the worker. */
export const configSchema = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on, for health checks' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'port to listen on' }),
  DATABASE_URL: Type.String({
    secret: 'address',
    minLength: 1,
    description: 'PostgreSQL, as tollgate_worker',
  }),
  DATABASE_POOL_MAX: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 100,
    description: 'connections to PostgreSQL of one process',
  }),
  REDIS_URL: Type.String({
    secret: 'address',
    minLength: 1,
    description: 'Redis; the queue lives here',
  }),
  BILLING_URL: Type.String({
    pattern: '^https?://[^,]+(,https?://[^,]+)*$',
    description: 'root of the billing service; several processes separated by commas',
  }),
  SERVICE_SIGNING_KEY: Type.String({
    secret: 'signing-key',
    minLength: 1,
    description: 'private Ed25519 JWK, kid worker',
  }),
  CREDENTIAL_MASTER_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description: 'versioned master keys, JSON',
  }),
  REASONING_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description: 'versioned keys that reasoning items of callers are sealed with, JSON',
  }),
  SPOOL_DIR: Type.String({ minLength: 1, description: 'folder of the settlement spool' }),
  ALLOWED_PRIVATE_UPSTREAMS: Type.String({
    default: '',
    description: 'host:port list that provider addresses may use although they are private',
  }),
  TIMER_SCALE: Type.Number({
    default: 1,
    exclusiveMinimum: 0,
    maximum: 10,
    description: 'factor of every timer of the service',
  }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    description: 'lowest level that is logged',
  }),
  ...telemetryVariables,
});
