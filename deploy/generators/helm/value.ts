/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** One value of the chart: its path, what it is unless set, what it means and what fits. */
export interface Value {
  path: readonly string[];
  is: unknown;
  says?: string;
  schema: Schema;
}

export const NAME = {
  type: 'string',
  pattern: '^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$',
  maxLength: 253,
};
export const OPTIONAL_NAME = { ...NAME, pattern: '^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$' };
export const TEXT = { type: 'string' };
export const FLAG = { type: 'boolean' };
export const COUNT = { type: 'integer', minimum: 1, maximum: 1_000 };
/** How long a Job may take, in seconds: a week at most. */
export const DEADLINE = { type: 'integer', minimum: 60, maximum: 604_800 };
/** A time as Prometheus writes it. */
export const DURATION = { type: 'string', pattern: '^[1-9][0-9]*(?:s|m)$' };
export const MAP = { type: 'object' };
export const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 } };
export const ANNOTATIONS = { type: 'object', additionalProperties: { type: 'string' } };
export const PORTS = { type: 'array', items: { type: 'integer', minimum: 1, maximum: 65_535 } };
/** The image of a program of others: a name with a tag that never moves, or with a digest. */
export const IMAGE = {
  type: 'string',
  pattern: '^[\\w./:-]+(?::[\\w.-]+|@sha256:[0-9a-f]{64})$',
  not: { pattern: ':latest$' },
};
export const SIZE = { type: 'string', pattern: '^[1-9][0-9]*(?:Mi|Gi|Ti)$' };
export const PORTS_NEEDED = { ...PORTS, minItems: 1 };
export const NETWORK = '^(?:[0-9.]+(?:/[0-9]{1,2})?|[0-9a-fA-F:]+(?:/[0-9]{1,3})?)$';
export const ENV = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
      value: { type: 'string' },
      valueFrom: { type: 'object' },
    },
  },
};
/** Networks with the length of their prefix, as network policies take them. */
export const NETWORKS = {
  type: 'array',
  items: { type: 'string', pattern: '^(?:[0-9.]+/[0-9]{1,2}|[0-9a-fA-F:]+/[0-9]{1,3})$' },
};
const QUANTITIES = { type: 'object', additionalProperties: { type: ['string', 'number'] } };
export const RESOURCES = {
  type: 'object',
  required: ['requests', 'limits'],
  additionalProperties: false,
  properties: { requests: QUANTITIES, limits: QUANTITIES },
};
export const oneOf = (...words: string[]): Schema => ({ type: 'string', enum: words });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/**
 * Takes the path of a value with dots, what it is unless set, what fits and, where the name does
 * not say that, what it means.
 */
export const at = (path: string, is: unknown, schema: Schema, says?: string): Value => ({
  path: path.split('.'),
  is,
  schema,
  ...(says !== undefined && { says }),
});
