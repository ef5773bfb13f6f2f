import type { Ajv, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';

/** A check of one schema, with what was wrong at its last call. */
export interface Check<Value = unknown> {
  (value: unknown): value is Value;
  readonly errors: ErrorObject[] | null | undefined;
  readonly schema: object;
}

const waiting: (() => void)[] = [];

/**
 * A check that is compiled at its first call, or by {@link compileChecks}. All schemas of paid
 * routes take half a second, which a process that serves no calls does not have to spend at its
 * start.
 */
export function checkLater<Value>(ajv: Ajv, schema: AnySchemaObject): Check<Value> {
  let compiled: ValidateFunction<Value> | undefined;
  const compile = (): ValidateFunction<Value> => (compiled ??= ajv.compile<Value>(schema));
  waiting.push(compile);
  const check = (value: unknown): value is Value => compile()(value);
  return Object.defineProperties(check, {
    errors: { get: () => compiled?.errors },
    schema: { value: schema },
  }) as Check<Value>;
}

/**
 * Compiles every check that has not been called, for a process whose first caller should not wait.
 */
export function compileChecks(): void {
  for (const compile of waiting.splice(0)) compile();
}
