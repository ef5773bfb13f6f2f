import { ModerationsAnswer, ModerationsRequest } from '../../moderations.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';

/** `POST /v1/moderations`. */
export const moderationsRoute = defineRoute({
  method: 'post',
  path: '/v1/moderations',
  auth: 'key',
  summary: 'Judge texts and pictures by categories of harm',
  body: ModerationsRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: ModerationsAnswer,
  errors: paidErrors,
});
