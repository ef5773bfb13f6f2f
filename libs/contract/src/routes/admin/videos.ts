import { Type } from 'typebox';
import { PlatformVideoEnd, PlatformVideoOut, PlatformVideoQuery } from '../../platform/videos.ts';
import { defineRoute } from '../../route.ts';
import { VideoIdParams } from './params.ts';

/** `GET /api/platform/videos`. */
export const listPlatformVideos = defineRoute({
  method: 'get',
  path: '/api/platform/videos',
  auth: 'platform',
  needs: 'read',
  summary: 'Videos that have not ended, the oldest first',
  query: PlatformVideoQuery,
  status: 200,
  response: Type.Array(PlatformVideoOut),
});

/** `POST /api/platform/videos/:video_id/end`. */
export const endPlatformVideo = defineRoute({
  method: 'post',
  path: '/api/platform/videos/:video_id/end',
  auth: 'platform',
  needs: 'jobs',
  summary: 'End a video that does not end by itself; its owner gets the held credit back',
  params: VideoIdParams,
  body: PlatformVideoEnd,
  bodyOptional: true,
  status: 202,
  errors: ['conflict'],
  response: PlatformVideoOut,
});
