import { asList, asObject, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

const DEPTH_MAX = 16;
const ITEMS_MAX = 16;
const CHARACTERS_MAX = 1_000;
const TEXT_BY_FORMAT: Partial<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A small value that fits a JSON Schema; local references are followed, patterns are not solved.
 */
export function instanceOf(schema: unknown): unknown {
  return isObject(schema) ? build(schema, { root: schema, depth: 0 }) : {};
}

interface Position {
  root: JsonObject;
  depth: number;
}

function build(schema: JsonObject, position: Position): unknown {
  if (position.depth > DEPTH_MAX) return null;
  const deeper = { ...position, depth: position.depth + 1 };
  if ('const' in schema) return schema['const'];
  const [first] = asList(schema['enum']);
  if (first !== undefined) return first;
  const other = alternative(schema, position.root);
  if (other !== null) return build(other, deeper);
  switch (typeOf(schema, position.depth)) {
    case 'object':
      return objectOf(schema, deeper);
    case 'array':
      return arrayOf(schema, deeper);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return stringOf(schema);
  }
}

function alternative(schema: JsonObject, root: JsonObject): JsonObject | null {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return referred(reference, root);
  const choices = [...asList(schema['anyOf']), ...asList(schema['oneOf'])].filter(isObject);
  if (choices[0] !== undefined) return choices[0];
  const all = asList(schema['allOf']).filter(isObject);
  if (all.length === 0) return null;
  const { allOf: _, ...rest } = schema;
  return [rest, ...all].reduce(merged, {});
}

function merged(left: JsonObject, right: JsonObject): JsonObject {
  return {
    ...left,
    ...right,
    properties: { ...asObject(left['properties']), ...asObject(right['properties']) },
    required: [...asList(left['required']), ...asList(right['required'])],
  };
}

function referred(reference: string, root: JsonObject): JsonObject {
  let at: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Object.hasOwn(asObject(at), name) ? asObject(at)[name] : undefined;
  }
  return asObject(at);
}

/** Below a certain depth a nullable value is null, so that recursive schemas end. */
function typeOf(schema: JsonObject, depth: number): unknown {
  const { type } = schema;
  if (Array.isArray(type)) {
    const types = type as unknown[];
    return depth > DEPTH_MAX / 2 && types.includes('null') ? 'null' : types[0];
  }
  return type ?? (isObject(schema['properties']) ? 'object' : 'string');
}

function objectOf(schema: JsonObject, position: Position): JsonObject {
  const properties = asObject(schema['properties']);
  const entries = asList(schema['required']).flatMap((name) =>
    typeof name === 'string' && name !== '__proto__'
      ? [[name, build(asObject(properties[name]), position)] as const]
      : [],
  );
  return Object.fromEntries(entries);
}

function arrayOf(schema: JsonObject, position: Position): unknown[] {
  const fixed = asList(schema['prefixItems']);
  if (fixed.length > 0) return fixed.map((item) => build(asObject(item), position));
  const count = Math.min(Number(schema['minItems'] ?? 0) || 0, ITEMS_MAX);
  return Array.from({ length: count }, () => build(asObject(schema['items']), position));
}

function numberOf(schema: JsonObject): number {
  const bound = (name: string, otherwise: number): number => {
    const value = schema[name];
    return typeof value === 'number' ? value : otherwise;
  };
  const low = Math.max(bound('minimum', -Infinity), bound('exclusiveMinimum', -Infinity) + 1);
  const high = Math.min(bound('maximum', Infinity), bound('exclusiveMaximum', Infinity) - 1);
  const value = Math.min(Math.max(1, low), high);
  const step = bound('multipleOf', 0);
  return step > 0 ? Math.ceil(value / step) * step : value;
}

function stringOf(schema: JsonObject): string {
  const text = TEXT_BY_FORMAT[String(schema['format'])] ?? 'sandbox';
  const least = Math.min(Number(schema['minLength'] ?? 0) || 0, CHARACTERS_MAX);
  const most = Number(schema['maxLength'] ?? CHARACTERS_MAX);
  return text.padEnd(least, '.').slice(0, most);
}
