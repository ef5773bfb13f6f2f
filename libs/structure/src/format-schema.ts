/** The longest chain of schemas within schemas, references included. */
const SCHEMA_DEPTH_MAX = 500;

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
/**
 * Keywords that hold one schema, a list of schemas, or schemas by name. What other keywords hold is
 * data.
 */
const SCHEMA_KEYWORDS = [
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
] as const;
const LIST_KEYWORDS = ['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf'] as const;
const NAMED_KEYWORDS = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
] as const;

type Schema = Record<string, unknown>;

interface Walk {
  root: Schema;
  /** Schemas that are being looked into: meeting one again is recursion. */
  open: Set<Schema>;
  done: Set<Schema>;
}

/**
 * Why a JSON Schema cannot shape an answer: it is none, it refers to something that is not in it,
 * or to itself. Null when it can. The schema is data: nothing is compiled and nothing fetched.
 */
export function schemaFault(schema: Record<string, unknown>): string | null {
  return faultIn(schema, { root: schema, open: new Set(), done: new Set() });
}

function faultIn(schema: Schema, walk: Walk): string | null {
  if (walk.done.has(schema)) return null;
  if (walk.open.has(schema)) return 'refers to itself, which is not supported';
  if (walk.open.size >= SCHEMA_DEPTH_MAX) return 'is nested too deeply';
  walk.open.add(schema);
  const fault = ownFault(schema) ?? innerFault(schema, walk);
  walk.open.delete(schema);
  walk.done.add(schema);
  return fault;
}

function ownFault({ type, required, enum: values }: Schema): string | null {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && (types.length === 0 || !types.every((one) => TYPES.has(one)))) {
    return 'has a type that does not exist';
  }
  if (required !== undefined && !isListOf(required, (name) => typeof name === 'string')) {
    return 'has a required that is no list of names';
  }
  if (values !== undefined && !Array.isArray(values)) return 'has an enum that is no list';
  return null;
}

function innerFault(schema: Schema, walk: Walk): string | null {
  for (const value of innerSchemas(schema)) {
    if (typeof value === 'boolean') continue;
    if (!isObject(value)) return 'holds something that is no schema';
    const fault = faultIn(value, walk);
    if (fault !== null) return fault;
  }
  const { $ref: reference } = schema;
  if (reference === undefined) return null;
  const target = referredBy(reference, walk.root);
  return target === null ? 'has a $ref to something that is not in it' : faultIn(target, walk);
}

function* innerSchemas(schema: Schema): Generator {
  for (const keyword of SCHEMA_KEYWORDS) {
    const value = schema[keyword];
    if (value !== undefined && !Array.isArray(value)) yield value;
  }
  for (const keyword of LIST_KEYWORDS) {
    const value = schema[keyword];
    if (Array.isArray(value)) yield* value as unknown[];
    else if (value !== undefined && keyword !== 'items') yield value;
  }
  for (const keyword of NAMED_KEYWORDS) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (isObject(value)) yield* Object.values(value);
    else yield null;
  }
}

/** The schema that a pointer such as `#/$defs/node` names within the same document. */
function referredBy(reference: unknown, root: Schema): Schema | null {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return null;
  let node: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return null;
    node = (node as Schema)[name];
  }
  return isObject(node) ? node : null;
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
