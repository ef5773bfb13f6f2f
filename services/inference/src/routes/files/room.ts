import { BATCHES_OPEN_MAX } from '@tollgate/contract/batches';
import { GatewayError } from '@tollgate/contract/error-codes';
import { FILE_BYTES_PER_OWNER_MAX, FILES_PER_OWNER_MAX } from '@tollgate/contract/files';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import { sumRoom } from '@tollgate/requests/batches/file.queries';
import { encodeId } from '@tollgate/runtime/ids';

/** How much one account may keep. */
export const ROOM = { filesMax: FILES_PER_OWNER_MAX, bytesMax: FILE_BYTES_PER_OWNER_MAX };
const RETRY_AFTER_SECONDS = 60;

/** What had no room: a file, or the results of a batch. */
interface Refused {
  userId: string;
  /** Bytes that it may come to. */
  bytes: number;
  param: string;
  isBatch?: boolean;
}

/** The refusal of what an account has no room for: what takes the room, and what to delete. */
export async function noRoom(db: Knex, refused: Refused): Promise<GatewayError> {
  const { userId, bytes, param, isBatch = false } = refused;
  const taken = await sayWhenAway(sumRoom)(db, userId);
  const { batches, files, largest, openBytes } = taken;
  const wait = { param, retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (isBatch && batches >= BATCHES_OPEN_MAX) {
    const message = `An account has ${BATCHES_OPEN_MAX} batches that have not ended at most. Wait until one has ended, or cancel one.`;
    return new GatewayError('rate_limit_exceeded', message, wait);
  }
  const what = isBatch ? 'the results of this batch, which may come' : 'this file, which may come';
  const open =
    batches === 0
      ? ''
      : `, ${openBytes} bytes of which are kept free for the results of open batches`;
  const remove =
    largest === null
      ? ''
      : `Delete files that you no longer need: the largest is ${encodeId('file', largest.id)} with ${largest.bytes} bytes. `;
  const text = `There is no room for ${what} to ${bytes} bytes: ${files} of ${ROOM.filesMax} files and ${taken.bytes} of ${ROOM.bytesMax} bytes of this account are taken${open}. ${remove}${batches === 0 ? '' : 'Or wait until a batch has ended.'}`;
  return new GatewayError('rate_limit_exceeded', text.trimEnd(), wait);
}
