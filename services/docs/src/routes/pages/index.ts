import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { handleGetAsset } from './asset.ts';
import { handleGetDocumentSchema } from './document-schema.ts';
import { handleEditPage } from './edit.ts';
import { handleGetFirstPage } from './first.ts';
import { handleGetPage } from './get.ts';
import { handleGetLanding } from './landing.ts';
import { handleGetWhole } from './llms-full.ts';
import { handleGetList } from './llms.ts';

/** The routes of `routes/pages`, in the order in which they are matched. */
export const pageRoutes = (deps: DocsDeps): MountedRoute[] => [
  handleGetLanding(deps),
  handleGetList(deps),
  handleGetWhole(deps),
  handleGetAsset(deps),
  handleGetDocumentSchema(deps),
  handleEditPage(deps),
  handleGetFirstPage(deps),
  handleGetPage(deps),
];
