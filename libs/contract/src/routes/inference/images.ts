import { imageEditForm } from '../../image-edit-form.ts';
import { ImageEditsRequest, ImagesAnswer, ImagesEvent, ImagesRequest } from '../../images.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';
import type { FurtherAnswer } from '../../route.ts';

const stream: FurtherAnswer = {
  description:
    'With `stream: true`: one event a frame, the last of which is `image_generation.completed` or `image_edit.completed`.',
  schema: ImagesEvent,
  mediaType: 'text/event-stream',
};

/** `POST /v1/images/generations`. */
export const generateImagesRoute = defineRoute({
  method: 'post',
  path: '/v1/images/generations',
  auth: 'key',
  summary: 'Images after a prompt, as base64, whole or as a stream',
  body: ImagesRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: ImagesAnswer,
  furtherAnswers: { '200 text/event-stream': stream },
  errors: paidErrors,
});

/** `POST /v1/images/edits`. */
export const editImagesRoute = defineRoute({
  method: 'post',
  path: '/v1/images/edits',
  auth: 'key',
  summary: 'Images made of images after a prompt, as base64, whole or as a stream',
  body: ImageEditsRequest,
  form: imageEditForm,
  requestHeaders: paidHeaders,
  status: 200,
  response: ImagesAnswer,
  furtherAnswers: { '200 text/event-stream': stream },
  errors: paidErrors,
});
