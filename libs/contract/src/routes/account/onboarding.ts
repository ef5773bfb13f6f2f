import { OnboardingOut } from '../../auth.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/onboarding`; takes the bearer header and `svc_access_token` only. */
export const getOnboarding = defineRoute({
  method: 'get',
  path: '/api/onboarding',
  auth: 'user',
  summary: 'What is left to do before paid calls work',
  status: 200,
  response: OnboardingOut,
});
