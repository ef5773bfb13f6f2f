import { isJson } from '../openai/chat-request.ts';
import type { Answer } from '../answer.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** The features in trial that name the connector; from the second on toolsets stand for servers. */
const FIRST = 'mcp-client-2025-04-04';
const LISTING = 'mcp-client-2026-09-15';
const BETA = /(?:^|,)\s*mcp-client-20(?:25-04-04|25-11-20|26-09-15)\s*(?:,|$)/u;
const TOOL = {
  name: 'roll',
  description: 'Rolls',
  input_schema: { type: 'object', properties: { sides: { type: 'integer' } } },
};

/** The MCP servers that a request names. */
export interface McpServers {
  names: readonly string[];
  /** The names of those whose list of tools the answer shows. */
  listed: readonly string[];
}

/** Whether the header names the connector. */
export function knowsMcp(betas: string): boolean {
  return BETA.test(betas);
}

/** Whether a tool stands for the tools of a server. */
export function isToolset({ type }: Json): boolean {
  return type === 'mcp_toolset';
}

/** Reads the servers of a request and refuses what the provider refuses in them. */
export function readMcpServers(body: Json, betas: string): McpServers {
  const servers = listOf(body['mcp_servers']);
  const sets = listOf(body['tools']).filter(isToolset);
  for (const [at, { type, url, name }] of servers.entries()) {
    const path = `mcp_servers.${at}`;
    if (type !== 'url') refuse(`${path}.type: Input should be 'url'`);
    if (typeof name !== 'string') refuse(`${path}.name: Field required`);
    if (typeof url !== 'string' || !url.startsWith('https://')) {
      refuse(`${path}.url: Input should be a valid URL starting with https://`);
    }
  }
  const names = servers.map(({ name }) => String(name));
  if (new Set(names).size < names.length) refuse('mcp_servers: server names must be unique');
  const isFirst = betas.includes(FIRST) && !/mcp-client-(?:2025-11-20|2026-09-15)/u.test(betas);
  if (isFirst) {
    if (sets.length > 0)
      refuse(`tools: Input tag 'mcp_toolset' does not match any of the expected tags`);
    return { names, listed: [] };
  }
  const used = sets.map(({ mcp_server_name: name }) => String(name));
  const strange = used.find((name) => !names.includes(name));
  if (strange !== undefined) refuse(`MCP server '${strange}' not found in mcp_servers`);
  if (new Set(used).size < used.length) refuse('Each MCP server can be in one `mcp_toolset` only.');
  const alone = names.find((name) => !used.includes(name));
  if (alone !== undefined) {
    refuse(
      `MCP server '${alone}' is defined but not referenced by any \`mcp_toolset\` in \`tools\`.`,
    );
  }
  const asks = betas.includes(LISTING) ? sets.filter(({ tools }) => !Array.isArray(tools)) : [];
  return { names, listed: asks.map(({ mcp_server_name: name }) => String(name)) };
}

/** Lists of tools, and each call of the first server with what came of it: the first call fails. */
export function mcpBlocks(answer: Answer, mcpServers: McpServers | undefined): Json[] {
  const { names, listed } = mcpServers ?? { names: [], listed: [] };
  const [server] = names;
  if (server === undefined) return [];
  return [
    ...listed.map((name) => ({ type: 'mcp_tool_listing', mcp_server_name: name, tools: [TOOL] })),
    ...Array.from({ length: answer.mcp?.ran ?? 0 }, (_, at) => callBlocks(server, at)).flat(),
  ];
}

function callBlocks(server: string, at: number): Json[] {
  const id = `mcptoolu_${at}`;
  const isFailed = at === 0;
  const text = isFailed ? 'The die is lost' : '4';
  return [
    { type: 'mcp_tool_use', id, name: TOOL.name, server_name: server, input: { sides: 6 } },
    {
      type: 'mcp_tool_result',
      tool_use_id: id,
      is_error: isFailed,
      content: [{ type: 'text', text }],
    },
  ];
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
