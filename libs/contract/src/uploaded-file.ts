import { createHash } from 'node:crypto';

/**
 * A file that came in a form. Its bytes are no member that can be listed: what compares or writes
 * down a request sees its hash, and never the file.
 */
export class UploadedFile {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.sha256 = createHash('sha256').update(bytes).digest('hex');
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}
