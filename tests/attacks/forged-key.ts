import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_CHARACTERS = 52;
const CHECK_CHARACTERS = 6;

/**
 * A key that nobody has, with a beginning of the attacker's choice and the check that belongs to
 * it.
 */
export function forgedKey(beginning: string): string {
  const rest = randomBytes(BODY_CHARACTERS - beginning.length);
  const body = beginning + [...rest].map((byte) => ALPHABET.charAt(byte % 62)).join('');
  let sum = crc32(body);
  let check = '';
  for (let digit = 0; digit < CHECK_CHARACTERS; digit += 1) {
    check = ALPHABET.charAt(sum % 62) + check;
    sum = Math.floor(sum / 62);
  }
  return body + check;
}
