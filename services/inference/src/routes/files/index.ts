import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleGetFileContent } from './content.ts';
import { handleCreateFile } from './create.ts';
import { handleDeleteFile } from './delete.ts';
import { handleGetFile } from './get.ts';
import { handleListFiles } from './list.ts';

/** The routes of `routes/files`, in the order in which they are matched. */
export const fileRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleListFiles(deps),
  handleCreateFile(deps),
  handleGetFile(deps),
  handleDeleteFile(deps),
  handleGetFileContent(deps),
];
