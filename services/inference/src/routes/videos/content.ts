import { pipeline } from 'node:stream/promises';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { getVideoContentRoute } from '@tollgate/contract/video';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { hasFile } from '@tollgate/inference/video/video-out';
import type { MediaStore } from '@tollgate/media/media-store';
import type { VideoRow } from '@tollgate/requests/videos/video-queries';
import { getVideo } from './owner.ts';
import { rangeIn } from './range.ts';

/**
 * `GET /v1/videos/:video_id/content`: the file, streamed from the store, whole or one range of it. Its type is said by us and nobody is to
 * guess another; a browser saves it and opens no page.
 */
export const handleGetVideoContent =
  (deps: { db: Knex; media: MediaStore | null }): Handler<typeof getVideoContentRoute, Caller> =>
  async ({ params }, { caller, request, requestId, response }) => {
    const row = await getVideo(deps, { caller, publicId: params.video_id });
    const { bytes, tag } = fileOf(row);
    const isCurrent = (request.headers['if-range'] ?? tag) === tag;
    const range = isCurrent ? rangeIn(request.headers.range, bytes) : null;
    const headers = {
      [HEADER.requestId]: requestId,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${params.video_id}.mp4"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'video/mp4',
      etag: tag,
      'x-content-type-options': 'nosniff',
    };
    if (range === 'beyond') {
      response.writeHead(416, {
        ...headers,
        'content-range': `bytes */${bytes}`,
        'content-length': 0,
      });
      response.end();
      return undefined as never;
    }
    const { start, end } = range ?? { start: 0, end: bytes - 1 };
    const reader = await deps.media?.read({ userId: row.userId, id: row.id }, { start, end });
    if (reader == null) throw expired();
    const part = range === null ? {} : { 'content-range': `bytes ${start}-${end}/${bytes}` };
    response.writeHead(range === null ? 200 : 206, {
      ...headers,
      ...part,
      'content-length': end - start + 1,
    });
    if (request.method === 'HEAD') {
      reader.destroy();
      response.end();
    } else await sendAll(reader, response);
    return undefined as never;
  };

/** A caller who leaves ends the reading, and nothing else. */
async function sendAll(
  reader: AsyncIterable<Uint8Array>,
  response: NodeJS.WritableStream & { destroyed?: boolean },
): Promise<void> {
  try {
    await pipeline(reader, response);
  } catch (error) {
    if (response.destroyed !== true) throw error;
  }
}

function fileOf(row: VideoRow): { bytes: number; tag: string } {
  const { mediaBytes, mediaSha256, state } = row;
  if (hasFile(row) && mediaBytes !== null) {
    return { bytes: Number(mediaBytes), tag: `"${mediaSha256?.toString('hex') ?? row.id}"` };
  }
  if (state === 'completed') throw expired();
  const words =
    state === 'failed' ? 'The film failed, so that it has no file.' : 'The film is being made.';
  throw new GatewayError('conflict', words);
}

function expired(): GatewayError {
  return new GatewayError('result_expired', 'The file of this film is not kept any more.');
}
