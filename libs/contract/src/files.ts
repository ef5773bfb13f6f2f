import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/** The largest file that is taken, in bytes. */
export const FILE_BYTES_MAX = 104_857_600;
/** The most files of one account, uploaded ones and those of results. */
export const FILES_PER_OWNER_MAX = 500;
/** No further file is taken once those of an account have so many bytes. */
export const FILE_BYTES_PER_OWNER_MAX = 5_368_709_120;
/** Uploads of one account that one process takes at once. */
export const UPLOADS_PER_OWNER_MAX = 4;
/** The longest name of a file, in characters. */
export const FILE_NAME_CHARACTERS_MAX = 255;
/** The shortest and the longest life that an owner may give a file, in seconds. */
export const FILE_LIFE_SECONDS_MIN = 3_600;
export const FILE_LIFE_SECONDS_MAX = 2_592_000;

/** The longest page of the list of files. */
const PAGE_FILES_MAX = 10_000;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Seconds = Type.Integer({ description: 'Unix seconds' });

/** After how long a file goes by itself, in the shape of OpenAI's API. */
export const ExpiresAfter = Type.Object(
  {
    anchor: Type.Literal('created_at'),
    seconds: Type.Integer({ minimum: FILE_LIFE_SECONDS_MIN, maximum: FILE_LIFE_SECONDS_MAX }),
  },
  closed,
);

/** A file, in the shape of OpenAI's API (`FileObject` of its SDK). */
export const FileObject = Type.Object(
  {
    id: Type.String({ description: '`file_…`' }),
    object: Type.Literal('file'),
    bytes: Type.Integer({ minimum: 0 }),
    created_at: Seconds,
    expires_at: Nullable(Seconds),
    filename: Type.String(),
    purpose: Type.Union([Type.Literal('batch'), Type.Literal('batch_output')], {
      description: '`batch`: lines of a batch. `batch_output`: what became of them',
    }),
    status: Type.Literal('processed'),
  },
  closed,
);
export type FileObject = Static<typeof FileObject>;

/** The fields of the form that uploads a file. */
export const FileUpload = Type.Object(
  {
    file: Type.String({
      contentMediaType: 'application/jsonl',
      description: 'The lines: a JSON object each',
    }),
    purpose: Type.Literal('batch'),
    'expires_after[anchor]': Type.Optional(Type.Literal('created_at')),
    'expires_after[seconds]': Type.Optional(ExpiresAfter.properties.seconds),
  },
  closed,
);

/** Which files to list. */
export const FileListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_FILES_MAX, default: PAGE_FILES_MAX }),
    after: Type.Optional(Type.String({ description: 'Shows what comes after this id' })),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
    purpose: Type.Optional(Type.Union([Type.Literal('batch'), Type.Literal('batch_output')])),
  },
  closed,
);

/** One page of files. */
export const FileList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(FileObject),
    first_id: Nullable(Type.String()),
    last_id: Nullable(Type.String()),
    has_more: Type.Boolean(),
  },
  closed,
);

/** A file that was deleted. */
export const FileDeleted = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('file'),
    deleted: Type.Literal(true),
  },
  closed,
);
