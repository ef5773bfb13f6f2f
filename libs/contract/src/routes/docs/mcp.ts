import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';

/** `POST /docs/mcp`: one message of the Model Context Protocol. */
export const callDocs = defineRoute({
  method: 'post',
  path: '/docs/mcp',
  auth: 'none',
  summary: 'The documentation server of agents: Streamable HTTP without sessions',
  body: Type.Object({ jsonrpc: Type.Literal('2.0') }),
  // A request that is checked here may say what it may say at the API.
  keepsNothing: true,
  status: 200,
  errors: ['rate_limit_exceeded', 'cross_site_request'],
});

/**
 * `GET /docs/mcp`: clients ask for a stream of messages, which a server without sessions does not
 * have.
 */
export const refuseStream = defineRoute({
  method: 'get',
  path: '/docs/mcp',
  auth: 'none',
  summary: 'There is no stream of messages',
  status: 200,
  errors: ['method_not_allowed'],
});
