import { Type } from 'typebox';
import { closed } from '../../closed.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import { videoForm } from '../../video-form.ts';
import { Nullable, Video, VideoQuote, VideoQuoteRequest, VideoRequest, file } from '../../video.ts';

const VideoId = Type.Object({ video_id: Type.String() }, closed);

/** The longest page of the list. */
const PAGE_VIDEOS_MAX = 100;

const PAGE_VIDEOS_DEFAULT = 20;

const VideoListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: PAGE_VIDEOS_MAX, default: PAGE_VIDEOS_DEFAULT }),
  after: Type.Optional(Type.String({ description: 'Shows what comes after this id' })),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
});

/** Asking changes nothing and costs nothing. */
export const quoteVideoRoute = defineRoute({
  method: 'post',
  path: '/v1/videos/quote',
  auth: 'key',
  summary: 'What a video would cost, with every default spelled out; makes none',
  body: VideoQuoteRequest,
  form: videoForm,
  keepsNothing: true,
  status: 200,
  response: VideoQuote,
  errors: ['invalid_request', 'unsupported_parameter', 'model_unavailable'],
});

/** `GET /v1/videos`. */
export const listVideosRoute = defineRoute({
  method: 'get',
  path: '/v1/videos',
  auth: 'key',
  summary: 'The videos of this account, newest first',
  query: VideoListQuery,
  status: 200,
  response: Type.Object(
    {
      object: Type.Literal('list'),
      data: Type.Array(Video),
      first_id: Nullable(Type.String()),
      last_id: Nullable(Type.String()),
      has_more: Type.Boolean(),
    },
    closed,
  ),
  errors: ['invalid_request'],
});

/** `GET /v1/videos/:video_id`. */
export const getVideoRoute = defineRoute({
  method: 'get',
  path: '/v1/videos/:video_id',
  auth: 'key',
  summary: 'How a video stands',
  params: VideoId,
  status: 200,
  response: Video,
  errors: ['not_found'],
});

/** `DELETE /v1/videos/:video_id`. */
export const deleteVideoRoute = defineRoute({
  method: 'delete',
  path: '/v1/videos/:video_id',
  auth: 'key',
  summary: 'Delete a video that has ended, with its file',
  params: VideoId,
  status: 200,
  response: Type.Object(
    {
      id: Type.String(),
      object: Type.Literal('video.deleted'),
      deleted: Type.Literal(true),
    },
    closed,
  ),
  errors: ['not_found', 'conflict'],
});

/** `GET /v1/videos/:video_id/content`. */
export const getVideoContentRoute = defineRoute({
  ...file,
  method: 'get',
  path: '/v1/videos/:video_id/content',
  auth: 'key',
  summary: 'The file of a video, whole or a part of it',
  params: VideoId,
  query: Type.Object({ variant: Type.Optional(Type.Literal('video')) }),
  errors: ['not_found', 'result_expired', 'conflict', 'range_not_satisfiable'],
});

/** `POST /v1/videos`: a request is checked as every paid call is, and the answer comes later. */
export const createVideoRoute = defineRoute({
  method: 'post',
  path: '/v1/videos',
  auth: 'key',
  summary: 'Have a video made; the answer is a handle',
  body: VideoRequest,
  form: videoForm,
  requestHeaders: paidHeaders,
  status: 202,
  response: Video,
  errors: paidErrors,
});
