import { Type } from 'typebox';
import { PlatformLossOut, PlatformLossQuery } from '../../platform/losses.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/losses`. */
export const listPlatformLosses = defineRoute({
  method: 'get',
  path: '/api/platform/losses',
  auth: 'platform',
  needs: 'read',
  summary:
    'What calls of users have cost beyond what they were charged, the largest first, and what overruns took beyond their holds',
  query: PlatformLossQuery,
  status: 200,
  response: Type.Array(PlatformLossOut),
});
