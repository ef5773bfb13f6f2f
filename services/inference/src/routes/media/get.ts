import { GatewayError } from '@tollgate/contract/errors';
import type { getMediaRoute } from '@tollgate/contract/video';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { findVideo } from '@tollgate/requests/videos/video-queries';
import { decodeId } from '@tollgate/runtime/ids';
import { sendFile } from '../../send-file.ts';
import type { SendFileDeps } from '../../send-file.ts';
import { ownerOf } from '../videos/owner.ts';

/** `GET /v1/media/:media_id`: a file by its own id, which is there once its video is. */
export const handleGetMedia =
  (deps: SendFileDeps & { db: Knex }): Handler<typeof getMediaRoute, Caller> =>
  async ({ params: { media_id: publicId } }, { caller, request, requestId, response }) => {
    const id = decodeId('med', publicId);
    const row =
      id === null ? null : await sayWhenAway(findVideo)(deps.db, { ...ownerOf(caller), id });
    if (row?.state !== 'completed') throw new GatewayError('not_found', 'There is no such file.');
    await sendFile(deps, row, { request, requestId, response, publicId });
    return undefined as never;
  };
