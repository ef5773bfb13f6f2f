import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the admin service. */
export const configSchema = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'port to listen on' }),
  DATABASE_URL: Type.String({
    secret: 'address',
    minLength: 1,
    description: 'PostgreSQL, as tollgate_admin',
  }),
  DATABASE_POOL_MAX: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 100,
    description: 'connections to PostgreSQL of one process',
  }),
  REPORTS_DATABASE_URL: Type.Optional(
    Type.String({
      secret: 'address',
      minLength: 1,
      description: 'a replica of PostgreSQL for analytics and exports, as tollgate_admin',
    }),
  ),
  REDIS_URL: Type.String({ secret: 'address', minLength: 1, description: 'Redis' }),
  BILLING_URL: Type.String({
    pattern: '^https?://[^,]+(,https?://[^,]+)*$',
    description: 'root of the billing service; several processes separated by commas',
  }),
  SERVICE_SIGNING_KEY: Type.String({
    secret: 'signing-key',
    minLength: 1,
    description: 'private Ed25519 JWK, kid admin',
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
  ALLOWED_PRIVATE_UPSTREAMS: Type.String({
    default: '',
    description: 'host:port pairs that credentials may use although private or without TLS',
  }),
  PRICE_LIST_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        "a provider's public list of prices for price research, in the format of OpenRouter's list of models",
    }),
  ),
  PUBLIC_BASE_URL: Type.Optional(
    Type.String({ format: 'uri', description: 'address that browsers of administrators use' }),
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
