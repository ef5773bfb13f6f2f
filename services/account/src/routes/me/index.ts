import type { MountedRoute } from '@tollgate/http/route';
import { handleGetMe } from './get.ts';

/** The routes of `routes/me`, in the order in which they are matched. */
export const meRoutes = (): MountedRoute[] => [handleGetMe()];
