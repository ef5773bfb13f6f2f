import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the docs service. */
export const configSchema = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'port to listen on' }),
  SERVICE_TRUST_KEYS: Type.String({
    secret: 'trust-keys',
    minLength: 1,
    description: 'JWKS of all services',
  }),
  PUBLIC_BASE_URL: Type.Optional(
    Type.String({ format: 'uri', description: 'address that browsers use' }),
  ),
  HOSTS: Type.String({
    default: '',
    description:
      'further host names under which the documentation is asked for, separated by commas; addresses and names that nobody can register need not be named',
  }),
  CALLS_PER_MINUTE: Type.Integer({
    default: 120,
    minimum: 1,
    maximum: 1_000_000,
    description: 'calls of /docs/mcp that one address may make in a minute',
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
