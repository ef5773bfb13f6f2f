import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { parseVersionedSecret } from '@tollgate/runtime/versioned-secret';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys that wrap the data keys of credentials, by version; new rows use the current one. */
export interface MasterKey {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
}

/**
 * A secret at rest: its own data key, wrapped by one version of the master key, and the box that
 * the data key opens.
 */
export interface Sealed {
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
}

/**
 * A secret could not be opened: wrong row, damaged bytes, or a master key that is not there. The
 * message never reveals the content.
 */
export class SealError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealError';
  }
}

/**
 * Reads CREDENTIAL_MASTER_KEY: `{"current":"v1","keys":{"v1":"<base64 of 32 bytes>"}}`. Older
 * versions stay readable as long as they are listed.
 * @throws Error naming the fault, never the value
 */
export function parseMasterKey(json: string): MasterKey {
  const { current, versions } = parseVersionedSecret(
    'CREDENTIAL_MASTER_KEY',
    json,
    ({ length }) => length === KEY_BYTES,
  );
  return { current, keys: versions };
}

/**
 * Seals fields for one credential. The id is bound into both layers, so that a row copied under
 * another id does not open.
 * @param id the credential's uuid
 */
export function seal(
  masterKey: MasterKey,
  id: string,
  fields: Readonly<Record<string, string>>,
): Sealed {
  const dataKey = randomBytes(KEY_BYTES);
  return {
    masterVersion: masterKey.current,
    wrappedKey: wrap(masterKey, id, dataKey),
    box: encrypt(dataKey, boxLabel(id), Buffer.from(JSON.stringify(fields))),
  };
}

/**
 * Opens what {@link seal} made.
 * @throws SealError on anything but the same id, the same bytes and a master key of the same
 *   version
 */
export function unseal(masterKey: MasterKey, id: string, sealed: Sealed): Record<string, string> {
  const dataKey = unwrap(masterKey, id, sealed);
  const plain = decrypt(dataKey, boxLabel(id), sealed.box);
  return JSON.parse(plain.toString('utf8')) as Record<string, string>;
}

/**
 * Wraps the data key under the current master key; the box stays as it is. Returns the same value
 * when the key is already current.
 */
export function rewrap(masterKey: MasterKey, id: string, sealed: Sealed): Sealed {
  if (sealed.masterVersion === masterKey.current) return sealed;
  const dataKey = unwrap(masterKey, id, sealed);
  return {
    masterVersion: masterKey.current,
    wrappedKey: wrap(masterKey, id, dataKey),
    box: sealed.box,
  };
}

function wrap(masterKey: MasterKey, id: string, dataKey: Buffer): Buffer {
  const key = masterKey.keys.get(masterKey.current);
  if (key === undefined) throw new SealError('the current master key is not there');
  return encrypt(key, keyLabel(id, masterKey.current), dataKey);
}

function unwrap(masterKey: MasterKey, id: string, sealed: Sealed): Buffer {
  const key = masterKey.keys.get(sealed.masterVersion);
  if (key === undefined) {
    throw new SealError(`the master key of version ${sealed.masterVersion} is not there`);
  }
  return decrypt(key, keyLabel(id, sealed.masterVersion), sealed.wrappedKey);
}

function boxLabel(id: string): string {
  return `credential:${id}`;
}

function keyLabel(id: string, version: string): string {
  return `credential-key:${version}:${id}`;
}

/** Nonce, ciphertext and tag in one buffer. */
function encrypt(key: Buffer, label: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(label));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, label: string, bytes: Buffer): Buffer {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('the sealed bytes are too short');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const body = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES);
  const tag = bytes.subarray(bytes.length - TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(label))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new SealError('the sealed bytes do not open', { cause });
  }
}
