/** The last code of one and of two bytes in UTF-8. */
const ONE_BYTE_END = 0x80;
const TWO_BYTES_END = 0x800;
const SURROGATES = 0xd800;
const SURROGATES_END = 0xe000;
const HALF_OF_A_PAIR = 2;
const THREE_BYTES = 3;

/**
 * The bytes of one UTF-16 unit in UTF-8: the most tokens that a tokenizer makes of it. Half of a
 * surrogate pair counts as two of the pair's four bytes.
 * @param code what `charCodeAt` gives
 */
export function byteTokens(code: number): number {
  if (code < ONE_BYTE_END) return 1;
  if (code < TWO_BYTES_END) return 2;
  return code >= SURROGATES && code < SURROGATES_END ? HALF_OF_A_PAIR : THREE_BYTES;
}
