import { DRAINS_PER_OWNER_MAX } from '@tollgate/contract/who-pays';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the inference service. */
export const configSchema = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'port to listen on' }),
  DATABASE_URL: Type.String({
    secret: 'address',
    minLength: 1,
    description: 'PostgreSQL, as tollgate_inference',
  }),
  DATABASE_POOL_MAX: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 100,
    description: 'connections to PostgreSQL of one process',
  }),
  REDIS_URL: Type.String({ secret: 'address', minLength: 1, description: 'Redis' }),
  BILLING_URL: Type.String({
    pattern: '^https?://[^,]+(,https?://[^,]+)*$',
    description: 'root of the billing service; several processes separated by commas',
  }),
  SERVICE_SIGNING_KEY: Type.String({
    secret: 'signing-key',
    minLength: 1,
    description: 'private Ed25519 JWK, kid inference',
  }),
  SERVICE_TRUST_KEYS: Type.String({
    secret: 'trust-keys',
    minLength: 1,
    description: 'JWKS of all services',
  }),
  KEY_PEPPER: Type.String({
    secret: 'bytes',
    minLength: 43,
    description: 'base64, at least 32 bytes, or versions of it as JSON',
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
  REPLICAS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1_000,
    description:
      'processes of this service; while Redis is away each gives out its part of a limit',
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
    description: 'calls under way at once; beyond it, and sooner for one owner, they are shed',
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
      'calls at once whose credit is being held or whose answer is being settled; beyond it, and sooner for one owner, new ones are shed',
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
  HOLD_MS_MAX: Type.Integer({
    default: 500,
    minimum: 1,
    maximum: 60_000,
    description: 'mean time of a hold at billing above which fewer calls are taken on',
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
