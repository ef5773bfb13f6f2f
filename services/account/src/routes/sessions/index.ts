import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleDeleteOtherSessions } from './delete-others.ts';
import { handleDeleteSession } from './delete.ts';
import { handleListSessions } from './list.ts';

/** The routes of `routes/sessions`, in the order in which they are matched. */
export const sessionRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleListSessions(deps),
  handleDeleteSession(deps),
  handleDeleteOtherSessions(deps),
];
