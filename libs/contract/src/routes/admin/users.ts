import { Type } from 'typebox';
import { LimitsIn } from '../../limits-document.ts';
import { PasswordLinkCreate, PasswordLinkOut } from '../../password-link.ts';
import {
  PlatformOrganizationStatus,
  PlatformOrganizationUpdate,
  PlatformUserCreate,
  PlatformUserOut,
  PlatformUserQuery,
} from '../../platform/users.ts';
import { defineRoute } from '../../route.ts';
import { UserIdParams } from './params.ts';

/** `GET /api/platform/users`. */
export const listPlatformUsers = defineRoute({
  method: 'get',
  path: '/api/platform/users',
  auth: 'platform',
  needs: 'read',
  summary: 'Users with their balance and what they spend, newest first',
  query: PlatformUserQuery,
  status: 200,
  response: Type.Array(PlatformUserOut),
});

/** `POST /api/platform/users`. */
export const createPlatformUser = defineRoute({
  method: 'post',
  path: '/api/platform/users',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Create a user',
  body: PlatformUserCreate,
  status: 201,
  errors: ['conflict'],
  response: PlatformUserOut,
});

/** `POST /api/platform/users/:user_id/password-link`. */
export const createPasswordLink = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/password-link',
  auth: 'platform',
  needs: 'users',
  summary: 'Make a link with which a user chooses a password, once; ends an earlier one',
  params: UserIdParams,
  body: PasswordLinkCreate,
  status: 201,
  errors: ['conflict'],
  response: PasswordLinkOut,
});

/** `PATCH /api/platform/users/:user_id`. */
export const updatePlatformUser = defineRoute({
  method: 'patch',
  path: '/api/platform/users/:user_id',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Change a user',
  params: UserIdParams,
  body: PlatformOrganizationUpdate,
  status: 200,
  errors: ['conflict'],
  response: PlatformUserOut,
});

/** `PATCH /api/platform/users/:user_id/status`. */
export const setPlatformUserStatus = defineRoute({
  method: 'patch',
  path: '/api/platform/users/:user_id/status',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Suspend or resume a user, or close an account permanently',
  params: UserIdParams,
  body: PlatformOrganizationStatus,
  status: 200,
  errors: ['conflict'],
  response: PlatformUserOut,
});

/** `PUT /api/platform/users/:user_id/limits`. */
export const setPlatformUserLimits = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/limits',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Set what all keys of a user may use together; what is left out is unlimited',
  params: UserIdParams,
  body: LimitsIn,
  status: 200,
  response: PlatformUserOut,
});
