import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsHandler } from '../../deps.ts';

/** `GET /docs/mcp`: clients ask for a stream of messages, which a server without sessions does not have. */
export const refuseStream = defineRoute({
  method: 'get',
  path: '/docs/mcp',
  auth: 'none',
  summary: 'There is no stream of messages',
  status: 200,
  errors: ['method_not_allowed'],
});

/** 405, which tells a client to go on without the stream. */
export const handleRefuseStream =
  (): DocsHandler<typeof refuseStream> =>
  (_input, { response }) => {
    response.setHeader('allow', 'POST');
    throw new GatewayError('method_not_allowed', 'This address takes POST only.');
  };
