import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleListPlatformAttention } from './list.ts';

/** The routes of `routes/attention`, in the order in which they are matched. */
export const attentionRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformAttention(deps),
];
