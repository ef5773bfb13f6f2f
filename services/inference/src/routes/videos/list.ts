import { GatewayError } from '@tollgate/contract/error-codes';
import { listVideosRoute } from '@tollgate/contract/routes/inference/videos';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { videoOut } from '@tollgate/inference/video/video-out';
import { listVideos } from '@tollgate/requests/videos/video.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { keyRoute } from '../../key-route.ts';
import { ownerOf } from './owner.ts';

/**
 * `GET /v1/videos`. A cursor is compared and not looked up, so that a video which is deleted
 * between two pages ends no listing.
 */
export const handleListVideos = ({ db }: { db: Knex }): MountedRoute =>
  keyRoute(listVideosRoute, async ({ query }, { caller }) => {
    const { limit, order } = query;
    const after = query.after === undefined ? null : cursorOf(query.after);
    const page = { ...ownerOf(caller), after, isAscending: order === 'asc', limit: limit + 1 };
    const found = await sayWhenAway(listVideos)(db, page);
    const data = found.slice(0, limit).map(videoOut);
    return {
      object: 'list' as const,
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: found.length > limit,
    };
  });

function cursorOf(text: string): string {
  const id = decodeId('vid', text);
  if (id !== null) return id;
  throw new GatewayError('invalid_request', 'after is not the id of a video.', { param: 'after' });
}
