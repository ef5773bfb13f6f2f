import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendBytes } from '../../send.ts';

/** `GET /api/docs/:file`. */
export const getAsset = defineRoute({
  method: 'get',
  path: '/api/docs/:file',
  auth: 'none',
  summary: 'A file of the interactive view',
  params: Type.Object({ file: Type.String() }),
  status: 200,
});

/** One of the files that were read at the start; a name is looked up, never opened. */
export const handleGetAsset =
  ({ assets }: DocsDeps): DocsHandler<typeof getAsset> =>
  ({ params }, { response }) => {
    const asset = assets.get(params.file);
    if (asset === undefined) throw new GatewayError('not_found', 'There is no such file.');
    sendBytes(response, asset.type, asset.bytes);
  };
