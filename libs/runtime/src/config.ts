import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TObject } from 'typebox';
import { secretFault } from './secret-faults.ts';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import type { SecretKind } from './secret-faults.ts';

/**
 * Thrown when the environment does not fit; the message lists every fault, one a line, and no
 * value.
 */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the variables that `schema` names from `environment`: numbers and booleans are converted,
 * defaults filled in, other variables ignored, the result frozen. Empty strings count as absent. A
 * property marked with `{"secret": <kind>}` must hold a value that nobody can guess.
 * @throws ConfigError with all faults at once
 */
export function loadConfig<S extends TObject>(
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Static<S>> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = environment[name];
    if (value !== undefined && value !== '') values[name] = value;
  }
  const ajv = new Ajv({ ...OWN_SCHEMAS, allErrors: true, coerceTypes: true, useDefaults: true });
  addFormats.default(ajv);
  const validate = ajv.compile<Static<S>>(schema);
  const isFit = validate(values);
  const faults = (isFit ? [] : (validate.errors ?? [])).map((error) => {
    const missing: unknown = error.params['missingProperty'];
    return typeof missing === 'string'
      ? `${missing} is required${describe(schema, missing)}`
      : `${error.instancePath.slice(1)} ${error.message ?? 'is wrong'}${describe(schema, error.instancePath.slice(1))}`;
  });
  faults.push(...weakSecrets(schema, values));
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  return Object.freeze(values as Static<S>);
}

function weakSecrets(schema: TObject, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const { secret } = property as { secret?: SecretKind };
    const value = values[name];
    if (secret === undefined || typeof value !== 'string' || value === '') return [];
    const fault = secretFault(secret, value);
    return fault === null ? [] : [`${name} ${fault}${describe(schema, name)}`];
  });
}

function describe(schema: TObject, name: string): string {
  const property = schema.properties[name] as { description?: string } | undefined;
  return property?.description === undefined ? '' : ` (${property.description})`;
}
