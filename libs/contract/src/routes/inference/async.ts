import { Type } from 'typebox';
import { AsyncOperation } from '../../async.ts';
import { ChatCompletion } from '../../chat.ts';
import { ResponseDocument } from '../../responses.ts';
import { defineRoute } from '../../route.ts';

/** `GET /v1/async/:op_id`. */
export const getAsyncOperationRoute = defineRoute({
  method: 'get',
  path: '/v1/async/:op_id',
  auth: 'key',
  summary: 'How an asynchronous operation stands: 202 while it is active, then its answer',
  params: Type.Object({ op_id: Type.String() }),
  status: 200,
  furtherAnswers: {
    200: {
      description: 'The answer of the operation, as the route itself would have given it.',
      schema: Type.Union([ChatCompletion, ResponseDocument]),
    },
    202: { description: 'Still active; ask again after `Retry-After`.', schema: AsyncOperation },
  },
});
