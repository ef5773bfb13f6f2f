import { getFirstPage } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendGuide } from './get.ts';

/** The page `index`. */
export const handleGetFirstPage = (deps: DocsDeps): MountedRoute =>
  docsRoute(getFirstPage, async (_input, { caller, request, response }) => {
    await sendGuide(deps, 'index', { plane: caller.plane, request, response });
  });
