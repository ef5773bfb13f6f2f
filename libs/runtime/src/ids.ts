import { randomFillSync } from 'node:crypto';
import { v7, validate } from 'uuid';
import { TypeID } from 'typeid-js';

/** Prefixes of public ids. */
export type IdPrefix =
  | 'usr'
  | 'adm'
  | 'tok'
  | 'key'
  | 'grt'
  | 'txn'
  | 'rsv'
  | 'req'
  | 'cred'
  | 'mdl'
  | 'prc'
  | 'als'
  | 'vs'
  | 'op'
  | 'aud'
  | 'acc'
  | 'prg'
  | 'ses'
  | 'vid'
  | 'med'
  | 'whk'
  | 'msg'
  | 'cfl'
  | 'rcn'
  | 'spl'
  | 'file'
  | 'batch'
  | 'batch_req';

const UUID_BYTES = 16;
/**
 * Random bytes are drawn for so many ids at a time, because drawing costs more than making an id.
 */
const POOL_IDS = 256;

const pool = new Uint8Array(POOL_IDS * UUID_BYTES);
let used = pool.length;

/** The library draws 16 bytes for each id unless it is given some. */
function randomBytes(): Uint8Array {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += UUID_BYTES;
  return pool.subarray(used - UUID_BYTES, used);
}

let lastMs = 0;
let sequence = 0;

/**
 * What a UUIDv7 is made of; ids of one millisecond count on from a random number, so that they sort
 * as they were made.
 */
function newParts(): { random: Uint8Array; msecs: number; seq: number } {
  const random = randomBytes();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Half of the room is left for counting on.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else sequence += 1;
  return { random, msecs: lastMs, seq: sequence };
}

/** A fresh UUIDv7: ids of ours sort by the time they were made. */
export function newUuid(): string {
  return v7(newParts());
}

/** Whether a value is the text of a uuid. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && validate(value);
}

/** `usr_01h…` for a uuid. Throws on a string that is no uuid. */
export function encodeId(prefix: IdPrefix, uuid: string): string {
  return TypeID.fromUUID(prefix, uuid).toString();
}

/** The uuid of a public id, or null when it is malformed or of another kind. */
export function decodeId(prefix: IdPrefix, text: string): string | null {
  if (!text.startsWith(`${prefix}_`) || text.length !== prefix.length + 27) return null;
  try {
    return TypeID.fromString(text, prefix).toUUID();
  } catch {
    return null;
  }
}

/** A fresh public id. */
export function newPublicId(prefix: IdPrefix): string {
  return TypeID.fromUUIDBytes(prefix, v7(newParts(), new Uint8Array(UUID_BYTES))).toString();
}

const UUID_TIME_DIGITS = 12;

/** When a UUIDv7 was made: its first 48 bits are milliseconds since 1970. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, UUID_TIME_DIGITS), 16));
}

/** The least UUIDv7 that can be made at a moment. */
export function firstUuidOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(UUID_TIME_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
