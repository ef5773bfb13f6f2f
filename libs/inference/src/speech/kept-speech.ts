import { STORED_BODY_BYTES_MAX } from '@tollgate/requests/operations/idempotency';

/** The part of an answer that is kept under an idempotency key; without a key nothing is. */
export interface KeptSpeech {
  /** Keeps further bytes. Of an answer that is too long to be stored nothing is kept any longer. */
  add(bytes: Uint8Array): void;
  /** The whole answer; null where it is too long to be stored. */
  whole(): Buffer | null;
}

/** Keeps one answer, as far as it can be stored. */
export function keepSpeech(): KeptSpeech {
  let pieces: Uint8Array[] | null = [];
  let length = 0;
  return {
    add(bytes) {
      length += bytes.length;
      if (length > STORED_BODY_BYTES_MAX) pieces = null;
      else pieces?.push(bytes);
    },
    whole: () => (pieces === null ? null : Buffer.concat(pieces)),
  };
}
