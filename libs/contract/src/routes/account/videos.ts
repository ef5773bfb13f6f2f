import { defineRoute } from '../../route.ts';
import { VideoIdParams, VideoList, VideoOut, VideosQuery } from '../../user-videos.ts';

/** `GET /api/videos`. */
export const listUserVideos = defineRoute({
  method: 'get',
  path: '/api/videos',
  auth: 'user',
  summary: 'Videos of the account, newest first',
  query: VideosQuery,
  status: 200,
  response: VideoList,
});

/** `GET /api/videos/:video_id`. */
export const getUserVideo = defineRoute({
  method: 'get',
  path: '/api/videos/:video_id',
  auth: 'user',
  summary: 'One video of the account: how it stands, what it holds or cost, and its file',
  params: VideoIdParams,
  status: 200,
  response: VideoOut,
});
