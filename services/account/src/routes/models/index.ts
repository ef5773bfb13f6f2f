import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleListModels } from './list.ts';
import { handleUpdateModel } from './update.ts';

/** The routes of `routes/models`, in the order in which they are matched. */
export const modelRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleListModels(deps),
  handleUpdateModel(deps),
];
