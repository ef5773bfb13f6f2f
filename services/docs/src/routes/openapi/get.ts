import { getOpenApi } from '@tollgate/contract/routes/docs/openapi';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendText } from '../../pages.ts';

/** The document of the listener that was asked. */
export const handleGetOpenApi = ({ openApi }: DocsDeps): MountedRoute =>
  docsRoute(getOpenApi, (_input, { caller, response }) => {
    sendText(response, 'application/json; charset=utf-8', openApi[caller.plane].bytes);
  });
