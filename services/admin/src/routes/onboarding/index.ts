import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleGetPlatformOnboarding } from './get.ts';

/** The routes of `routes/onboarding`, in the order in which they are matched. */
export const onboardingRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGetPlatformOnboarding(deps),
];
