import { ImagesAnswer, ImagesRequest } from '../../images.ts';
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
