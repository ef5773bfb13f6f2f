import { Type } from 'typebox';
import {
  AdministratorCreate,
  AdministratorOut,
  AdministratorUpdate,
} from '../../platform/administrators.ts';
import { defineRoute } from '../../route.ts';
import { AdministratorIdParams } from './params.ts';

/** `GET /api/platform/administrators`. */
export const listPlatformAdministrators = defineRoute({
  method: 'get',
  path: '/api/platform/administrators',
  auth: 'platform',
  needs: 'read',
  summary: 'Who may administer, oldest first',
  status: 200,
  response: Type.Array(AdministratorOut),
});

/** `POST /api/platform/administrators`. */
export const createPlatformAdministrator = defineRoute({
  method: 'post',
  path: '/api/platform/administrators',
  auth: 'platform',
  needs: 'administrators',
  summary: 'Add an administrator, with a role',
  body: AdministratorCreate,
  status: 201,
  errors: ['conflict'],
  response: AdministratorOut,
});

/** `PATCH /api/platform/administrators/:administrator_id`. */
export const updatePlatformAdministrator = defineRoute({
  method: 'patch',
  path: '/api/platform/administrators/:administrator_id',
  auth: 'platform',
  needs: 'administrators',
  summary:
    'Keep an administrator out, let one in again, or give another role; the last active local owner stays',
  params: AdministratorIdParams,
  body: AdministratorUpdate,
  status: 200,
  errors: ['conflict'],
  response: AdministratorOut,
});

/** `DELETE /api/platform/administrators/:administrator_id`. */
export const deletePlatformAdministrator = defineRoute({
  method: 'delete',
  path: '/api/platform/administrators/:administrator_id',
  auth: 'platform',
  needs: 'administrators',
  summary: 'Delete an administrator permanently; the last active local owner stays',
  params: AdministratorIdParams,
  status: 204,
  errors: ['conflict'],
});
