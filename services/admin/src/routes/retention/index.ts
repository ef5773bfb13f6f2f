import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleGetRetentionPurge } from './get.ts';
import { handleListRetentionPurges } from './list-purges.ts';
import { handleListRetentionPolicies } from './list.ts';
import { handlePreviewRetentionPurge } from './preview.ts';
import { handleCreateRetentionPurge } from './purge.ts';
import { handleUpdateRetentionPolicy } from './update.ts';

/** The routes of `routes/retention`, in the order in which they are matched. */
export const retentionRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListRetentionPolicies(deps),
  handleUpdateRetentionPolicy(deps),
  handlePreviewRetentionPurge(deps),
  handleCreateRetentionPurge(deps),
  handleListRetentionPurges(deps),
  handleGetRetentionPurge(deps),
];
