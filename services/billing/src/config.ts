import { PORT_RANGE } from '@tollgate/http/config';
import { ledgerVerifyVariables, processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

const POOL_MAX_DEFAULT = 10;

/** The environment of the billing service. */
export const BillingConfig = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'address the service binds to' }),
  PORT: Type.Integer({ ...PORT_RANGE, description: 'port of the service' }),
  DATABASE_URL: Type.String({
    secret: 'address',
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL, as the role tollgate_billing',
  }),
  DATABASE_POOL_MAX: Type.Integer({
    minimum: 4,
    maximum: 100,
    default: POOL_MAX_DEFAULT,
    description: 'connections to PostgreSQL of one process',
  }),
  SERVICE_TRUST_KEYS: Type.String({
    secret: 'trust-keys',
    description: 'JWKS as JSON: public keys of all services',
  }),
  ...ledgerVerifyVariables,
  DATABASE_ROLES_TRUSTED: Type.String({
    default: '',
    description:
      'names of database roles that may write the schemas beside the owner and the services, such as those of administrators of a managed PostgreSQL, with commas between; the verifier of the ledger reports every other one',
  }),
  ...processVariables,
  ...telemetryVariables,
});

/** The names in a list with commas between. */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
