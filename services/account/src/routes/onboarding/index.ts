import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleGetOnboarding } from './get.ts';

/** The routes of `routes/onboarding`, in the order in which they are matched. */
export const onboardingRoutes = (deps: AccountDeps): MountedRoute[] => [handleGetOnboarding(deps)];
