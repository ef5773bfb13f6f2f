import * as fc from 'fast-check';

/** A JSON Schema, as far as the interface uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/**
 * What schemas refer to, and values of members of a name that mean something to the running system.
 */
export interface Surroundings {
  schemas: Readonly<Record<string, Schema>>;
  known: Readonly<Record<string, readonly unknown[]>>;
}

const ITEMS_MAX = 4;
const DEPTH_MAX = 6;
const NUMBER_MAX = 2_147_483_647;

/** Values that fit a schema. */
export function validOf(schema: Schema, around: Surroundings, depth = 0): fc.Arbitrary<unknown> {
  const { $ref: ref } = schema;
  if (ref !== undefined) return validOf(referred(ref, around), around, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    return fc.oneof(...branches.map((branch) => validOf(branch, around, depth + 1)));
  }
  return ofType(schema, around, depth);
}

function referred(ref: string, { schemas }: Surroundings): Schema {
  const found = schemas[ref.slice(ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`nothing is called ${ref}`);
  return found;
}

function ofType(schema: Schema, around: Surroundings, depth: number): fc.Arbitrary<unknown> {
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return objectOf(schema, around, depth);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const most = depth > DEPTH_MAX ? minLength : Math.max(minLength, ITEMS_MAX);
      const maxLength = Math.min(schema.maxItems ?? most, most);
      return fc.array(validOf(schema.items ?? {}, around, depth + 1), { minLength, maxLength });
    }
    case 'string':
      return textOf(schema);
    case 'integer': {
      const { min, max } = boundsOf(schema);
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    }
    case 'number': {
      const { min, max } = boundsOf(schema);
      return fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return depth > DEPTH_MAX ? fc.constant('x') : fc.jsonValue({ maxDepth: 2 });
  }
}

function boundsOf(schema: Schema): { min: number; max: number } {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -NUMBER_MAX;
  const max = schema.maximum ?? schema.exclusiveMaximum ?? NUMBER_MAX;
  return { min, max: Math.max(min, max) };
}

function objectOf(schema: Schema, around: Surroundings, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  if (names.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(
      fc.string({ maxLength: 8 }),
      validOf(additionalProperties, around, depth + 1),
      {
        minKeys: schema.minProperties ?? 0,
        maxKeys: Math.min(schema.maxProperties ?? 3, 3),
      },
    );
  }
  // Beyond some depth only what has to be there.
  const kept = depth > DEPTH_MAX ? names.filter((name) => required.includes(name)) : names;
  const model = Object.fromEntries(
    kept.map((name) => [name, memberOf(name, properties[name] ?? {}, { around, depth })]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => kept.includes(name)) });
}

function memberOf(
  name: string,
  schema: Schema,
  { around, depth }: { around: Surroundings; depth: number },
): fc.Arbitrary<unknown> {
  const valid = validOf(schema, around, depth + 1);
  const known = Object.hasOwn(around.known, name) ? (around.known[name] ?? []) : [];
  return known.length === 0
    ? valid
    : fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...known) },
        { weight: 1, arbitrary: valid },
      );
}

function textOf({ pattern, format, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(simplified(pattern));
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  const most = Math.min(maxLength ?? minLength + 40, minLength + 40);
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength, maxLength: most }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength, maxLength: most }) },
  );
}

/** Some patterns look ahead, which nobody can run backwards; texts that fit them are known. */
function simplified(pattern: string): RegExp {
  if (!/\(\?|\\p|\\s/u.test(pattern)) return new RegExp(pattern, 'u');
  return /^(?:[1-9][0-9]{0,4}(?:\.[0-9]{1,9})?|[a-z]{1,12})$/u;
}

/** Values that no reader expects. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  '',
  ' ',
  '\u0000',
  '\uD83D',
  '\u202E',
  "' OR 1=1--",
  '%',
  '../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'a'.repeat(20_000),
  [],
  [[[]]],
  {},
  { $gt: '' },
  { toString: 1 },
];

/** A value in which one thing, somewhere, is not as it should be. */
export function nearly(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), fc.constantFrom(...STRANGE), fc.constantFrom('put', 'drop', 'add'))
    .map(([value, place, strange, how]) => {
      const copy = structuredClone(value);
      const spots = spotsIn(copy);
      const spot = spots[place % Math.max(spots.length, 1)];
      if (spot === undefined) return strange;
      if (how === 'drop') Reflect.deleteProperty(spot.holder, spot.name);
      else if (how === 'add') Reflect.set(spot.holder, 'further', strange);
      else Reflect.set(spot.holder, spot.name, strange);
      return copy;
    });
}

interface Spot {
  holder: object;
  name: string;
}

function spotsIn(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    { holder: value, name },
    ...spotsIn(part),
  ]);
}

/** Bytes that are no document of the schema at all. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '{"a":1,"a":2}',
    '{"__proto__":{}}',
    '['.repeat(5_000),
    '{"a":'.repeat(200),
    `{"a":"${'x'.repeat(100_000)}"}`,
    '{"a":1e999}',
    '\uFEFF{}',
    '{"a":"\\ud83d"}',
  ),
);
