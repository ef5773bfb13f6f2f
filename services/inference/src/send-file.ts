import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { hasFile } from '@tollgate/inference/video/video-out';
import { MediaTorn } from '@tollgate/media/media-store';
import type { MediaReader, MediaStore } from '@tollgate/media/media-store';
import type { VideoRow } from '@tollgate/requests/videos/video.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { rangeIn } from './routes/videos/range.ts';
import type { ByteRange } from './routes/videos/range.ts';

export interface SendFileDeps {
  media: MediaStore | null;
  logger: Logger;
}

/** The call that a file answers. */
export interface FileCall {
  request: IncomingMessage;
  requestId: string;
  response: ServerResponse;
  /** The id under which the caller asked, which names the file when a browser saves it. */
  publicId: string;
}

/**
 * Answers with the file of a video, streamed from the store, whole or one range of it. Its type is
 * said by us and nobody is to guess another; a browser saves it and opens no page.
 * @throws GatewayError `result_expired`, `range_not_satisfiable`, `conflict` for a video without a
 *   file yet, `service_unavailable` while the store is away
 */
export async function sendFile(deps: SendFileDeps, row: VideoRow, call: FileCall): Promise<void> {
  const { request, response } = call;
  const { bytes, tag } = fileOf(row);
  const isCurrent = (request.headers['if-range'] ?? tag) === tag;
  const range = isCurrent ? rangeIn(request.headers.range, bytes) : null;
  if (range === 'beyond') {
    response.setHeader('accept-ranges', 'bytes');
    response.setHeader('content-range', `bytes */${bytes}`);
    throw new GatewayError(
      'range_not_satisfiable',
      `The file has ${bytes} bytes, and Range begins behind its end. Ask for bytes below ${bytes}, or leave Range out.`,
      { param: 'range' },
    );
  }
  const headers = {
    [HEADER.requestId]: call.requestId,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${call.publicId}.mp4"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'video/mp4',
    etag: tag,
    'x-content-type-options': 'nosniff',
  };
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const reader = await openFile(deps, row, { start, end });
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
}

async function openFile(
  { media, logger }: SendFileDeps,
  { userId, id }: VideoRow,
  range: ByteRange,
): Promise<MediaReader> {
  try {
    const reader = await media?.read({ userId, id }, range);
    if (reader != null) return reader;
  } catch (error) {
    if (error instanceof MediaTorn) throw error;
    logger.error({ error, op: id }, 'a file cannot be read');
    throw new GatewayError('service_unavailable', 'The file cannot be read now. Try again.', {
      cause: error,
    });
  }
  throw expired();
}

/** A caller who leaves ends the reading, and nothing else. */
async function sendAll(reader: MediaReader, response: ServerResponse): Promise<void> {
  try {
    await pipeline(reader, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

function fileOf(row: VideoRow): { bytes: number; tag: string } {
  const { mediaBytes, mediaSha256, state } = row;
  if (hasFile(row) && mediaBytes !== null) {
    return { bytes: Number(mediaBytes), tag: `"${mediaSha256?.toString('hex') ?? row.id}"` };
  }
  if (state === 'completed') throw expired();
  const words =
    state === 'failed' ? 'The video failed, so that it has no file.' : 'The video is being made.';
  throw new GatewayError('conflict', words);
}

function expired(): GatewayError {
  return new GatewayError('result_expired', 'The file of this video has been deleted.');
}
