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
  const errors = [...Value.Errors(schema, fields)] as SchemaError[];
  const reported = errors.flatMap((error) => faultOf(schema, error));
  // The rules that single fields break lie within the alternatives of their schema, and each
  // alternative has others.
  return reported.length > 0
    ? reported
    : [{ path: ['credential'], message: alternativesOf(schema) }];
}

/** What TypeBox says of a broken rule. */
interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
}

/** The path of the rules of an object's own fields, which hold whatever alternative is meant. */
const OWN_RULES = /^#(?:\/properties\/[^/]+)?$/u;

function faultOf({ properties }: TObject, error: SchemaError): InputFault[] {
  const { keyword, schemaPath, instancePath, params } = error;
  if (!OWN_RULES.test(schemaPath)) return [];
  const path = ['credential', ...instancePath.split('/').slice(1)];
  switch (keyword) {
    case 'required':
      return [params['requiredProperties']].flat().map((name) => ({
        path: [...path, String(name)],
        message: 'is required',
      }));
    case 'minLength':
      return [{ path, message: 'must not be empty' }];
    case 'maxLength':
      return [{ path, message: `may have ${String(params['limit'])} characters at most` }];
    case 'pattern': {
      const field = properties[path.at(-1) ?? ''] as { description?: string } | undefined;
      const wanted = field?.description ?? `a text that fits ${String(params['pattern'])}`;
      return [{ path, message: `must be ${wanted}` }];
    }
    case 'dependentRequired': {
      const missing = [params['dependencies']].flat().map(String);
      const field = [...path, String(params['property'])];
      return [{ path: field, message: `needs ${missing.join(' and ')} beside it` }];
    }
    default:
      return [];
  }
}

/** Says which sets of fields a credential may consist of. */
function alternativesOf(schema: TObject): string {
  const { oneOf = [] } = schema as { oneOf?: readonly { required?: readonly string[] }[] };
  const sets = oneOf.map(({ required = [] }) => required.join(' and '));
  return `needs either ${sets.join(', or ')}, and not both`;
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
