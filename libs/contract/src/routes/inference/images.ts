import { imageEditForm } from '../../image-edit-form.ts';
import { ImageEditsRequest, ImagesAnswer, ImagesRequest } from '../../images.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';

/** `POST /v1/images/generations`. */
export const generateImagesRoute = defineRoute({
  method: 'post',
  path: '/v1/images/generations',
  auth: 'key',
  summary: 'Images after a prompt, as base64 in one answer',
  body: ImagesRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: ImagesAnswer,
  errors: paidErrors,
});

/** `POST /v1/images/edits`. */
export const editImagesRoute = defineRoute({
  method: 'post',
  path: '/v1/images/edits',
  auth: 'key',
  summary: 'Images made of images after a prompt, as base64 in one answer',
  body: ImageEditsRequest,
  form: imageEditForm,
  requestHeaders: paidHeaders,
  status: 200,
  response: ImagesAnswer,
  errors: paidErrors,
});
