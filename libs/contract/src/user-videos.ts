import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { OperationsQuery } from './operations.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });
const Credits = Type.String({ description: 'Credits as a decimal' });

/** Which of the caller's videos to list: as operations are. */
export const VideosQuery = Type.Object(
  {
    limit: OperationsQuery.properties.limit,
    cursor: OperationsQuery.properties.cursor,
    state: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('ended')], {
        description: 'Only videos that are being made, or only those that have ended',
      }),
    ),
  },
  closed,
);

const VideoFile = Type.Object(
  {
    bytes: Type.Integer(),
    /** As the file itself says; null for files that were not looked at. */
    seconds: Nullable(Type.Number()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    kept_until: Nullable(Timestamp),
  },
  closed,
);

/** A video of the account with its state. */
export const VideoOut = Type.Object(
  {
    id: Type.String({ description: '`vid_…`' }),
    state: Type.Union(
      [
        Type.Literal('queued'),
        Type.Literal('in_progress'),
        Type.Literal('completed'),
        Type.Literal('failed'),
      ],
      { description: 'completed: it was made and charged, whether its file is still kept or not' },
    ),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'As the provider reports it' }),
    mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    model: Type.String({ description: 'As requested' }),
    api_key_id: Type.String(),
    request_id: Type.String({ description: 'The X-Request-ID under which the video was accepted' }),
    public_id: Nullable(
      Type.String({ description: 'The request with its receipt, once the video has ended' }),
    ),
    seconds: Type.Integer({ description: 'As requested' }),
    resolution: Type.String(),
    aspect_ratio: Nullable(Type.String()),
    generate_audio: Type.Boolean(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    held: Nullable(Credits),
    charged: Nullable(Credits),
    /** Null while there is none to be fetched from `/v1/videos/{id}/content`. */
    file: Nullable(VideoFile),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  closed,
);
export type VideoOut = Static<typeof VideoOut>;

/** One page of videos, newest first. */
export const VideoList = Type.Object(
  {
    data: Type.Array(VideoOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);

/** The path parameter of one video. */
export const VideoIdParams = Type.Object({ video_id: Type.String() }, closed);
