import { isJson, refuse } from './chat-request.ts';

type Json = Record<string, unknown>;

/** A server of a request. */
export interface McpServer {
  label: string;
  /** Whether a call of its tool waits for an approval. */
  asks: boolean;
}

/** What the input has of calls of servers. */
export interface Approvals {
  /** How many calls have been made or denied in earlier answers. */
  made: number;
  /** The requests that have been answered since, and whether their calls may be made. */
  answered: readonly { id: string; approve: boolean }[];
}

/** The items of servers that an input may hold. */
export const APPROVAL_ITEMS = [
  'mcp_call',
  'mcp_approval_request',
  'mcp_approval_response',
] as const;
/** The name of the one tool of each server. */
export const TOOL_NAME = 'roll';

/** The MCP servers of a request, each of another label; without a word all their calls wait. */
export function readServers(tools: readonly Json[]): McpServer[] {
  const servers = tools.flatMap((tool, at) => {
    if (tool['type'] !== 'mcp') return [];
    const { server_label: label, server_url: address, connector_id: connector } = tool;
    const param = `tools[${at}]`;
    if (typeof label !== 'string') refuse('Missing required parameter.', `${param}.server_label`);
    if ((address === undefined) === (connector === undefined)) {
      refuse("One of 'server_url' and 'connector_id' must be provided.", param);
    }
    if (connector !== undefined && typeof tool['authorization'] !== 'string') {
      refuse('Connectors need an authorization.', `${param}.authorization`);
    }
    return [{ label, asks: asksFor(tool['require_approval'], param) }];
  });
  if (new Set(servers.map(({ label }) => label)).size < servers.length) {
    refuse('Labels of servers must differ.', 'tools');
  }
  return servers;
}

function asksFor(approval: unknown, param: string): boolean {
  if (approval === 'never') return false;
  if (!isJson(approval)) {
    if (approval !== undefined && approval !== 'always') refuse('Invalid value.', param);
    return true;
  }
  const names = (filter: unknown): unknown[] =>
    isJson(filter) && Array.isArray(filter['tool_names']) ? filter['tool_names'] : [];
  return !names(approval['never']).includes(TOOL_NAME);
}

/** The approvals of an input: each answers one request before it, of a server of the tools. */
export function readApprovals(items: readonly Json[], servers: readonly McpServer[]): Approvals {
  const requests = new Map<string, unknown>();
  const answers = new Map<string, boolean>();
  const called = new Set<unknown>();
  let made = 0;
  for (const [at, item] of items.entries()) {
    const { type, id, server_label: label, approval_request_id: given } = item;
    const of = typeof given === 'string' ? given : '';
    const param = `input[${at}]`;
    if (type === 'mcp_approval_request') {
      if (![id, label, item['name'], item['arguments']].every((one) => typeof one === 'string')) {
        refuse(`Missing required parameter: '${param}'.`, param);
      }
      requests.set(String(id), label);
    }
    if (type === 'mcp_call') {
      made += 1;
      if (given !== undefined && !requests.has(of)) refuse('Approval request not found.', param);
      called.add(of);
    }
    if (type !== 'mcp_approval_response') continue;
    const server = requests.get(of);
    if (server === undefined) refuse(`Approval request '${of}' not found.`, param);
    if (typeof item['approve'] !== 'boolean') refuse('Missing parameter.', `${param}.approve`);
    if (answers.has(of)) refuse('An approval request is answered once.', param);
    if (!servers.some((one) => one.label === server)) refuse('The server is unknown.', param);
    answers.set(of, item['approve']);
  }
  const unanswered = [...requests.keys()].find((id) => !answers.has(id));
  if (unanswered !== undefined) refuse(`No approval was given for '${unanswered}'.`, 'input');
  const fresh = [...answers].filter(([id]) => !called.has(id));
  return { made, answered: fresh.map(([id, approve]) => ({ id, approve })) };
}
