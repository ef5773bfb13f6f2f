import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { SignInChecks } from './provider.ts';

/** How long a browser may take at the provider, in seconds. */
export const SIGN_IN_SECONDS = 600;
const SEALED_CHARACTERS_MAX = 4_000;
const KEY_BYTES = 32;
const MS_PER_SECOND = 1_000;
const PURPOSE = 'tollgate oidc sign-in';

/** A sign-in that a browser has begun. */
export interface BegunSignIn extends SignInChecks {
  /** The page of the console to go on with. */
  returnTo: string;
}

/** Seals what a browser carries while its user is at the provider, and opens what comes back. */
export interface SignInSeal {
  seal(begun: BegunSignIn): Promise<string>;
  /** Null for what we have not sealed, and for what is too old. */
  open(sealed: string): Promise<BegunSignIn | null>;
}

interface Jwk {
  kid?: string;
  d?: string;
}

/**
 * Every replica opens what another has sealed: the keys are derived from those that sign
 * administrators' tokens, and are exchanged with them.
 * @param signingKeys private Ed25519 JWK as JSON, or `{"keys": [...]}`, of which the first seals
 */
export function createSignInSeal(signingKeys: string, now = () => new Date()): SignInSeal {
  const document = JSON.parse(signingKeys) as Jwk & { keys?: Jwk[] };
  const keys = new Map(
    (document.keys ?? [document]).map(({ kid = '', d = '' }) => [kid, keyFrom(d)] as const),
  );
  const [first] = keys;
  if (first === undefined) throw new Error('there is no key to seal sign-ins with');
  const [kid, key] = first;
  return {
    seal: (begun) =>
      new CompactEncrypt(Buffer.from(JSON.stringify({ ...begun, endsAtMs: endOf(now()) })))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(key),
    async open(sealed) {
      if (sealed.length > SEALED_CHARACTERS_MAX) return null;
      try {
        const { plaintext } = await compactDecrypt(sealed, (header) => keyOf(keys, header?.kid), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return begunOf(JSON.parse(Buffer.from(plaintext).toString('utf8')), now());
      } catch {
        return null;
      }
    },
  };
}

const endOf = (now: Date): number => now.getTime() + SIGN_IN_SECONDS * MS_PER_SECOND;

function keyFrom(secret: string): Uint8Array {
  const derived = hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', PURPOSE, KEY_BYTES);
  return new Uint8Array(derived);
}

function keyOf(keys: ReadonlyMap<string, Uint8Array>, kid: string | undefined): Uint8Array {
  const key = keys.get(kid ?? '');
  if (key === undefined) throw new Error('no key of ours');
  return key;
}

function begunOf(document: unknown, now: Date): BegunSignIn | null {
  const { state, nonce, verifier, returnTo, endsAtMs } = document as Record<string, unknown>;
  const texts = [state, nonce, verifier, returnTo];
  const isWhole = texts.every((text) => typeof text === 'string');
  const isOpen = typeof endsAtMs === 'number' && endsAtMs > now.getTime();
  return isWhole && isOpen ? ({ state, nonce, verifier, returnTo } as BegunSignIn) : null;
}
