import { PlatformAdministratorOut } from '../../platform/auth.ts';
import { PlatformSetupRequest, PlatformSetupStatus } from '../../platform/setup.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/setup/status`. */
export const getPlatformSetupStatus = defineRoute({
  method: 'get',
  path: '/api/platform/setup/status',
  auth: 'none',
  summary: 'Whether the first administrator is still to be made, and whether that is possible here',
  status: 200,
  response: PlatformSetupStatus,
});

/** `POST /api/platform/setup`. */
export const createPlatformSetup = defineRoute({
  method: 'post',
  path: '/api/platform/setup',
  auth: 'none',
  summary: 'Make the first administrator, an owner, with the set-up token; works once',
  body: PlatformSetupRequest,
  status: 201,
  errors: ['permission_denied', 'setup_already_done', 'rate_limit_exceeded'],
  response: PlatformAdministratorOut,
});
