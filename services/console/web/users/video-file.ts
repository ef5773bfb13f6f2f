import type { VideoOut } from '@tollgate/contract/user-videos';
import { ownKey } from './own-key.ts';

interface Asking {
  signal: AbortSignal;
  /** Only so many bytes from the beginning; absent: the whole file. */
  first?: number;
}

/** Asks for the file of a video: the route takes a key and no cookie. */
export async function askForVideo(
  { id, mode }: Pick<VideoOut, 'id' | 'mode'>,
  { signal, first }: Asking,
): Promise<Response> {
  const authorization = `Bearer ${await ownKey(mode)}`;
  return fetch(`/v1/videos/${id}/content`, {
    credentials: 'omit',
    signal,
    headers: {
      authorization,
      ...(first === undefined ? {} : { range: `bytes=0-${first - 1}` }),
    },
  });
}
