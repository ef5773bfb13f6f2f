/**
 * The MCP connector of Anthropic, by its documentation and the types of its SDK: the provider lists
 * the tools of the servers and calls them while it answers `/v1/messages`.
 * @see https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
 */

/** The most servers of one request; Anthropic publishes no bound. */
export const MCP_SERVERS_MAX = 20;
/** The most tools of one server that a request configures, allows or pins. */
export const MCP_TOOLS_MAX = 512;
/** Turns after which Anthropic pauses a call of tools that it runs (`pause_turn`). */
export const MCP_TURNS = 10;
/**
 * The calls of servers that are charged for one answer, at most. A request has no bound for them;
 * further calls cost their tokens only.
 */
export const MCP_CALLS_MAX = 100;

/** The type of the tool that stands for the tools of a server. */
export const MCP_TOOLSET = 'mcp_toolset';

/** Where the servers of a request are: in toolsets of `tools`, or in `mcp_servers` alone. */
type McpShape = 'toolsets' | 'servers';

/** The feature in trial that a request has to name in `anthropic-beta`, by its shape. */
const BETAS: readonly [beta: string, shape: McpShape][] = [
  ['mcp-client-2026-09-15', 'toolsets'],
  ['mcp-client-2025-11-20', 'toolsets'],
  ['mcp-client-2025-04-04', 'servers'],
];
/** The names of the feature, the latest first. */
export const MCP_BETAS: readonly string[] = BETAS.map(([beta]) => beta);

/**
 * The shape that the named features ask for, that of the latest of them; null where none is named.
 */
export function mcpShapeOf(betas: readonly string[]): McpShape | null {
  return BETAS.find(([beta]) => betas.includes(beta))?.[1] ?? null;
}

type Fields = Readonly<Record<string, unknown>>;

/** The servers of a body of `/v1/messages`; none where it has no list of objects. */
export function mcpServersIn({ mcp_servers: servers }: Fields): readonly Fields[] {
  return Array.isArray(servers) ? (servers as unknown[]).filter(isFields) : [];
}

/**
 * Whether a block is what servers have left in an earlier answer: a call, its result, or a list of
 * tools. It costs the tokens of a prompt.
 */
export function isMcpTrace(block: Fields): boolean {
  switch (block['type']) {
    case 'mcp_tool_use':
      return isText(block['id']) && isText(block['name']) && isText(block['server_name']);
    case 'mcp_tool_result':
      return isText(block['tool_use_id']) && isResult(block['content']);
    case 'mcp_tool_listing':
      return isText(block['mcp_server_name']) && Array.isArray(block['tools']);
    default:
      return false;
  }
}

function isResult(content: unknown): boolean {
  if (content === undefined || typeof content === 'string') return true;
  if (!Array.isArray(content)) return false;
  return content.every((part) => isFields(part) && part['type'] === 'text' && isText(part['text']));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
