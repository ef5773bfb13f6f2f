import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@tollgate/contract/keys';
import { parseVersionedSecret } from '@tollgate/runtime/versioned-secret';

/**
 * A secret is `svc_live_` or `svc_test_`, 43 base62 characters that hold 256 random bits, and six
 * base62 characters that hold the CRC-32 of all before them. The check is no protection: it
 * distinguishes a mistyped or made-up key from a real one without a look-up, and lets scanners of
 * leaked secrets match exactly.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const RANDOM_BYTES = 32;
const RANDOM_CHARACTERS = 43;
const CHECK_CHARACTERS = 6;
const START_CHARACTERS = 9;
const SECRET_CHARACTERS = START_CHARACTERS + RANDOM_CHARACTERS + CHECK_CHARACTERS;
const SECRET_PATTERN = /^svc_(live|test)_[0-9A-Za-z]{49}$/;
/** How much of a secret is shown: its start and four characters more. */
const PREFIX_CHARACTERS = START_CHARACTERS + 4;
const PEPPER_BYTES_MIN = 32;
/** What a pepper without versions is called; the column of the database begins with it, too. */
const FIRST_VERSION = 'v1';

/**
 * The peppers of all digests. A key that is found under an older one is digested again. They are
 * key objects, because a digest under bytes costs four times as much: Node makes a key of the bytes
 * each time.
 */
export interface Pepper {
  current: string;
  versions: ReadonlyMap<string, KeyObject>;
}

/** What a key is looked up by, and under which pepper. */
export interface Digest {
  pepperVersion: string;
  /** HMAC-SHA-256 of the whole secret. */
  digest: Buffer;
}

/** A digest of a secret that was shown, under one of the peppers. */
export interface ShownDigest extends Digest {
  /**
   * The pepper is older than the one that new keys are digested with; one that is on its way in is
   * not.
   */
  isOlder: boolean;
}

/** Under each pepper, the current one first. */
export type Digests = readonly [ShownDigest, ...ShownDigest[]];

/** What a well-formed secret says. */
export interface ReadSecret {
  mode: KeyMode;
  digests: Digests;
}

/** A new secret and what is kept of it. */
export interface MintedSecret extends Digest {
  mode: KeyMode;
  /** Shown once and kept nowhere. */
  secret: string;
  prefix: string;
  last4: string;
}

/**
 * The pepper of all digests, which is kept outside the database: digests alone are worth nothing.
 * @param text base64 of at least 32 bytes, or several versions as JSON
 * @throws Error when one is shorter: an empty pepper would make every digest guessable
 */
export function readPepper(text: string): Pepper {
  const isLongEnough = ({ length }: Buffer): boolean => length >= PEPPER_BYTES_MIN;
  if (text.startsWith('{')) {
    const { current, versions } = parseVersionedSecret('KEY_PEPPER', text, isLongEnough);
    const keys = [...versions].map(
      ([version, bytes]) => [version, createSecretKey(bytes)] as const,
    );
    return { current, versions: new Map(keys) };
  }
  const pepper = Buffer.from(text, 'base64');
  if (isLongEnough(pepper)) {
    return {
      current: FIRST_VERSION,
      versions: new Map([[FIRST_VERSION, createSecretKey(pepper)]]),
    };
  }
  throw new Error(`KEY_PEPPER must be base64 of at least ${PEPPER_BYTES_MIN} bytes`);
}

/** Makes a secret that nobody can guess. */
export function mintSecret(mode: KeyMode, pepper: Pepper): MintedSecret {
  const body = `svc_${mode}_${base62(randomBytes(RANDOM_BYTES), RANDOM_CHARACTERS)}`;
  const secret = body + checkOf(body);
  return {
    secret,
    mode,
    ...digestOf(secret, pepper, pepper.current),
    prefix: secret.slice(0, PREFIX_CHARACTERS),
    last4: secret.slice(-4),
  };
}

/** Null for anything that cannot be a secret of ours. Pure, some microseconds. */
export function readSecret(text: string, pepper: Pepper): ReadSecret | null {
  if (text.length !== SECRET_CHARACTERS || !SECRET_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECK_CHARACTERS);
  if (checkOf(body) !== text.slice(-CHECK_CHARACTERS)) return null;
  return { mode: text.startsWith('svc_live_') ? 'live' : 'test', digests: digestsOf(text, pepper) };
}

/** A token of an administrator for a machine: its own start, then as a secret of a key. */
const TOKEN_START = 'tg_adm_';
const TOKEN_PATTERN = /^tg_adm_[0-9A-Za-z]{49}$/;

/** A new token and what is kept of it. */
export interface MintedToken extends Digest {
  /** Shown once and kept nowhere. */
  token: string;
  last4: string;
}

/** Makes a token of an administrator that nobody can guess. */
export function mintAdministratorToken(pepper: Pepper): MintedToken {
  const body = TOKEN_START + base62(randomBytes(RANDOM_BYTES), RANDOM_CHARACTERS);
  const token = body + checkOf(body);
  return { token, ...digestOf(token, pepper, pepper.current), last4: token.slice(-4) };
}

/** Null for anything that cannot be a token of an administrator. */
export function readAdministratorToken(text: string, pepper: Pepper): Digests | null {
  if (!TOKEN_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECK_CHARACTERS);
  return checkOf(body) === text.slice(-CHECK_CHARACTERS) ? digestsOf(text, pepper) : null;
}

function digestsOf(secret: string, pepper: Pepper): Digests {
  const current = { ...digestOf(secret, pepper, pepper.current), isOlder: false };
  if (pepper.versions.size === 1) return [current];
  const versions = [...pepper.versions.keys()];
  const at = versions.indexOf(pepper.current);
  const others = versions.flatMap((version, index) =>
    index === at ? [] : [{ ...digestOf(secret, pepper, version), isOlder: index < at }],
  );
  return [current, ...others];
}

function digestOf(secret: string, pepper: Pepper, pepperVersion: string): Digest {
  const key = pepper.versions.get(pepperVersion);
  if (key === undefined) throw new TypeError(`there is no pepper ${pepperVersion}`);
  return { pepperVersion, digest: createHmac('sha256', key).update(secret).digest() };
}

function checkOf(body: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return base62(sum, CHECK_CHARACTERS);
}

/** Big-endian bytes as base62 digits, padded to a fixed width. */
function base62(bytes: Buffer, characters: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < characters; digit += 1) {
    text = ALPHABET.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text;
}
