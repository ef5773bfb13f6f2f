import { listUserVideos } from '@tollgate/contract/routes/account/videos';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { ValidationError } from '@tollgate/http/validate';
import { listVideosOfUser } from '@tollgate/requests/videos/video-of-user.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { videoOut } from '../../video-out.ts';

/** Shows one page of the caller's own videos; 422 for a cursor that is none. */
export const handleListUserVideos = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(listUserVideos, async ({ query }, { caller }) => {
    const { limit, cursor, state } = query;
    const found = await listVideosOfUser(reports, {
      userId: caller.user.id,
      isOpen: state === undefined ? null : state === 'open',
      after: cursor === undefined ? null : videoIdOf(cursor),
      limit: limit + 1,
    });
    const data = found.slice(0, limit).map(videoOut);
    const hasMore = found.length > limit;
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  });

function videoIdOf(cursor: string): string {
  const id = decodeId('vid', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
