import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import { InputError } from './input-error.ts';
import type { InputFault } from './input-error.ts';

const LAST_CHARACTERS = 4;
/** The shortest secret of which four characters may be shown. */
const SECRET_CHARACTERS_MIN = 12;
/** Fields travel in headers: visible ASCII, blanks only inside. */
const FIELD_PATTERN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const FAULTS_MAX = 10;

/**
 * Checks what an administrator entered against the family's schema.
 * @throws InputError naming fields, never their values
 */
export function assertCredentialFields(
  schema: TObject,
  fields: Readonly<Record<string, string>>,
): void {
  const faults: InputFault[] = Object.entries(fields)
    .filter(([, value]) => !FIELD_PATTERN.test(value))
    .map(([name]) => ({
      path: ['credential', name],
      message: 'must be visible ASCII characters without blanks around them',
    }));
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(schema.properties, name)) {
      faults.push({ path: ['credential', name], message: 'is no field of this family' });
    }
  }
  if (faults.length === 0) faults.push(...schemaFaults(schema, fields));
  if (faults.length > 0) throw new InputError(faults.slice(0, FAULTS_MAX));
}

function schemaFaults(schema: TObject, fields: Readonly<Record<string, string>>): InputFault[] {
  if (Value.Check(schema, fields)) return [];
  return [...Value.Errors(schema, fields)].map((error) => ({
    path: ['credential', ...error.instancePath.split('/').slice(1)],
    message: error.message,
  }));
}

/** The names of the fields that are marked secret. */
export function secretFieldsOf(schema: TObject): string[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => (property as { secret?: unknown }).secret === true)
    .map(([name]) => name);
}

/** The end of the first secret, enough to distinguish credentials; empty for short secrets. */
export function lastFour(schema: TObject, fields: Readonly<Record<string, string>>): string {
  const secret = secretFieldsOf(schema)
    .map((name) => fields[name])
    .find((value) => value !== undefined);
  return secret === undefined || secret.length < SECRET_CHARACTERS_MIN
    ? ''
    : secret.slice(-LAST_CHARACTERS);
}
