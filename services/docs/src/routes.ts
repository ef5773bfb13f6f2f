import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { DocsDeps } from './deps.ts';
import { callDocs, handleCallDocs } from './routes/mcp/call.ts';
import { handleRefuseStream, refuseStream } from './routes/mcp/refuse.ts';
import { getOpenApi, handleGetOpenApi } from './routes/openapi/get.ts';
import { getAsset, handleGetAsset } from './routes/pages/asset.ts';
import { getDocumentSchema, handleGetDocumentSchema } from './routes/pages/document-schema.ts';
import { editPage, handleEditPage } from './routes/pages/edit.ts';
import { getLanding, handleGetLanding } from './routes/pages/landing.ts';
import { getPage, handleGetPage } from './routes/pages/get.ts';
import { getFirstPage, handleGetFirstPage } from './routes/pages/index.ts';
import { getList, handleGetList, getWhole, handleGetWhole } from './routes/pages/llms.ts';
import { getChapter, handleGetChapter } from './routes/reference/chapter.ts';
import { getReference, handleGetReference } from './routes/reference/get.ts';

/** Every route of the documentation. */
export const routes = (deps: DocsDeps): MountedRoute[] => [
  on(getLanding, handleGetLanding(deps)),
  on(getOpenApi, handleGetOpenApi(deps)),
  on(getReference, handleGetReference(deps)),
  on(getChapter, handleGetChapter(deps)),
  on(getList, handleGetList(deps)),
  on(getWhole, handleGetWhole(deps)),
  on(getAsset, handleGetAsset(deps)),
  on(getDocumentSchema, handleGetDocumentSchema()),
  on(editPage, handleEditPage(deps)),
  on(callDocs, handleCallDocs(deps)),
  on(refuseStream, handleRefuseStream()),
  on(getFirstPage, handleGetFirstPage(deps)),
  on(getPage, handleGetPage(deps)),
];
