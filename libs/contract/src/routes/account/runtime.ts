import { RuntimeConfig } from '../../auth.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/runtime/config`. */
export const getRuntimeConfig = defineRoute({
  method: 'get',
  path: '/api/runtime/config',
  auth: 'none',
  summary: 'What a browser needs to know before anybody has logged in',
  status: 200,
  response: RuntimeConfig,
});
