import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { callDocs } from '@tollgate/contract/routes/docs/mcp';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { createMcpServer } from '../../mcp-server.ts';

/** Answers the message as JSON; server and transport live as long as the request. */
export const handleCallDocs = (deps: DocsDeps): MountedRoute =>
  docsRoute(callDocs, async ({ body }, { address, caller, request, response }) => {
    await deps.callLimit.count(address);
    const server = createMcpServer({
      openApi: deps.openApi,
      library: deps.editions[caller.plane].library,
      plane: caller.plane,
    });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    // Its accessors are declared as possibly undefined, the interface's are not.
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, body);
  });
