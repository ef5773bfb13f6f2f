import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleListPlatformUserModels } from './list.ts';
import { handleResearchPrices } from './research.ts';
import { handleUpliftPlatformUserModel } from './uplift-user-model.ts';
import { handleUpliftPlatformUser } from './uplift-user.ts';
import { handleTryPlatformPrices } from './what-if-price.ts';
import { handleTryPlatformUplift } from './what-if-uplift.ts';

/** The routes of `routes/pricing`, in the order in which they are matched. */
export const pricingRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformUserModels(deps),
  handleUpliftPlatformUserModel(deps),
  handleUpliftPlatformUser(deps),
  handleTryPlatformPrices(deps),
  handleTryPlatformUplift(deps),
  handleResearchPrices(deps),
];
