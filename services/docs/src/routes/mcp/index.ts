import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { handleCallDocs } from './call.ts';
import { handleRefuseStream } from './refuse.ts';

/** The routes of `routes/mcp`, in the order in which they are matched. */
export const mcpRoutes = (deps: DocsDeps): MountedRoute[] => [
  handleCallDocs(deps),
  handleRefuseStream(),
];
