import { PlatformOnboardingOut } from '../../platform/onboarding.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/onboarding`. */
export const getPlatformOnboarding = defineRoute({
  method: 'get',
  path: '/api/platform/onboarding',
  auth: 'platform',
  needs: 'read',
  summary: 'Which steps are left from an empty installation to the first paid call',
  status: 200,
  response: PlatformOnboardingOut,
});
