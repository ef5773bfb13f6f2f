import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreateAdministratorToken } from './create.ts';
import { handleListAdministratorTokens } from './list.ts';
import { handleRevokeAdministratorToken } from './revoke.ts';

/** The routes of `routes/administrator-tokens`, in the order in which they are matched. */
export const administratorTokenRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListAdministratorTokens(deps),
  handleCreateAdministratorToken(deps),
  handleRevokeAdministratorToken(deps),
];
