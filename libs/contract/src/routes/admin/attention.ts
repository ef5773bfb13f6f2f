import { AttentionOut } from '../../platform/attention.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/attention`. */
export const listPlatformAttention = defineRoute({
  method: 'get',
  path: '/api/platform/attention',
  auth: 'platform',
  needs: 'read',
  summary: 'Everything that needs attention, the most urgent first',
  status: 200,
  response: AttentionOut,
});
