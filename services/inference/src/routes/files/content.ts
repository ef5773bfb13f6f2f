import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { getFileContentRoute } from '@tollgate/contract/routes/inference/files';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { MediaTorn } from '@tollgate/media/media-store';
import type { MediaReader, MediaStore } from '@tollgate/media/media-store';
import type { FileRow } from '@tollgate/requests/batches/file.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { keyRoute } from '../../key-route.ts';
import { getFile, storeOf } from './owner.ts';

/** What files are read with. */
export interface FileContentDeps {
  db: Knex;
  media: MediaStore | null;
  logger: Logger;
}

/** `GET /v1/files/:file_id/content`: the bytes, streamed from the store. */
export const handleGetFileContent = (deps: FileContentDeps): MountedRoute =>
  keyRoute(
    getFileContentRoute,
    async ({ params: { file_id: publicId } }, { caller, request, requestId, response }) => {
      const file = await getFile(deps, { caller, publicId });
      const headers = {
        [HEADER.requestId]: requestId,
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${publicId}.jsonl"`,
        'content-length': file.bytes,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'application/jsonl',
        'x-content-type-options': 'nosniff',
      };
      const isWanted = request.method !== 'HEAD' && file.bytes > 0;
      const reader = isWanted ? await open(deps, file) : null;
      response.writeHead(200, headers);
      if (reader === null) response.end();
      else await sendAll(reader, response);
      return undefined as never;
    },
  );

async function open(deps: FileContentDeps, { userId, id, bytes }: FileRow): Promise<MediaReader> {
  try {
    const reader = await storeOf(deps).read({ userId, id }, { start: 0, end: bytes - 1 });
    if (reader !== null) return reader;
  } catch (error) {
    if (error instanceof MediaTorn) throw error;
    deps.logger.error({ error, file: id }, 'a file cannot be read');
    throw new GatewayError('service_unavailable', 'The file cannot be read now. Try again.', {
      cause: error,
    });
  }
  throw new GatewayError('not_found', 'There is no such file.');
}

/** A caller who leaves ends the reading, and nothing else. */
async function sendAll(reader: MediaReader, response: ServerResponse): Promise<void> {
  try {
    await pipeline(reader, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
