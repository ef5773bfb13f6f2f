import createClient from 'openapi-fetch';
import { renewingFetch } from './renewing-fetch.ts';
import type { components, paths } from './users.d.ts';

/** The shapes of the users' plane. */
export type Schemas = components['schemas'];

const PASSWORDS = new Set([
  '/api/auth/login',
  '/api/auth/change-password',
  '/api/auth/refresh',
  '/api/auth/accept-link',
]);

/** The users' plane, by the cookies of the browser; types come from the interface description. */
export const users = createClient<paths>({
  baseUrl: globalThis.location.origin,
  fetch: renewingFetch({
    refreshPath: '/api/auth/refresh',
    isAboutPasswords: (path) => PASSWORDS.has(path),
  }),
});
