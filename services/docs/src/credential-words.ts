/**
 * What a credential looks like, and whose it is. Long enough that documentation's own placeholders
 * are none.
 */
const SHAPES: readonly { whose: string; pattern: RegExp }[] = [
  { whose: 'a key of this service', pattern: /svc_(?:live|test)_[A-Za-z0-9]{4,}/i },
  { whose: 'a token of an administrator', pattern: /tg_adm_[A-Za-z0-9]{4,}/i },
  {
    whose: 'a session cookie of this service',
    pattern: /svc_(?:session|access_token|platform_access_token)=/i,
  },
  { whose: 'an sk- key', pattern: /\bsk-[A-Za-z0-9_-]{8,}/ },
  { whose: 'a Google key', pattern: /\bAIza[A-Za-z0-9_-]{10,}/ },
  { whose: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/ },
  { whose: 'a bearer token', pattern: /\bBearer\s+[A-Za-z0-9._~+/-]{8,}/i },
  { whose: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\./ },
  { whose: 'a GitHub token', pattern: /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{16,}/ },
  { whose: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
];

/**
 * Looks for credentials in a value that came as JSON, in its texts and in its names.
 * @returns whose it seems to be, or null; never the credential itself
 */
export function findCredential(value: unknown): string | null {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    const found = typeof next === 'string' ? shapeOf(next) : null;
    if (found !== null) return found;
    if (typeof next !== 'object' || next === null) continue;
    waiting.push(...(Array.isArray(next) ? next : Object.entries(next).flat()));
  }
  return null;
}

function shapeOf(text: string): string | null {
  return SHAPES.find(({ pattern }) => pattern.test(text))?.whose ?? null;
}
