import { EmbeddingsAnswer, EmbeddingsRequest } from '../../embeddings.ts';
import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { defineRoute } from '../../route.ts';

/** `POST /v1/embeddings`. */
export const embeddingsRoute = defineRoute({
  method: 'post',
  path: '/v1/embeddings',
  auth: 'key',
  summary: 'One vector for each input, in their order',
  body: EmbeddingsRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: EmbeddingsAnswer,
  errors: paidErrors,
});
