import { GatewayError } from '@tollgate/contract/error-codes';
import { getAsyncOperationRoute } from '@tollgate/contract/routes/inference/async';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { pollOperation } from '@tollgate/inference/claims/poll';
import type { Limiter } from '@tollgate/inference/limits/shared-or-local';
import { keyRoute } from '../../key-route.ts';

/**
 * `GET /v1/async/:op_id`: the handle while the operation is active, then its stored answer byte for
 * byte.
 */
export const handleGetAsyncOperation = (deps: { db: Knex; limiter: Limiter }): MountedRoute =>
  keyRoute(getAsyncOperationRoute, async ({ params }, { caller, requestId, request, response }) => {
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
  });
