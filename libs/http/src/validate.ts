import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { inPlainNumbers } from '@tollgate/contract/exact-json';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { schemaFaults, unknownField } from '@tollgate/contract/schema-faults';
import { isStorable } from '@tollgate/contract/text';
import type { TSchema } from 'typebox';

const SHARED = { ...OWN_SCHEMAS, useDefaults: true, verbose: true } as const;
const strictAjv = new Ajv({ ...SHARED, discriminator: true });
const thoroughAjv = new Ajv({ ...SHARED, discriminator: true, allErrors: true });
const coercingAjv = new Ajv({ ...SHARED, coerceTypes: true });
for (const ajv of [strictAjv, thoroughAjv, coercingAjv]) addFormats.default(ajv);

/**
 * The most values of a body whose faults are all reported; a larger body could have very many
 * faults.
 */
const TOLD_VALUES_MAX = 2_000;
/** The most faults that one answer reports. */
const FAULTS_MAX = 100;

/** One fault of a control-plane request. */
export interface ValidationFault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A control-plane request that does not fit its schema: answered as 422 `{detail: [...]}`. */
export class ValidationError extends Error {
  readonly detail: readonly ValidationFault[];
  /** Where the first fault is an unknown field: the known name that is near to it. */
  readonly near: string | undefined;

  constructor(detail: readonly ValidationFault[], near?: string) {
    super('the request does not fit its schema');
    this.name = 'ValidationError';
    this.detail = detail;
    this.near = near;
  }
}

/**
 * The error for routes that report every fault in our envelope: the first fault of the input as
 * `invalid_request`; other errors as they are.
 */
export function inEnvelope(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  const [fault] = error.detail;
  const param = fault?.loc.slice(1).join('.') ?? '';
  if (fault?.type === 'additionalProperties') return unknownField(param, error.near);
  return new GatewayError('invalid_request', `${param} ${fault?.msg}.`, { param });
}

/** Checks one part of a request and gives it back with defaults filled in. */
export type PartValidator = (value: unknown) => unknown;

/**
 * The check of one part of a request. Values of bodies keep their types, and all faults are
 * reported; parameters and queries are text and are converted. Compiled at the first request: all
 * routes of a plane at once are a third of the start of its process.
 * @throws ValidationError naming the fields
 */
export function partValidator(schema: TSchema, part: 'body' | 'query' | 'path'): PartValidator {
  let validate: ValidateFunction | undefined;
  let thorough: ValidateFunction | undefined;
  const check = (value: unknown): void => {
    validate ??= (part === 'body' ? strictAjv : coercingAjv).compile(schema);
    if (validate(value)) return;
    if (part !== 'body' || !isSmall(value)) throw refusalOf(validate, part);
    thorough ??= thoroughAjv.compile(schema);
    thorough(value);
    throw refusalOf(thorough, part);
  };
  return (value) => {
    const plain = part === 'body' ? inPlainNumbers(value) : undefined;
    if (plain !== undefined) check(plain);
    const checked: unknown = part === 'body' ? value : { ...(value as object) };
    check(checked);
    return checked;
  };
}

/**
 * Refuses texts that PostgreSQL cannot store, as values and as names of properties, so that the
 * schemas of single fields need no rule for them.
 * @throws ValidationError that names each such text
 */
export function assertStorable(value: unknown, part: 'body' | 'query'): void {
  const detail = [...unstorableIn(value, [part])];
  if (detail.length > 0) throw new ValidationError(detail);
}

const UNSTORABLE = 'may hold no NUL and no half of a surrogate pair';

function* unstorableIn(value: unknown, loc: (string | number)[]): Generator<ValidationFault> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { loc, msg: UNSTORABLE, type: 'text' };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) yield { loc, msg: `a property's name ${UNSTORABLE}`, type: 'text' };
    else yield* unstorableIn(inner, [...loc, isList ? Number(name) : name]);
  }
}

/** Whether a document has few enough values for all its faults to be reported. */
function isSmall(root: unknown): boolean {
  const waiting = [root];
  for (let seen = 0; seen <= TOLD_VALUES_MAX; seen += 1) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
    if (waiting.length === 0) return true;
    if (waiting.length > TOLD_VALUES_MAX) return false;
  }
  return false;
}

function refusalOf(validate: ValidateFunction, part: string): ValidationError {
  const faults = schemaFaults((validate.errors ?? []) as Parameters<typeof schemaFaults>[0]);
  const detail = faults.slice(0, FAULTS_MAX).map(({ path, keyword, words }) => ({
    loc: [part, ...path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))],
    msg: words,
    type: keyword,
  }));
  return new ValidationError(detail, faults[0]?.near);
}

/** A text that PostgreSQL can store: without NUL and without halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
