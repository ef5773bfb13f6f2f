import type { MountedRoute } from '@tollgate/http/route';
import type { ConsoleDeps } from './deps.ts';
import { handleGetPage } from './routes/pages/get.ts';

/** Every route of the console. */
export const routes = (deps: ConsoleDeps): MountedRoute[] => [handleGetPage(deps)];
