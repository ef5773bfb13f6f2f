import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { CountTokensRequest, MessagesRequest } from '@tollgate/contract/messages';
import { clientToolTokens, isHint, refusedExtension } from '@tollgate/contract/unknown-fields';
import { serverToolOf } from '@tollgate/contract/server-tools';
import { checkLater } from './check-later.ts';
import type { Check } from './check-later.ts';
import { schemaFault } from './format-schema.ts';
import { nameHere } from './other-names.ts';
import type { Endpoint } from './other-names.ts';
import { toRequestError } from './request-error.ts';
import { inMessagesSpelling } from './spellings.ts';
import { assertMcpServers, serversApart, withoutNoServers } from './mcp-servers.ts';
import { assertCalledByModel, assertServerTool } from './server-tools.ts';
import { assertToolsFit } from './tool-rules.ts';
import { setUnknownApart } from './unknown-fields.ts';
import type { UnknownField } from './unknown-fields.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, discriminator: true, verbose: true });
const validate = checkLater<MessagesRequest>(ajv, MessagesRequest);
const validateCount = checkLater<CountTokensRequest>(ajv, CountTokensRequest);

/**
 * A request to `/v1/messages` in the form that every model has, with what only a provider of this
 * shape may know.
 */
export interface ParsedMessages<Request extends CountTokensRequest> {
  asked: Request;
  /** As it came, but for other spellings of what this route knows. */
  body: Fields;
  unknown: readonly UnknownField[];
}

const EMPTY_BLOCK = { type: 'text', text: '' };
/** Members that go with another `type` of the same object: the schema says which. */
const OF_OTHER_TYPES: ReadonlySet<string> = new Set(['thinking.budget_tokens', 'thinking.display']);

/**
 * Edits of a conversation that only leave something out; others make the provider write, which its
 * counts do not show.
 */
const FREE_EDIT = /^clear_[a-z_]+_\d{8}$/u;

/**
 * Checks the structure of a request to `/v1/messages`. What may cost more than tokens is refused
 * here, by its name; other kinds of blocks, and members that are not known, are set apart.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for what this route does not
 *   do; both name the field
 */
export function parseMessagesRequest(body: unknown): ParsedMessages<MessagesRequest> {
  return parsed(body, validate, '/v1/messages');
}

/**
 * Checks the structure of a request to `/v1/messages/count_tokens`, with the errors of {@link
 * parseMessagesRequest}.
 */
export function parseCountTokensRequest(body: unknown): ParsedMessages<CountTokensRequest> {
  return parsed(body, validateCount, '/v1/messages/count_tokens');
}

function parsed<Request extends CountTokensRequest>(
  given: unknown,
  check: Check<Request>,
  endpoint: Endpoint,
): ParsedMessages<Request> {
  if (!isObject(given)) throw faultOf(given, check, endpoint);
  assertNoThread(given);
  const body = withoutNoServers(inMessagesSpelling(withFormatInPlace(given)));
  assertCalledByModel(body['tools']);
  const tools = clientToolsApart(body);
  const { plain, unknown } = setUnknownApart(check.schema, tools.body, {
    emptyBlock: EMPTY_BLOCK,
    stays: (path) =>
      OF_OTHER_TYPES.has(path) ||
      path.startsWith('mcp_servers') ||
      Object.hasOwn(MessagesRequest.properties, path) ||
      nameHere(endpoint, path) !== undefined,
  });
  const all = [...tools.apart, ...unknown, ...serversApart(body)];
  for (const field of all) assertPriced(field);
  if (!check(plain)) throw toRequestError(check.errors ?? [], endpoint);
  assertMcpServers(body);
  assertFreeEdits(plain);
  assertFormat(plain);
  assertTools(plain);
  return { asked: plain, body, unknown: all };
}

function faultOf(body: unknown, check: Check, endpoint: Endpoint): GatewayError {
  check(body);
  return toRequestError(check.errors ?? [], endpoint);
}

/**
 * Threads are kept by the provider in the one account that all our callers share. SDKs do without
 * them when a refusal says so in these words.
 */
function assertNoThread({ thread }: Fields): void {
  if (thread === undefined || thread === null) return;
  const words = 'is not supported: nothing is kept here between calls. Send the whole conversation';
  throw new GatewayError('unsupported_parameter', `thread ${words}.`, {
    param: 'thread',
    details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
  });
}

/** The format of an answer under the name that it had before `output_config`. */
function withFormatInPlace(body: Fields): Fields {
  const { output_format: format, ...rest } = body;
  if (!isObject(format)) return body;
  const output = isObject(rest['output_config']) ? rest['output_config'] : {};
  if (output['format'] !== undefined && output['format'] !== null) return body;
  return { ...rest, output_config: { ...output, format } };
}

/**
 * Anthropic's own tools that the caller runs, and those that the provider runs at a price, set
 * apart; a plain tool of the same name replaces each. Every other tool of a type of its own has no
 * price.
 */
function clientToolsApart(body: Fields): { body: Fields; apart: UnknownField[] } {
  const { tools } = body;
  if (!Array.isArray(tools)) return { body, apart: [] };
  const apart: UnknownField[] = [];
  const plain = (tools as unknown[]).map((tool, at) => {
    if (!isObject(tool) || isCustom(tool['type'])) return tool;
    const { type, name = toolsetName(at), cache_control: mark, ...own } = tool;
    if (serverToolOf(type) !== null) assertServerTool(tool, at);
    else if (clientToolTokens(type) === null) {
      throw unpriced(`tools[${at}].type`, 'can only be custom: other tools have no price here');
    }
    apart.push({ param: `tools[${at}].type`, value: { type, ...own } });
    const marked = mark === undefined ? {} : { cache_control: mark };
    return { name, input_schema: { type: 'object' }, ...marked };
  });
  return apart.length === 0 ? { body, apart } : { body: { ...body, tools: plain }, apart };
}

/** A toolset has no name: its server has. */
function toolsetName(at: number): string {
  return `mcp_toolset_${at}`;
}

/** @throws GatewayError for a field that may cost more than tokens */
function assertPriced({ param, value }: UnknownField): void {
  if (param === 'mcp_servers' || isHint(param, value)) return;
  if (serverToolOf(isObject(value) ? value['type'] : null)) return;
  const isWhole = param.endsWith('.type');
  const name = isWhole ? null : (/[^.\]]+$/u.exec(param)?.[0] ?? null);
  const words = refusedExtension(name, value);
  if (words !== null) throw unpriced(param, words);
}

function assertFreeEdits({ context_management: management }: CountTokensRequest): void {
  const edits = management?.edits ?? [];
  const at = edits.findIndex(({ type }) => !FREE_EDIT.test(type));
  if (at >= 0) {
    throw unpriced(
      `context_management.edits[${at}].type`,
      'can only be one that clears: other edits have no price here',
    );
  }
}

function isCustom(type: unknown): boolean {
  return type === undefined || type === null || type === 'custom';
}

function assertFormat({ output_config: output }: CountTokensRequest): void {
  const format = output?.format ?? null;
  const fault = format === null ? null : schemaFault(format.schema);
  if (fault === null) return;
  const param = 'output_config.format.schema';
  throw new GatewayError('invalid_request', `${param} ${fault}.`, { param });
}

function assertTools({ tools, tool_choice: choice }: CountTokensRequest): void {
  const named = choice?.type === 'tool' ? { name: choice.name } : null;
  assertToolsFit({
    names: (tools ?? []).map(({ name }) => name),
    choice: choice?.type === 'any' ? 'required' : named,
    parallel: null,
  });
}

function unpriced(param: string, words: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
