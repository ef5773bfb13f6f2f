import { GatewayError } from '@tollgate/contract/error-codes';
import { getMediaRoute } from '@tollgate/contract/routes/inference/media';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { findVideo } from '@tollgate/requests/videos/video.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { keyRoute } from '../../key-route.ts';
import { sendFile } from '../../send-file.ts';
import type { SendFileDeps } from '../../send-file.ts';
import { ownerOf } from '../videos/owner.ts';

/** `GET /v1/media/:media_id`: a file by its own id, which is there once its video is. */
export const handleGetMedia = (deps: SendFileDeps & { db: Knex }): MountedRoute =>
  keyRoute(
    getMediaRoute,
    async ({ params: { media_id: publicId } }, { caller, request, requestId, response }) => {
      const id = decodeId('med', publicId);
      const row =
        id === null ? null : await sayWhenAway(findVideo)(deps.db, { ...ownerOf(caller), id });
      if (row?.state !== 'completed') throw new GatewayError('not_found', 'There is no such file.');
      await sendFile(deps, row, { request, requestId, response, publicId });
      return undefined as never;
    },
  );
