/** The longest `Idempotency-Key`, in characters. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 200;

/** What an `Idempotency-Key` looks like, as a regular expression: visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = `^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS_MAX}}$`;

/**
 * What an `Idempotency-Key` of a control plane's route that needs one looks like: blanks within it
 * are taken too.
 */
export const NEEDED_KEY_PATTERN = `^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS_MAX}}$`;

const NEEDED = new RegExp(NEEDED_KEY_PATTERN);

/** Whether the value of a header can be an `Idempotency-Key` of a route that needs one. */
export function isNeededKey(value: unknown): value is string {
  return typeof value === 'string' && NEEDED.test(value);
}

const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Whether the value of a header can be an `Idempotency-Key`. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && PATTERN.test(value);
}
