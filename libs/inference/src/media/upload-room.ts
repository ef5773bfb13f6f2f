import { GatewayError } from '@tollgate/contract/error-codes';
import { createWaitingRoom } from '@tollgate/providers/engine/waiting-room';

/**
 * Bytes of uploads that calls of this process read or hold, from before their first byte to the end
 * of the call: of one owner, and of all. An upload is counted by what it says that it has, else by
 * the most that its route takes. While it is read and sent it takes about three times its bytes.
 */
const HELD_BYTES = { owner: 67_108_864, all: 268_435_456 } as const;
/** How long an upload waits, unread, for others to end. */
const WAIT_MS_MAX = 10_000;
const RETRY_AFTER_SECONDS = 5;

const uploads = createWaitingRoom(HELD_BYTES);

/**
 * Takes room for an upload, and waits for it where the owner or this process holds too many: a
 * batch of recordings that is sent at once is read one after another.
 * @returns gives the room back
 * @throws GatewayError `overloaded` when there is none in time
 */
export async function takeUploadRoom(
  ownerId: string,
  bytes: number,
  waitMsMax: number = WAIT_MS_MAX,
): Promise<() => void> {
  const giveBack = await uploads.take(ownerId, bytes, { ms: waitMsMax });
  if (giveBack !== null) return giveBack;
  throw new GatewayError(
    'overloaded',
    'Too many files are being uploaded at once. Try again soon.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
