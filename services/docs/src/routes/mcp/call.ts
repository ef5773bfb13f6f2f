import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { createMcpServer } from '../../mcp-server.ts';

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

/** Answers the message as JSON; server and transport live as long as the request. */
export const handleCallDocs =
  (deps: DocsDeps): DocsHandler<typeof callDocs> =>
  async ({ body }, { address, caller, request, response }) => {
    await deps.callLimit.count(address);
    const server = createMcpServer({ ...deps, plane: caller.plane });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    // Its accessors are declared as possibly undefined, the interface's are not.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, body);
  };
