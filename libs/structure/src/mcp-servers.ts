import { GatewayError } from '@tollgate/contract/error-codes';
import { MCP_TOOLSET, mcpServersIn } from '@tollgate/contract/mcp-connector';
import type { UnknownField } from './unknown-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The body without a list of MCP servers that is empty, which asks for nothing. */
export function withoutNoServers(body: Fields): Fields {
  const { mcp_servers: servers, ...rest } = body;
  return Array.isArray(servers) && servers.length === 0 ? rest : body;
}

/** The servers of a request as a field that only Anthropic knows; none where it has none. */
export function serversApart({ mcp_servers: servers }: Fields): UnknownField[] {
  const isNone = servers === undefined || servers === null;
  return isNone ? [] : [{ param: 'mcp_servers', value: servers }];
}

/**
 * Checks the MCP servers of a request to `/v1/messages`, each of which has its members: that their
 * names differ, and that each toolset is of one of them, and of another one than other toolsets.
 * @throws GatewayError that names the field
 */
export function assertMcpServers(body: Fields): void {
  const names = mcpServersIn(body).map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) throw invalid(`mcp_servers[${twice}].name`, 'is the name of another server, too');
  const taken = new Set<unknown>();
  for (const { at, server } of toolsetsIn(body)) {
    const param = `tools[${at}].mcp_server_name`;
    if (!names.includes(server))
      throw invalid(param, 'must be the name of a server of mcp_servers');
    if (taken.has(server)) throw invalid(param, 'is the server of another toolset, too');
    taken.add(server);
  }
}

/** A toolset of a request: its index among the tools, and the name of its server. */
export interface Toolset {
  at: number;
  server: unknown;
}

/** The toolsets of a request, in their order. */
export function toolsetsIn({ tools }: Fields): Toolset[] {
  if (!Array.isArray(tools)) return [];
  return (tools as unknown[]).flatMap((tool, at) => {
    const { type, mcp_server_name: server } = (tool ?? {}) as Fields;
    return type === MCP_TOOLSET ? [{ at, server }] : [];
  });
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
