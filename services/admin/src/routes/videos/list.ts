import { listPlatformVideos } from '@tollgate/contract/routes/admin/videos';
import type { MountedRoute } from '@tollgate/http/route';
import { listOpenVideos } from '@tollgate/requests/videos/video-open.queries';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInVideo, openVideoOut } from '../../open-video-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformVideos = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformVideos, async ({ query }) => {
    const { state = null, limit } = query;
    const videos = await listOpenVideos(reports, { state, limit });
    const names = await namesOf(reports, videos.flatMap(namedInVideo));
    return videos.map((video) => openVideoOut(video, names));
  });
