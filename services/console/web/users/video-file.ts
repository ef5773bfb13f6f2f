import type { VideoOut } from '@tollgate/contract/user-videos';
import { ownKey } from './own-key.ts';

/** Asks for the file of a video: the route takes a key and no cookie. */
export async function askForVideo(
  { id, mode }: Pick<VideoOut, 'id' | 'mode'>,
  signal: AbortSignal,
): Promise<Response> {
  const authorization = `Bearer ${await ownKey(mode)}`;
  return fetch(`/v1/videos/${id}/content`, {
    credentials: 'omit',
    signal,
    headers: { authorization },
  });
}
