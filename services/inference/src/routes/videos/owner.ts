import { GatewayError } from '@tollgate/contract/error-codes';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Caller } from '@tollgate/inference/caller/caller';
import { findVideo } from '@tollgate/requests/videos/video.queries';
import type { VideoOwner, VideoRow } from '@tollgate/requests/videos/video.queries';
import { decodeId } from '@tollgate/runtime/ids';

/** The owner whose videos a caller sees: those of every key of the account, live and test apart. */
export function ownerOf({ key, mode }: Caller): VideoOwner {
  return { userId: key.ownerId, mode };
}

/**
 * @throws GatewayError `not_found`, the same for what is malformed, unknown, deleted or another
 *   account's
 */
export async function getVideo(
  deps: { db: Knex },
  { caller, publicId }: { caller: Caller; publicId: string },
): Promise<VideoRow> {
  const id = decodeId('vid', publicId);
  const row =
    id === null ? null : await sayWhenAway(findVideo)(deps.db, { ...ownerOf(caller), id });
  if (row === null) throw new GatewayError('not_found', 'There is no such video.');
  return row;
}
