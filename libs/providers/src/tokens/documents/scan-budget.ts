/**
 * Bytes that may be inflated or decoded for the documents of one request: more would keep everybody
 * else waiting.
 */
const DECODED_BYTES_MAX = 8_388_608;
/**
 * Characters that may be walked over more than once for them; a document of a thousand pages takes
 * about a million.
 */
const SCAN_STEPS_MAX = 20_000_000;

/**
 * What the scans of one request's documents may cost. Whoever writes a file decides how often the
 * same part of it would be read, so that a scan pays for each part that it may read again, and
 * gives up when nothing is left.
 */
export class ScanBudget {
  #bytes: number;
  #steps = SCAN_STEPS_MAX;

  /** @param bytes that may be decoded */
  constructor(bytes: number = DECODED_BYTES_MAX) {
    this.#bytes = bytes;
  }

  /** Bytes that may still be decoded. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes decoded bytes. @returns whether there were as many */
  takeBytes(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }

  /** Takes characters that were walked over. @returns whether there were as many */
  takeSteps(steps: number): boolean {
    this.#steps -= steps;
    return this.#steps >= 0;
  }
}
