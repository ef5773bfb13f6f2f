import { GatewayError } from '@tollgate/contract/error-codes';
import { CODE_INTERPRETER_MEMBERS, McpTool } from '@tollgate/contract/openai-tools';
import { WebSearchTool } from '@tollgate/contract/search-tool';

type Fields = Readonly<Record<string, unknown>>;

/** Why containers and files that exist already are refused, and what to send instead. */
const SHARED =
  'lie at the provider, in the one account that all callers share. Send {"type": "auto"}, and what the code is to read as text';

/**
 * What a tool that OpenAI runs is asked for beside its known members may cost more than was held,
 * or reach what belongs to others.
 * @param path of the tool
 * @throws GatewayError that names the member
 */
export function assertOpenaiTool(type: string, tool: Fields, path: string): void {
  if (type === 'code_interpreter') return assertCode(tool, path);
  if (type === 'mcp') return assertServer(tool, path);
  assertMembers(tool, path, Object.keys(WebSearchTool.properties));
}

/**
 * Tools that OpenAI runs are among the tools of the request itself.
 * @param path of the tool
 * @throws GatewayError for one that an item of the input brings
 */
export function assertInRequest(type: string, path: string): void {
  if (path.startsWith('tools')) return;
  throw unsupported(`${path}.type`, `cannot be ${type} in an item: send it among the tools`);
}

function assertCode(tool: Fields, path: string): void {
  assertMembers(tool, path, CODE_INTERPRETER_MEMBERS.tool);
  const { container } = tool;
  const param = `${path}.container`;
  if (typeof container === 'string')
    throw unsupported(param, `cannot be an id: containers ${SHARED}`);
  if (!isFields(container)) return;
  assertMembers(container, param, CODE_INTERPRETER_MEMBERS.container);
  const { file_ids: files, network_policy: policy } = container;
  if (Array.isArray(files) && files.length > 0) {
    throw unsupported(`${param}.file_ids`, `must be empty: files ${SHARED}`);
  }
  if (isFields(policy) && policy['type'] !== 'disabled') {
    throw unsupported(`${param}.network_policy`, 'can only be {"type": "disabled"}');
  }
}

function assertServer(tool: Fields, path: string): void {
  assertMembers(tool, path, Object.keys(McpTool.properties));
  if (tool['require_approval'] !== 'never') {
    const words =
      'must be "never": no call waits for an approval here. Without it let your client call the server, and send its tools as functions';
    throw unsupported(`${path}.require_approval`, words);
  }
  const { server_url: address, connector_id: connector } = tool;
  const isOne = ((address ?? null) === null) !== ((connector ?? null) === null);
  if (!isOne) {
    const message = `${path} needs one of server_url and connector_id.`;
    throw new GatewayError('invalid_request', message, { param: `${path}.server_url` });
  }
}

function assertMembers(fields: Fields, path: string, known: readonly string[]): void {
  const odd = Object.keys(fields).find((name) => !known.includes(name) && fields[name] !== null);
  if (odd !== undefined) throw unsupported(`${path}.${odd}`, 'is not known here');
}

function unsupported(param: string, words: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
