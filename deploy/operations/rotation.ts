import { randomBytes } from 'node:crypto';
import { RETIRED_KEY_DAYS } from '@tollgate/runtime/versioned-secret';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/**
 * Steps of every rotation: make the new one known, use it, forget the old one. Between two steps
 * every process is restarted in turn.
 */
export type RotationStep = 'add' | 'use' | 'retire';

const SECRET_BYTES = 32;

interface Versioned {
  current: string;
  keys: Record<string, string>;
}

/**
 * The next value of `KEY_PEPPER` or `CREDENTIAL_MASTER_KEY`.
 * @param value as it is now; base64 alone counts as version v1
 * @throws Error when the step does not follow from the value
 */
export function rotateVersioned(value: string, step: RotationStep): string {
  const now = readVersioned(value);
  const versions = Object.keys(now.keys);
  const newest = versions.at(-1) ?? '';
  switch (step) {
    case 'add': {
      if (versions.length > 1) throw new Error('Another version is there already: use or retire.');
      const next = `v${Number(/\d+$/.exec(newest)?.[0] ?? 0) + 1}`;
      const secret = randomBytes(SECRET_BYTES).toString('base64');
      return JSON.stringify({ ...now, keys: { ...now.keys, [next]: secret } });
    }
    case 'use':
      if (newest === now.current) throw new Error('The newest version is in use: add one first.');
      return JSON.stringify({ ...now, current: newest });
    case 'retire':
      if (newest !== now.current) throw new Error('The newest version is not in use yet.');
      return JSON.stringify({ ...now, keys: { [newest]: now.keys[newest] } });
  }
}

const readVersioned = (value: string): Versioned =>
  value.startsWith('{') ? (JSON.parse(value) as Versioned) : { current: 'v1', keys: { v1: value } };

const DAY_MS = 86_400_000;

interface Retiring extends Versioned {
  /** When each version that was current before was exchanged. */
  retired?: Record<string, string>;
}

/**
 * The next value of `REASONING_KEY`. What is exchanged stays for 30 days, so that conversations go
 * on; `retire` forgets what is older and may change nothing.
 * @throws Error when the step does not follow from the value
 */
export function rotateReasoningKey(value: string, step: RotationStep, now: Date): string {
  const { current, keys, retired = {} } = readVersioned(value) as Retiring;
  const versions = Object.keys(keys);
  const newest = versions.at(-1) ?? '';
  switch (step) {
    case 'add': {
      if (newest !== current) throw new Error('Another version is there already: use it.');
      const next = `v${Number(/\d+$/.exec(newest)?.[0] ?? 0) + 1}`;
      const secret = randomBytes(SECRET_BYTES).toString('base64');
      return JSON.stringify({ current, keys: { ...keys, [next]: secret }, retired });
    }
    case 'use':
      if (newest === current) throw new Error('The newest version is in use: add one first.');
      return JSON.stringify({
        current: newest,
        keys,
        retired: { ...retired, [current]: now.toISOString() },
      });
    case 'retire': {
      const isKept = (version: string): boolean => {
        const at = retired[version];
        return at === undefined || now.getTime() <= Date.parse(at) + RETIRED_KEY_DAYS * DAY_MS;
      };
      const kept = <T>(all: Record<string, T>): Record<string, T> =>
        Object.fromEntries(Object.entries(all).filter(([version]) => isKept(version)));
      return JSON.stringify({ current, keys: kept(keys), retired: kept(retired) });
    }
  }
}

/**
 * The next value of `USER_TOKEN_KEY` or `PLATFORM_TOKEN_KEY`.
 * @param value as it is now: one private key, or several of which the first signs
 * @throws Error when the step does not follow from the value
 */
export async function rotateTokenKeys(value: string, step: RotationStep): Promise<string> {
  const document = JSON.parse(value) as JWK & { keys?: JWK[] };
  const [first, ...others] = document.keys ?? [document];
  if (first === undefined) throw new Error('There is no key.');
  if (step === 'add') {
    if (others.length > 0) throw new Error('Another key is there already: use or retire.');
    return JSON.stringify({ keys: [first, await nextKey(first.kid ?? 'key')] });
  }
  if (step === 'use') {
    if (others.length === 0) throw new Error('There is one key only: add one first.');
    return JSON.stringify({ keys: [...others, first] });
  }
  return JSON.stringify({ keys: [first] });
}

/**
 * The variables of the key of one service: the signing key of the service, and the public keys that
 * all services trust.
 */
export interface ServiceKeys {
  SERVICE_SIGNING_KEY: JWK;
  SERVICE_TRUST_KEYS: { keys: JWK[] };
}

/**
 * The next values of a service's key. `add` gives the same signing key and a trust that knows the
 * new one; its private half is `next`, to be kept until `use`.
 * @throws Error when the step does not follow from the values
 */
export async function rotateServiceKey(
  now: ServiceKeys & { next?: JWK },
  step: RotationStep,
): Promise<ServiceKeys & { next?: JWK }> {
  const { SERVICE_SIGNING_KEY: signing, SERVICE_TRUST_KEYS: trust, next } = now;
  if (step === 'add') {
    if (next !== undefined) throw new Error('Another key is there already: use it.');
    const fresh = await nextKey(signing.kid ?? '');
    const { d: _private, ...open } = fresh;
    return {
      SERVICE_SIGNING_KEY: signing,
      SERVICE_TRUST_KEYS: { keys: [...trust.keys, open] },
      next: fresh,
    };
  }
  if (step === 'use') {
    if (next === undefined) throw new Error('There is no next key: add one first.');
    return { SERVICE_SIGNING_KEY: next, SERVICE_TRUST_KEYS: trust };
  }
  const mine = serviceOf(signing.kid);
  const keys = trust.keys.filter(({ kid }) => serviceOf(kid) !== mine || kid === signing.kid);
  return { SERVICE_SIGNING_KEY: signing, SERVICE_TRUST_KEYS: { keys } };
}

const serviceOf = (kid = ''): string => kid.split('.')[0] ?? '';

/** A key of the same holder: `inference` is followed by `inference.2`, that by `inference.3`. */
async function nextKey(kid: string): Promise<JWK> {
  const [name = '', number = '1'] = kid.split('.');
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  return { ...jwk, kid: `${name}.${Number(number) + 1}`, alg: 'EdDSA', use: 'sig' };
}
