import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleGetVideoContent } from './content.ts';
import { handleDeleteVideo } from './delete.ts';
import { handleGetVideo } from './get.ts';
import { handleListVideos } from './list.ts';
import { handleQuoteVideo } from './quote.ts';

/** The routes of `routes/videos`, in the order in which they are matched. */
export const videoRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleQuoteVideo(deps),
  handleListVideos(deps),
  handleGetVideo(deps),
  handleDeleteVideo(deps),
  handleGetVideoContent(deps),
];
