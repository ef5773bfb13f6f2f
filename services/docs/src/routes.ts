import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { DocsDeps } from './deps.ts';
import { getAsset, handleGetAsset } from './routes/interactive/asset.ts';
import { getInteractive, handleGetInteractive } from './routes/interactive/get.ts';
import { callDocs, handleCallDocs } from './routes/mcp/call.ts';
import { handleRefuseStream, refuseStream } from './routes/mcp/refuse.ts';
import { getOpenApi, handleGetOpenApi } from './routes/openapi/get.ts';
import { getLanding, handleGetLanding } from './routes/pages/landing.ts';
import { getPage, handleGetPage } from './routes/pages/get.ts';
import { getFirstPage, handleGetFirstPage } from './routes/pages/index.ts';

/** Every route of the documentation. */
export const routes = (deps: DocsDeps): MountedRoute[] => [
  on(getLanding, handleGetLanding()),
  on(getOpenApi, handleGetOpenApi(deps)),
  on(getInteractive, handleGetInteractive()),
  on(getAsset, handleGetAsset(deps)),
  on(callDocs, handleCallDocs(deps)),
  on(refuseStream, handleRefuseStream()),
  on(getFirstPage, handleGetFirstPage(deps)),
  on(getPage, handleGetPage(deps)),
];
