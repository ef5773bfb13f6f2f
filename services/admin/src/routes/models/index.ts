import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleApprovePlatformModel } from './approve.ts';
import { handleDecidePlatformModel } from './decide.ts';
import { handleGetModelDifference } from './difference.ts';
import { handleGetPlatformModel } from './get.ts';
import { handleListPlatformModels } from './list.ts';
import { handlePricePlatformModel } from './price.ts';
import { handleListPlatformModelPrices } from './prices.ts';

/** The routes of `routes/models`, in the order in which they are matched. */
export const modelRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformModels(deps),
  handleGetPlatformModel(deps),
  handleListPlatformModelPrices(deps),
  handlePricePlatformModel(deps),
  handleGetModelDifference(deps),
  handleApprovePlatformModel(deps),
  handleDecidePlatformModel(deps),
];
