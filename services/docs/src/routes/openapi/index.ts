import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { handleGetOpenApi } from './get.ts';

/** The routes of `routes/openapi`, in the order in which they are matched. */
export const openapiRoutes = (deps: DocsDeps): MountedRoute[] => [handleGetOpenApi(deps)];
