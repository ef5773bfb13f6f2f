import type { getAsyncOperationRoute } from '@tollgate/contract/async';
import { GatewayError } from '@tollgate/contract/errors';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { pollOperation } from '@tollgate/inference/async/poll';
import type { Limiter } from '@tollgate/inference/limits/limiter';

/** `GET /v1/async/:op_id`: the handle while the operation is active, then its stored answer byte for byte. */
export const handleGetAsyncOperation =
  (deps: { db: Knex; limiter: Limiter }): Handler<typeof getAsyncOperationRoute, Caller> =>
  async ({ params }, { caller, requestId, request, response }) => {
    if (request.method !== 'GET') {
      response.setHeader('allow', 'GET');
      throw new GatewayError('method_not_allowed', 'This address takes GET only.');
    }
    const publicId = params.op_id;
    const answer = await sayWhenAway(pollOperation)(deps, { publicId, caller, requestId });
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...answer.headers,
      'content-length': String(answer.body.length),
    });
    response.end(answer.body);
  };
