import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { ConsoleDeps } from './deps.ts';
import { getPage, handleGetPage } from './routes/pages/get.ts';

/** Every route of the console. */
export const routes = (deps: ConsoleDeps): MountedRoute[] => [on(getPage, handleGetPage(deps))];
