import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the account service. */
export const configSchema = Type.Object({
  NODE_ENV: Type.String({ default: 'production', description: 'production asks for SETUP_TOKEN' }),
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'port to listen on' }),
  DATABASE_URL: Type.String({
    secret: 'address',
    minLength: 1,
    description: 'PostgreSQL, as tollgate_account',
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
    description: 'private Ed25519 JWK, kid account',
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
  PUBLIC_BASE_URL: Type.Optional(
    Type.String({ format: 'uri', description: 'address that browsers use' }),
  ),
  COOKIE_SECURE: Type.Optional(
    Type.Boolean({
      description: 'mark cookies Secure; by default always but for plain http on localhost',
    }),
  ),
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
