import { AuthOut, SetupRequest, SetupStatus } from '../../auth.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/setup/status`. */
export const getSetupStatus = defineRoute({
  method: 'get',
  path: '/api/setup/status',
  auth: 'none',
  summary: 'Whether the first account is still to be made',
  status: 200,
  response: SetupStatus,
});

/** `POST /api/setup`. */
export const createSetup = defineRoute({
  method: 'post',
  path: '/api/setup',
  auth: 'none',
  summary: 'Make the first account; works once',
  body: SetupRequest,
  status: 201,
  errors: ['permission_denied', 'setup_already_done', 'rate_limit_exceeded'],
  response: AuthOut,
});
