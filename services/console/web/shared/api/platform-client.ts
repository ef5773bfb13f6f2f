import createClient from 'openapi-fetch';
import { renewingFetch } from './renewing-fetch.ts';
import type { components, paths } from './platform.d.ts';

/** The shapes of the administrators' plane. */
export type Schemas = components['schemas'];

const PASSWORDS = new Set(['/api/platform/auth/login', '/api/platform/auth/change-password']);

/** The administrators' plane, by the cookies of the browser; types come from the interface description. */
export const platform = createClient<paths>({
  baseUrl: globalThis.location.origin,
  fetch: renewingFetch({
    isAboutPasswords: (path) => PASSWORDS.has(path),
  }),
});
