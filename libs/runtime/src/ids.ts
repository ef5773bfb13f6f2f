import { v7, validate } from 'uuid';
import { TypeID } from 'typeid-js';

/** Prefixes of public ids. */
export type IdPrefix =
  | 'usr'
  | 'adm'
  | 'key'
  | 'grt'
  | 'txn'
  | 'rsv'
  | 'req'
  | 'cred'
  | 'mdl'
  | 'prc'
  | 'als'
  | 'op'
  | 'aud'
  | 'acc'
  | 'prg'
  | 'ses';

/** A fresh UUIDv7: ids of ours sort by the time they were made. */
export function newUuid(): string {
  return v7();
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

const UUID_BYTES = 16;

/** A fresh public id. */
export function newPublicId(prefix: IdPrefix): string {
  return TypeID.fromUUIDBytes(prefix, v7(undefined, new Uint8Array(UUID_BYTES))).toString();
}

const UUID_TIME_DIGITS = 12;

/** When a UUIDv7 was made: its first 48 bits are milliseconds since 1970. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, UUID_TIME_DIGITS), 16));
}
