type Schema = Record<string, unknown>;

const DEPTH_MAX = 12;
const TEXT_BY_FORMAT: Record<string, string> = {
  date: '2025-01-31',
  'date-time': '2025-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '127.0.0.1',
  hostname: 'example.com',
};

/**
 * A small value that fits a JSON Schema: required members, first of an enum or of alternatives,
 * local `$ref`. Patterns are not solved. An unknown schema gives an empty object.
 */
export function instanceOf(schema: unknown): unknown {
  return isSchema(schema) ? build(schema, schema, 0) : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function build(schema: Schema, root: Schema, depth: number): unknown {
  if (depth > DEPTH_MAX) return null;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('default' in schema) return schema['default'];
  const other = redirected(schema, root);
  if (other) return build(other, root, depth + 1);
  const type = typeOf(schema, depth);
  if (type === 'object') return objectOf(schema, root, depth);
  if (type === 'array') return arrayOf(schema, root, depth);
  return scalarOf(type, schema);
}

function redirected(schema: Schema, root: Schema): Schema | null {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return resolved(reference, root);
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return alternatives.filter(isSchema)[0] ?? null;
  const all = schema['allOf'];
  if (!Array.isArray(all)) return null;
  const { allOf: _, ...rest } = schema;
  return all.filter(isSchema).reduce((merged, part) => merge(merged, part), rest);
}

function merge(left: Schema, right: Schema): Schema {
  const properties = { ...asSchema(left['properties']), ...asSchema(right['properties']) };
  const required = [...asList(left['required']), ...asList(right['required'])];
  return { ...left, ...right, properties, required };
}

function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function resolved(reference: string, root: Schema): Schema | null {
  let at: unknown = root;
  for (const name of reference.split('/').slice(1)) {
    at = isSchema(at) ? at[name.replaceAll('~1', '/').replaceAll('~0', '~')] : null;
  }
  return isSchema(at) ? at : null;
}

function typeOf(schema: Schema, depth: number): unknown {
  const type = schema['type'];
  if (!Array.isArray(type)) return type ?? (schema['properties'] ? 'object' : 'string');
  return depth > DEPTH_MAX / 2 && type.includes('null') ? 'null' : type[0];
}

function objectOf(schema: Schema, root: Schema, depth: number): Schema {
  const properties = asSchema(schema['properties']);
  const value: Schema = {};
  for (const name of asList(schema['required'])) {
    if (typeof name === 'string') value[name] = build(asSchema(properties[name]), root, depth + 1);
  }
  return value;
}

function arrayOf(schema: Schema, root: Schema, depth: number): unknown[] {
  const fixed = schema['prefixItems'];
  if (Array.isArray(fixed)) return fixed.map((item) => build(asSchema(item), root, depth + 1));
  const count = Number(schema['minItems'] ?? 0);
  return Array.from({ length: count }, () => build(asSchema(schema['items']), root, depth + 1));
}

function scalarOf(type: unknown, schema: Schema): unknown {
  if (type === 'null') return null;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberOf(schema);
  const text = TEXT_BY_FORMAT[String(schema['format'])] ?? 'example';
  const longEnough = text.padEnd(Number(schema['minLength'] ?? 0), '.');
  return longEnough.slice(0, Number(schema['maxLength'] ?? longEnough.length));
}

function numberOf(schema: Schema): number {
  const above = Number(schema['exclusiveMinimum'] ?? Number.NEGATIVE_INFINITY) + 1;
  const low = Math.max(Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY), above);
  const high = Number(schema['maximum'] ?? Number.POSITIVE_INFINITY);
  const value = Math.min(Math.max(1, low), high);
  const step = Number(schema['multipleOf'] ?? 0);
  return step > 0 ? Math.ceil(value / step) * step : value;
}
