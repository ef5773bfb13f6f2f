const QUOTED = /"((?:[^"\\]|\\.)*)"/g;
const RESPOND_ASYNC = /^respond-async[ \t]*(?:=[ \t]*)?(?:;|$)/i;

/**
 * Whether a `Prefer` header (RFC 7240) asks for an asynchronous answer. Tokens are compared without
 * regard to case, parameters and other preferences are passed over.
 */
export function prefersAsync(value: string | undefined): boolean {
  if (value === undefined) return false;
  return value
    .replaceAll(QUOTED, (_match, text: string) => (text === '' ? '' : 'quoted'))
    .split(',')
    .some((preference) => RESPOND_ASYNC.test(preference.trim()));
}
