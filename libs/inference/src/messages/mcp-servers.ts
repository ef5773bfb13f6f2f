import { GatewayError } from '@tollgate/contract/error-codes';
import { MCP_BETAS, mcpServersIn, mcpShapeOf } from '@tollgate/contract/mcp-connector';
import { serverAddressFault } from '@tollgate/providers/engine/server-address';
import { runsOn } from '@tollgate/contract/server-tools';
import { toolsetsIn } from '@tollgate/structure/mcp-servers';
import type { Resolved, ResolveDeps } from '../catalogue/resolve.ts';
import { CALL_SERVERS_YOURSELF } from './chat-request.ts';
import type { MessagesHeaders } from './headers.ts';

/** A call as it came. */
interface Call {
  body: Readonly<Record<string, unknown>>;
  headers: MessagesHeaders;
}

/**
 * Checks what a request says of MCP servers beside its structure: that each has an address that may
 * be called, and that the request is in the shape of the feature in trial that the header names. In
 * the first shape servers stand alone; in later ones each has its toolset.
 * @throws GatewayError that names the field
 */
export function assertMcpConnector({ body, headers }: Call): void {
  const servers = mcpServersIn(body);
  if (servers.length === 0) return;
  assertPublic(servers);
  const shape = mcpShapeOf(headers['anthropic-beta']?.split(',') ?? []);
  if (shape === null) {
    throw refused(
      'mcp_servers',
      `needs the header anthropic-beta with one of ${MCP_BETAS.join(', ')}; a line of a batch has no headers`,
    );
  }
  const sets = toolsetsIn(body);
  const [first] = sets;
  if (shape === 'servers') {
    if (first === undefined) return;
    throw refused(
      `tools[${first.at}].type`,
      `cannot be mcp_toolset where anthropic-beta names ${MCP_BETAS.at(-1)} alone: name ${MCP_BETAS[1]}`,
    );
  }
  const alone = servers.findIndex(({ name }) => !sets.some(({ server }) => server === name));
  if (alone < 0) return;
  throw refused(
    `mcp_servers[${alone}].name`,
    'needs a tool of the type mcp_toolset that has it as mcp_server_name',
  );
}

/**
 * The targets whose provider calls MCP servers at a price, where a prompt is counted: it asks the
 * servers for their tools then, too.
 * @throws GatewayError when no target is left
 */
export function withServersCalled(
  { catalog }: Pick<ResolveDeps, 'catalog'>,
  resolved: Resolved,
  body: Call['body'],
): Resolved {
  if (mcpServersIn(body).length === 0) return resolved;
  const targets = resolved.targets.filter(({ publicId }) => {
    const model = catalog.models.get(publicId);
    return model !== undefined && runsOn('messages', 'mcp', model.contract);
  });
  if (targets.length > 0) return { ...resolved, targets };
  const message = `mcp_servers needs a model whose provider calls servers. ${CALL_SERVERS_YOURSELF}`;
  throw new GatewayError('unsupported_parameter', message, { param: 'mcp_servers' });
}

function assertPublic(servers: ReturnType<typeof mcpServersIn>): void {
  for (const [at, { url }] of servers.entries()) {
    const fault = serverAddressFault(String(url));
    if (fault === null) continue;
    const param = `mcp_servers[${at}].url`;
    throw new GatewayError('invalid_request', `${param}: ${fault}`, { param });
  }
}

function refused(param: string, words: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}
