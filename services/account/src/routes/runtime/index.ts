import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleGetRuntimeConfig } from './config.ts';

/** The routes of `routes/runtime`, in the order in which they are matched. */
export const runtimeRoutes = (deps: AccountDeps): MountedRoute[] => [handleGetRuntimeConfig(deps)];
