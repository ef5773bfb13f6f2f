/** The kinds of secrets that variables hold; each kind has rules for how a secret must look. */
export type SecretKind =
  | 'signing-key'
  | 'signing-keys'
  | 'trust-keys'
  | 'key-ring'
  | 'bytes'
  | 'phrase'
  | 'address';

const KEY_BYTES = 32;
/** A secret with fewer different bytes was typed, not drawn: 32 random bytes have about thirty. */
const DIFFERENT_BYTES_MIN = 12;
const PHRASE_CHARACTERS_MIN = 10;
const DIFFERENT_CHARACTERS_MIN = 5;
/** Words that occur in examples and defaults everywhere. */
const DEFAULTS =
  /^(?:(?:my|the|a|your|some)?[-_ ]?(?:change[-_ ]?(?:me|this|it)|password|passw0rd|secret|default|example|admin|root|postgres|redis|minio|guest|letmein|qwerty|test|insecure|todo|placeholder)[-_ !.]*)+\d*[-_ !.]*$/iu;
/** The example key of RFC 8037, which many documents repeat. */
const PUBLISHED_KEY = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';

/**
 * The fault of a secret, or null when it may be used. Never repeats the value.
 * @param kind what the variable holds
 * @param value as the environment has it
 */
export function secretFault(kind: SecretKind, value: string): string | null {
  return FAULT_OF[kind](value);
}

const FAULT_OF: Record<SecretKind, (value: string) => string | null> = {
  'signing-key': (value) => signingKeyFault(jsonObject(value)),
  'signing-keys': (value) => {
    const document = jsonObject(value);
    const keys = document?.['keys'];
    if (keys === undefined) return signingKeyFault(document);
    if (!Array.isArray(keys) || keys.length === 0) return SIGNING_KEY_FAULT;
    const faults = keys.map((key: unknown) => signingKeyFault(isObject(key) ? key : null));
    return faults.find((fault) => fault !== null) ?? null;
  },
  'trust-keys': (value) => {
    const keys = jsonObject(value)?.['keys'];
    if (!Array.isArray(keys) || keys.length === 0) return 'must be a JWKS with at least one key';
    const list: unknown[] = keys;
    const isPublic = (key: unknown): boolean =>
      isObject(key) && isEd25519(key) && typeof key['kid'] === 'string' && !('d' in key);
    return list.every(isPublic) ? null : 'must hold public Ed25519 keys with a kid, and no others';
  },
  'key-ring': (value) => ringFault(value, KEY_BYTES),
  bytes: (value) => (value.startsWith('{') ? ringFault(value) : bytesFault(value)),
  phrase: phraseFault,
  address: (value) => {
    // An address with several hosts is none to the parser.
    const password = URL.canParse(value)
      ? new URL(value).password
      : (/:\/\/[^/@]*:(?<password>[^/@]*)@/u.exec(value)?.groups?.['password'] ?? '');
    const isDefault = password !== '' && DEFAULTS.test(decodeURIComponent(password));
    return isDefault ? 'holds a password that everybody knows' : null;
  },
};

const SIGNING_KEY_FAULT = 'must be a private Ed25519 JWK as JSON with a kid';

function signingKeyFault(key: Json | null): string | null {
  if (key === null || !isEd25519(key) || typeof key['kid'] !== 'string') return SIGNING_KEY_FAULT;
  const { d } = key;
  if (typeof d !== 'string' || Buffer.from(d, 'base64url').length !== KEY_BYTES) {
    return SIGNING_KEY_FAULT;
  }
  return d === PUBLISHED_KEY ? 'is an example that everybody knows' : weakness(d);
}

/** Several versions of one secret. */
function ringFault(value: string, exactly?: number): string | null {
  const ring = jsonObject(value);
  const keys = ring?.['keys'];
  if (ring === null || !isObject(keys) || typeof ring['current'] !== 'string') {
    return 'must be JSON with "current" and "keys"';
  }
  const faults = Object.values(keys).map((key) => bytesFault(String(key), exactly));
  return faults.find((fault) => fault !== null) ?? null;
}

function phraseFault(value: string): string | null {
  if (value.trim().length < PHRASE_CHARACTERS_MIN) {
    return `must have at least ${PHRASE_CHARACTERS_MIN} characters`;
  }
  const isTyped = new Set(value.toLowerCase()).size < DIFFERENT_CHARACTERS_MIN;
  return isTyped || DEFAULTS.test(value) ? 'is a default that everybody knows' : null;
}

function bytesFault(value: string, exactly?: number): string | null {
  const { length } = Buffer.from(value, 'base64');
  if (length < KEY_BYTES || (exactly !== undefined && length !== exactly)) {
    return `must be base64 of ${exactly === undefined ? 'at least ' : ''}${KEY_BYTES} bytes`;
  }
  return weakness(value);
}

function weakness(base64: string): string | null {
  const different = new Set(Buffer.from(base64, 'base64')).size;
  return different < DIFFERENT_BYTES_MIN ? 'repeats a few bytes, which is no secret' : null;
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEd25519(key: Json): boolean {
  return key['kty'] === 'OKP' && key['crv'] === 'Ed25519';
}

/** The error of a parser repeats the text that it has read, so that error is not passed on. */
function jsonObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
