import { Type } from 'typebox';
import { closed } from '../../closed.ts';
import {
  FILE_BYTES_MAX,
  FileDeleted,
  FileList,
  FileListQuery,
  FileObject,
  FileUpload,
} from '../../files.ts';
import { defineRoute } from '../../route.ts';

const FileId = Type.Object({ file_id: Type.String() }, closed);
/** What a form has beside the bytes of its file. */
const FORM_BYTES = 65_536;

/** `POST /v1/files`. */
export const createFileRoute = defineRoute({
  method: 'post',
  path: '/v1/files',
  auth: 'key',
  summary: 'Upload the lines of a batch',
  upload: FileUpload,
  bodyBytesMax: FILE_BYTES_MAX + FORM_BYTES,
  status: 200,
  response: FileObject,
  errors: ['invalid_request', 'unsupported_media_type', 'payload_too_large', 'rate_limit_exceeded'],
});

/** `GET /v1/files`. */
export const listFilesRoute = defineRoute({
  method: 'get',
  path: '/v1/files',
  auth: 'key',
  summary: 'The files of this account, newest first',
  query: FileListQuery,
  status: 200,
  response: FileList,
  errors: ['invalid_request'],
});

/** `GET /v1/files/:file_id`. */
export const getFileRoute = defineRoute({
  method: 'get',
  path: '/v1/files/:file_id',
  auth: 'key',
  summary: 'A file',
  params: FileId,
  status: 200,
  response: FileObject,
  errors: ['not_found'],
});

/** `DELETE /v1/files/:file_id`. */
export const deleteFileRoute = defineRoute({
  method: 'delete',
  path: '/v1/files/:file_id',
  auth: 'key',
  summary: 'Delete a file that no batch reads',
  params: FileId,
  status: 200,
  response: FileDeleted,
  errors: ['not_found', 'conflict'],
});

/** `GET /v1/files/:file_id/content`. */
export const getFileContentRoute = defineRoute({
  method: 'get',
  path: '/v1/files/:file_id/content',
  auth: 'key',
  summary: 'The bytes of a file',
  params: FileId,
  status: 200,
  furtherAnswers: {
    '200 application/jsonl': {
      description: 'The file: a JSON object on each line.',
      schema: Type.String({ examples: ['{"custom_id":"1"}\n'] }),
      mediaType: 'application/jsonl',
    },
  },
  errors: ['not_found', 'service_unavailable'],
});
