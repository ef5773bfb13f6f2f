import { paidErrors, paidHeaders } from '../../paid-routes.ts';
import { RerankAnswer, RerankRequest } from '../../rerank.ts';
import { defineRoute } from '../../route.ts';

/** `POST /v1/rerank`. */
export const rerankRoute = defineRoute({
  method: 'post',
  path: '/v1/rerank',
  auth: 'key',
  summary: 'Order documents by how relevant they are to a query',
  body: RerankRequest,
  requestHeaders: paidHeaders,
  status: 200,
  response: RerankAnswer,
  errors: paidErrors,
});
