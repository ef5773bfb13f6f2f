/** The longest `Idempotency-Key`, in characters. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 200;

/** What an `Idempotency-Key` looks like, as a regular expression: visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = `^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS_MAX}}$`;

const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Whether the value of a header can be an `Idempotency-Key`. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && PATTERN.test(value);
}
