import { GatewayError } from '@tollgate/contract/error-codes';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Caller } from '@tollgate/inference/caller/caller';
import type { MediaStore } from '@tollgate/media/media-store';
import { findFile } from '@tollgate/requests/batches/file.queries';
import type { FileOwner, FileRow } from '@tollgate/requests/batches/file.queries';
import { decodeId } from '@tollgate/runtime/ids';

/** The owner whose files a caller sees: those of every key of the account, live and test apart. */
export function ownerOf({ key, mode }: Caller): FileOwner {
  return { userId: key.ownerId, mode };
}

/**
 * @throws GatewayError `not_found`, the same for what is malformed, unknown, deleted or another
 *   account's
 */
export async function getFile(
  deps: { db: Knex },
  { caller, publicId }: { caller: Caller; publicId: string },
): Promise<FileRow> {
  const id = decodeId('file', publicId);
  const row = id === null ? null : await sayWhenAway(findFile)(deps.db, { ...ownerOf(caller), id });
  if (row === null) throw new GatewayError('not_found', 'There is no such file.');
  return row;
}

/** @throws GatewayError `service_unavailable` where files could be kept nowhere */
export function storeOf({ media }: { media: MediaStore | null }): MediaStore {
  if (media !== null) return media;
  throw new GatewayError('service_unavailable', 'This installation keeps no files.', {
    detail: 'neither MEDIA_DIR nor MEDIA_S3_BUCKET is set',
  });
}
