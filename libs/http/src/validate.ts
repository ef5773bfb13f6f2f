import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isStorable } from '@tollgate/contract/text';
import type { TSchema } from 'typebox';

const strictAjv = new Ajv({ useDefaults: true, strict: false, discriminator: true });
const coercingAjv = new Ajv({ useDefaults: true, strict: false, coerceTypes: true });
addFormats.default(strictAjv);
addFormats.default(coercingAjv);

/** One fault of a control-plane request. */
export interface ValidationFault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A control-plane request that does not fit its schema: answered as 422 `{detail: [...]}`. */
export class ValidationError extends Error {
  readonly detail: readonly ValidationFault[];

  constructor(detail: readonly ValidationFault[]) {
    super('the request does not fit its schema');
    this.name = 'ValidationError';
    this.detail = detail;
  }
}

/** Checks one part of a request and gives it back with defaults filled in. */
export type PartValidator = (value: unknown) => unknown;

/**
 * Compiles the check of one part of a request. Bodies are taken as they are typed; parameters and queries are text and
 * are converted.
 * @throws ValidationError naming the field
 */
export function compilePart(schema: TSchema, part: 'body' | 'query' | 'path'): PartValidator {
  const validate = (part === 'body' ? strictAjv : coercingAjv).compile(schema);
  return (value) => {
    const copy: unknown = part === 'body' ? value : { ...(value as object) };
    if (!validate(copy)) throw new ValidationError(faultsOf(validate, part));
    return copy;
  };
}

/**
 * Refuses texts that PostgreSQL can not keep, wherever they stand in a part: as values and as names of properties. So that no field
 * has to think of them by itself.
 * @throws ValidationError naming each
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

/** Compiles a schema for inference bodies, which are refused in the public envelope and not with 422. */
export function compileStrict(schema: TSchema): ValidateFunction {
  return strictAjv.compile(schema);
}

function faultsOf(validate: ValidateFunction, part: string): ValidationFault[] {
  return (validate.errors ?? []).map((error) => ({
    loc: [part, ...pathOf(error)],
    msg: error.message ?? 'is wrong',
    type: error.keyword,
  }));
}

/** Where a fault stands, with the missing or surplus property at the end of the path. */
export function pathOf(error: ErrorObject): (string | number)[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const named = params.missingProperty ?? params.additionalProperty;
  return named === undefined ? path : [...path, named];
}
