import { GatewayError } from '@tollgate/contract/error-codes';
import {
  APPROVAL_MEMBERS,
  CODE_INTERPRETER_MEMBERS,
  IMAGE_GENERATION_MEMBERS,
  FileSearchTool,
  McpTool,
} from '@tollgate/contract/openai-tools';
import { WebSearchTool } from '@tollgate/contract/search-tool';
import { assertMask } from './shown-images.ts';

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
  if (type === 'file_search') {
    return assertMembers(tool, path, Object.keys(FileSearchTool.properties));
  }
  if (type === 'image_generation') return assertImages(tool, path);
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

/**
 * One search of files names all vector stores of a request.
 * @throws GatewayError for a second one
 */
export function assertOneFileSearch(tools: unknown): void {
  if (!Array.isArray(tools)) return;
  const isSearch = (tool: unknown): boolean => isFields(tool) && tool['type'] === 'file_search';
  const at = tools.findLastIndex(isSearch);
  if (at === tools.findIndex(isSearch)) return;
  throw unsupported(`tools[${at}].type`, 'can be file_search once: name all vector stores there');
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

/** Members that are known, and why they are not taken. */
const NO_IMAGE_MEMBERS: Readonly<Record<string, string>> = {
  input_fidelity: 'is not taken by gpt-image-2, which always follows the images closely',
  svg: 'is not taken: what an SVG costs has no bound. Send output_format png, jpeg or webp',
};

function assertImages(tool: Fields, path: string): void {
  for (const [name, words] of Object.entries(NO_IMAGE_MEMBERS)) {
    if ((tool[name] ?? null) !== null) throw unsupported(`${path}.${name}`, words);
  }
  assertMembers(tool, path, IMAGE_GENERATION_MEMBERS.tool);
  const { input_image_mask: mask } = tool;
  if (!isFields(mask)) return;
  const param = `${path}.input_image_mask`;
  if ((mask['file_id'] ?? null) !== null) {
    const words =
      'must be absent: files lie at the provider, in the one account that all callers share. Send the mask as a data URL in image_url';
    throw unsupported(`${param}.file_id`, words);
  }
  assertMembers(mask, param, IMAGE_GENERATION_MEMBERS.mask);
  const { image_url: url } = mask;
  if (typeof url === 'string') assertMask(`${param}.image_url`, url);
}

/**
 * Previews belong to streams.
 * @param tools of a request whose answer comes whole
 * @throws GatewayError that names the member
 */
export function assertPreviewsStream(tools: unknown): void {
  if (!Array.isArray(tools)) return;
  for (const [at, tool] of (tools as unknown[]).entries()) {
    if (!isFields(tool) || tool['type'] !== 'image_generation') continue;
    const { partial_images: previews } = tool;
    if (typeof previews !== 'number' || previews === 0) continue;
    const words = 'is for streams. Send "stream": true, or leave partial_images out';
    throw unsupported(`tools[${at}].partial_images`, words);
  }
}

function assertServer(tool: Fields, path: string): void {
  assertMembers(tool, path, Object.keys(McpTool.properties));
  const { require_approval: approval } = tool;
  if (isFields(approval)) {
    const param = `${path}.require_approval`;
    assertMembers(approval, param, APPROVAL_MEMBERS.kinds);
    for (const [kind, filter] of Object.entries(approval)) {
      if (isFields(filter)) assertMembers(filter, `${param}.${kind}`, APPROVAL_MEMBERS.filter);
    }
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
