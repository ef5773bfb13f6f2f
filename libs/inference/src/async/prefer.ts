const QUOTED = /"((?:[^"\\]|\\.)*)"/g;
const RESPOND_ASYNC = /^respond-async[ \t]*(?:=[ \t]*)?(?:;|$)/i;

/**
 * Whether a `Prefer` header (RFC 7240) asks for an asynchronous answer. Tokens are compared without regard to case, parameters
 * and other preferences are passed over.
 */
export function prefersAsync(value: string | undefined): boolean {
  if (value === undefined) return false;
  return value
    .replaceAll(QUOTED, (_match, text: string) => (text === '' ? '' : 'quoted'))
    .split(',')
    .some((preference) => RESPOND_ASYNC.test(preference.trim()));
}

const RETRY_AFTER_SECONDS_MAX = 15;

/** How long a poller should wait, in seconds: 1, 2, 4 … 15, longer the longer the operation has been going on. */
export function pollAfterSeconds(ageMs: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, ageMs / 1_000)));
  return Math.min(RETRY_AFTER_SECONDS_MAX, 2 ** doublings);
}
