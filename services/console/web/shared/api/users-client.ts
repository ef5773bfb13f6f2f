import { createClient } from '@tollgate/contract/client';
import type { UserRoute } from '@tollgate/contract/routes/account';
import { renewingFetch } from './renewing-fetch.ts';

const PASSWORDS = new Set([
  '/api/auth/login',
  '/api/auth/change-password',
  '/api/auth/refresh',
  '/api/auth/accept-link',
]);

/** The users' plane, by the cookies of the browser; types come from the routes. */
export const users = createClient<UserRoute>({
  baseUrl: globalThis.location.origin,
  fetch: renewingFetch({
    refreshPath: '/api/auth/refresh',
    isAboutPasswords: (path) => PASSWORDS.has(path),
  }),
});
