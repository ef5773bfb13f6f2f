import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { handleGetChapter } from './chapter.ts';
import { handleGetReference } from './get.ts';

/** The routes of `routes/reference`, in the order in which they are matched. */
export const referenceRoutes = (deps: DocsDeps): MountedRoute[] => [
  handleGetReference(deps),
  handleGetChapter(deps),
];
