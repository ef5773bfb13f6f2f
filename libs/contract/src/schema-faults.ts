import { GatewayError } from './error-codes.ts';
import { nearName } from './near-name.ts';
import { STORABLE_PATTERN } from './text.ts';

/** One complaint of a validator, as Ajv reports it with `verbose`. */
export interface Complaint {
  keyword: string;
  /** JSON pointer of the value at fault. */
  instancePath: string;
  /**
   * The path of the keyword in the schema; a complaint below an alternative begins with the path of
   * the alternatives.
   */
  schemaPath: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
  schema?: unknown;
  parentSchema?: object;
  data?: unknown;
}

/** Why a value does not fit a schema, in terms of the alternative that the caller meant. */
export interface SchemaFault {
  /** The steps to the field at fault, with a missing or surplus property at the end. */
  path: string[];
  /** The keyword that the value broke, such as `required`. */
  keyword: string;
  /** What the field must be, as words behind its name. */
  words: string;
  /** The value of the field, for advice about it; undefined for a missing or surplus property. */
  value: unknown;
  /** The known name that an unknown field is near to. */
  near?: string | undefined;
}

/** What the refusal of an unknown field says of the field. */
export const NO_PARAMETER = 'is not a parameter of this route';

/**
 * The one refusal of a field that a route does not know.
 * @param known the known name that may have been meant, or what to use instead
 */
export function unknownField(
  param: string,
  known: string | { use: string } | undefined,
): GatewayError {
  const advice =
    known === undefined
      ? 'Leave it out.'
      : typeof known === 'string'
        ? `Did you mean ${known}?`
        : `Use ${known.use} instead.`;
  const message = `${param} ${NO_PARAMETER}. ${advice}`;
  return new GatewayError('unsupported_parameter', message, { param });
}

/**
 * The most complaints that are read; a validator that continues after the first fault can make very
 * many.
 */
const COMPLAINTS_MAX = 500;
const UNSTORABLE = 'may hold no NUL and no half of a surrogate pair';
const SEVERAL_FIT = 'fits several alternatives at once: leave out the fields of all but one';
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
const KINDS: ReadonlySet<string> = new Set(['type', 'const', 'enum']);
const TAGS: ReadonlySet<string> = new Set(['type', 'role']);

type Schema = Readonly<Record<string, unknown>>;

/**
 * The faults behind a validator's complaints; for a field with alternatives one fault names them
 * all.
 */
export function schemaFaults(complaints: readonly Complaint[]): SchemaFault[] {
  const looked = complaints.slice(-COMPLAINTS_MAX);
  return rootsOf(looked).map((root) => explain(root, looked));
}

/** Complaints that belong to no alternative of another one. */
function rootsOf(complaints: readonly Complaint[]): Complaint[] {
  const parents = complaints.filter(({ keyword }) => ALTERNATIVES.has(keyword));
  return complaints.filter((one) => !parents.some((parent) => isBelow(one, parent)));
}

function isBelow(one: Complaint, parent: Complaint): boolean {
  return one.schemaPath.startsWith(`${parent.schemaPath}/`) && isWithin(one.instancePath, parent);
}

function isWithin(path: string, { instancePath }: Complaint): boolean {
  return path === instancePath || path.startsWith(`${instancePath}/`);
}

function explain(complaint: Complaint, all: readonly Complaint[]): SchemaFault {
  if (!ALTERNATIVES.has(complaint.keyword)) return reported(complaint);
  // Each alternative that fits has no complaint that could explain it.
  if (Array.isArray(complaint.params['passingSchemas'])) {
    return { ...reported(complaint), words: SEVERAL_FIT };
  }
  const branches = branchesOf(complaint, all);
  const meant = branches.filter((branch) => !branch.some((one) => isOtherKind(one, complaint)));
  const reporting = meant.flat().toSorted(byTelling).at(-1);
  if (reporting !== undefined) return explain(reporting, all);
  const tagged = branches.flat().find((one) => isTagOf(one, complaint));
  const isObject = typeof complaint.data === 'object' && complaint.data !== null;
  return isObject && tagged !== undefined
    ? { ...reported(tagged), words: mustBe(valuesOf(branches.flat(), tagged.instancePath)) }
    : { ...reported(complaint), words: mustBe(branches.flat().flatMap(alternativeOf)) };
}

/** The complaints of each alternative, those of alternatives within alternatives beside them. */
function branchesOf(parent: Complaint, all: readonly Complaint[]): Complaint[][] {
  const branches = new Map<string, Complaint[]>();
  for (const one of all) {
    if (one === parent || !isBelow(one, parent)) continue;
    const [index = ''] = one.schemaPath.slice(parent.schemaPath.length + 1).split('/');
    branches.set(index, [...(branches.get(index) ?? []), one]);
  }
  return [...branches.values()].flatMap((branch) => {
    const roots = rootsOf(branch);
    const [only] = roots;
    const isNested =
      only !== undefined &&
      ALTERNATIVES.has(only.keyword) &&
      only.instancePath === parent.instancePath;
    return isNested ? branchesOf(only, all) : [roots];
  });
}

/**
 * Whether a value is of another kind than an alternative takes, so that the alternative was not
 * meant.
 */
function isOtherKind(one: Complaint, parent: Complaint): boolean {
  return (
    KINDS.has(one.keyword) && (one.instancePath === parent.instancePath || isTagOf(one, parent))
  );
}

function isTagOf({ keyword, instancePath }: Complaint, parent: Complaint): boolean {
  if (!KINDS.has(keyword) || !instancePath.startsWith(`${parent.instancePath}/`)) return false;
  return TAGS.has(instancePath.slice(parent.instancePath.length + 1));
}

/**
 * Where complaints lie equally deep, one about a value of the right kind says more than that
 * another kind was meant.
 */
function byTelling(one: Complaint, other: Complaint): number {
  const isOfKind = ({ keyword }: Complaint): number => (KINDS.has(keyword) ? 0 : 1);
  return byReach(one, other) || isOfKind(one) - isOfKind(other);
}

/** The complaint that lies deepest, and furthest in a list, says most. */
function byReach(one: Complaint, other: Complaint): number {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  if (left.length !== right.length) return left.length - right.length;
  const at = left.findIndex((step, index) => step !== right[index]);
  return at < 0 ? 0 : Number(left[at]) - Number(right[at]) || 0;
}

function reported(complaint: Complaint): SchemaFault {
  const { keyword, params, data } = complaint;
  const missing =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const tag = keyword === 'discriminator' ? params['tag'] : undefined;
  const property = missing ?? tag;
  const path = stepsOf(complaint);
  if (typeof property === 'string') path.push(property);
  const value = missing === undefined ? (tag === undefined ? data : params['tagValue']) : undefined;
  const near = nearTo(complaint);
  const fault = { path, keyword, words: wordsFor(complaint), value };
  return near === undefined ? fault : { ...fault, near };
}

function stepsOf({ instancePath }: Complaint): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const WORDS: Readonly<Record<string, (complaint: Complaint) => string>> = {
  required: () => 'is required',
  additionalProperties: surplusWords,
  unevaluatedProperties: surplusWords,
  discriminator: (complaint) => mustBe(tagsOf(complaint)),
  const: ({ params }) => mustBe([JSON.stringify(params['allowedValue'])]),
  enum: ({ params }) => mustBe(quoted(params['allowedValues'])),
  type: (complaint) => mustBe(alternativeOf(complaint)),
  minLength: ({ params }) => least(params['limit'], 'character'),
  maxLength: ({ params }) => most(params['limit'], 'character'),
  minItems: ({ params }) => least(params['limit'], 'item'),
  maxItems: ({ params }) => most(params['limit'], 'item'),
  uniqueItems: ({ params }) =>
    `must not have the same item twice: the items at ${String(params['j'])} and ${String(params['i'])} are equal`,
  minProperties: ({ params }) => least(params['limit'], 'entry'),
  maxProperties: ({ params }) => most(params['limit'], 'entry'),
  propertyNames: ({ params }) =>
    `must not have an entry named ${quotedText(params['propertyName'])}`,
  multipleOf: ({ params }) => `must be a multiple of ${String(params['multipleOf'])}`,
  format: ({ params }) => formatWords(String(params['format'])),
  not: () => 'must not be this value',
  'false schema': () => 'must be left out',
  minimum: ({ params }) => `must be ${String(params['limit'])} or more`,
  maximum: ({ params }) => `must be ${String(params['limit'])} or less`,
  exclusiveMinimum: ({ params }) => `must be more than ${String(params['limit'])}`,
  exclusiveMaximum: ({ params }) => `must be less than ${String(params['limit'])}`,
  pattern: (complaint) => {
    if (complaint.params['pattern'] === STORABLE_PATTERN) return UNSTORABLE;
    const { description } = schemaOf(complaint);
    return typeof description === 'string'
      ? `must be ${inSentence(description)}`
      : `must fit the pattern ${String(complaint.params['pattern'])}`;
  },
};

/** What texts of a format are called, with an example. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as ada@example.com',
  'date-time': 'a moment such as 2026-12-31T00:00:00Z',
  date: 'a day such as 2026-12-31',
  time: 'a time of day such as 23:59:00Z',
  uri: 'an address such as https://example.com',
  uuid: 'a UUID such as 019c2f1e-7b1a-7000-8000-000000000000',
  ipv4: 'an IPv4 address such as 203.0.113.7',
  ipv6: 'an IPv6 address such as 2001:db8::7',
  regex: 'a regular expression',
};

function formatWords(format: string): string {
  return `must be ${FORMATS[format] ?? `a text of the format ${format}`}`;
}

/**
 * Says which known name may have been meant, because most unknown fields are known ones that were
 * mistyped.
 */
function surplusWords(complaint: Complaint): string {
  const near = nearTo(complaint);
  return near === undefined ? 'is not known here' : `is not known here; did you mean ${near}?`;
}

function nearTo({ params, parentSchema }: Complaint): string | undefined {
  const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
  const known = Object.keys(asSchema(asSchema(parentSchema)['properties']));
  return typeof name === 'string' ? nearName(name, known) : undefined;
}

function quotedText(value: unknown): string {
  return JSON.stringify(String(value));
}

/** A description within a sentence: its first word is no name, unless it goes on in capitals. */
const inSentence = (description: string): string =>
  description.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

function wordsFor(complaint: Complaint): string {
  return (WORDS[complaint.keyword] ?? defaultWords)(complaint);
}

/** A keyword without words of its own; the test of all keywords of our schemas names it. */
function defaultWords({ keyword }: Complaint): string {
  return `does not fit the rule "${keyword}" of its schema`;
}

function least(limit: unknown, thing: string): string {
  return limit === 1 ? 'must not be empty' : `must have ${counted(limit, thing)} at least`;
}

function most(limit: unknown, thing: string): string {
  return limit === 0 ? 'must be empty' : `may have ${counted(limit, thing)} at most`;
}

function counted(limit: unknown, thing: string): string {
  const count = Number(limit);
  if (count === 1) return `1 ${thing}`;
  return `${count} ${thing === 'entry' ? 'entries' : `${thing}s`}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What an alternative takes, in words; empty for null, which means absent and needs no mention. */
function alternativeOf(complaint: Complaint): string[] {
  const { keyword, params } = complaint;
  if (keyword === 'const') return [JSON.stringify(params['allowedValue'])];
  if (keyword === 'enum') return quoted(params['allowedValues']);
  if (keyword !== 'type') return [];
  const types: unknown[] = [params['type']].flat();
  return types.flatMap((type) => {
    const word = TYPES[String(type)];
    return word === undefined ? [] : [type === 'object' ? `${word}${tagWords(complaint)}` : word];
  });
}

function tagWords(complaint: Complaint): string {
  const { properties } = schemaOf(complaint);
  const constant = asSchema(asSchema(properties)['type'])['const'];
  return constant === undefined ? '' : ` with "type": ${JSON.stringify(constant)}`;
}

/** The values that distinguish the alternatives of a tagged object. */
function tagsOf(complaint: Complaint): string[] {
  const tag = String(complaint.params['tag']);
  const alternatives = schemaOf(complaint)['oneOf'];
  if (!Array.isArray(alternatives)) return [];
  return alternatives.flatMap((alternative) => {
    const rule = asSchema(asSchema(asSchema(alternative)['properties'])[tag]);
    return quoted(rule['enum'] ?? [rule['const']]);
  });
}

function valuesOf(complaints: readonly Complaint[], instancePath: string): string[] {
  return complaints.filter((one) => one.instancePath === instancePath).flatMap(alternativeOf);
}

function quoted(values: unknown): string[] {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
}

function mustBe(choices: readonly string[]): string {
  const [last, ...others] = [...new Set(choices)].toReversed();
  // Only null is left, which means absent.
  if (last === undefined) return 'is not supported here: leave it out or send null';
  return others.length === 0
    ? `must be ${last}`
    : `must be ${others.toReversed().join(', ')} or ${last}`;
}

function schemaOf({ parentSchema }: Complaint): Schema {
  return asSchema(parentSchema);
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
