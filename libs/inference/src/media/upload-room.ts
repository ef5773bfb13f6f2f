import { GatewayError } from '@tollgate/contract/error-codes';
import { createFairShare } from '@tollgate/providers/engine/fair-share';

/**
 * Bytes of uploads that calls of this process read or hold, from before their first byte to the end
 * of the call: of one owner, and of all. An upload is counted by what it says that it has, else by
 * the most that its route takes. While it is read and sent it takes about three times its bytes.
 */
const HELD_BYTES = { owner: 67_108_864, all: 268_435_456 } as const;
const RETRY_AFTER_SECONDS = 5;

const uploads = createFairShare(HELD_BYTES);

/**
 * Takes room for an upload.
 * @returns gives the room back
 * @throws GatewayError `overloaded` when the owner, or this process, holds too many already
 */
export function takeUploadRoom(ownerId: string, bytes: number): () => void {
  if (!uploads.take(ownerId, bytes)) {
    throw new GatewayError(
      'overloaded',
      'Too many files are being uploaded at once. Try again soon.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  return () => uploads.giveBack(ownerId, bytes);
}
