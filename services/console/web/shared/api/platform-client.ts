import { createClient } from '@tollgate/contract/client';
import type { UserRoute } from '@tollgate/contract/routes/account';
import type { PlatformRoute } from '@tollgate/contract/routes/admin';
import { renewingFetch } from './renewing-fetch.ts';

/** What both consoles ask for before anybody has signed in. */
type RuntimeRoute = Extract<UserRoute, { path: '/api/runtime/config' }>;

const PASSWORDS = new Set(['/api/platform/auth/login', '/api/platform/auth/change-password']);

/** The administrators' plane, by the cookies of the browser; types come from the routes. */
export const platform = createClient<PlatformRoute | RuntimeRoute>({
  baseUrl: globalThis.location.origin,
  fetch: renewingFetch({
    isAboutPasswords: (path) => PASSWORDS.has(path),
  }),
});
