import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { TOOLS_MAX } from '@tollgate/contract/chat';
import type { GatewayError } from '@tollgate/contract/error-codes';
import {
  AdditionalToolsItem,
  ApplyPatchCallItem,
  ApplyPatchOutputItem,
  AssistantItem,
  ClientCallItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  FORMAT_SCHEMA_CHARACTERS_MAX,
  FunctionCallItem,
  FunctionCallOutputItem,
  LocalShellOutputItem,
  McpApprovalRequestItem,
  McpApprovalResponseItem,
  ReasoningItem,
  RESPONSE_ITEMS_MAX,
  ResponsesRequest,
  ShellOutputItem,
  SystemItem,
  ToolSearchCallItem,
  ToolSearchOutputItem,
  UserItem,
} from '@tollgate/contract/responses';
import { isChosen, isHostedChoice, isOpenaiTool } from '@tollgate/contract/openai-runs';
import type { HostedTool } from '@tollgate/contract/openai-runs';
import type { NamedTool } from '@tollgate/contract/responses';
import { itemVerdict } from '@tollgate/contract/response-items';
import type { Verdict } from '@tollgate/contract/response-items';
import { toConversation } from './conversation.ts';
import { checkLater } from './check-later.ts';
import type { Check } from './check-later.ts';
import { flatTools, isNamed, nameIn } from './flat-tools.ts';
import type { FlatTool } from './flat-tools.ts';
import { schemaFault } from './format-schema.ts';
import { assertMadeImages } from './made-images.ts';
import { toRequestError } from './request-error.ts';
import {
  checkKinds,
  checkParts,
  checkToolKinds,
  invalid,
  isObject,
  unsupported,
} from './response-kinds.ts';
import type { Fields } from './response-kinds.ts';
import { responsesApart } from './responses-apart.ts';
import { assertChoiceNames } from './tool-choice.ts';
import { assertToolsFit } from './tool-rules.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, discriminator: true, verbose: true });

/**
 * Everything but the items, which are judged one by one so that a fault is reported for the right
 * kind.
 */
const validateFrame = checkLater(ajv, {
  ...ResponsesRequest,
  properties: {
    ...ResponsesRequest.properties,
    input: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', minItems: 1, maxItems: RESPONSE_ITEMS_MAX },
      ],
    },
  },
});
const validateSystem = checkLater(ajv, SystemItem);
const byRole: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ['system', validateSystem],
  ['developer', validateSystem],
  ['user', checkLater(ajv, UserItem)],
  ['assistant', checkLater(ajv, AssistantItem)],
]);
const validateClientCall = checkLater(ajv, ClientCallItem);
const byType: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ['function_call', checkLater(ajv, FunctionCallItem)],
  ['function_call_output', checkLater(ajv, FunctionCallOutputItem)],
  ['custom_tool_call', checkLater(ajv, CustomToolCallItem)],
  ['custom_tool_call_output', checkLater(ajv, CustomToolCallOutputItem)],
  ['reasoning', checkLater(ajv, ReasoningItem)],
  ['local_shell_call', validateClientCall],
  ['shell_call', validateClientCall],
  ['apply_patch_call', checkLater(ajv, ApplyPatchCallItem)],
  ['tool_search_call', checkLater(ajv, ToolSearchCallItem)],
  ['local_shell_call_output', checkLater(ajv, LocalShellOutputItem)],
  ['shell_call_output', checkLater(ajv, ShellOutputItem)],
  ['apply_patch_call_output', checkLater(ajv, ApplyPatchOutputItem)],
  ['tool_search_output', checkLater(ajv, ToolSearchOutputItem)],
  ['additional_tools', checkLater(ajv, AdditionalToolsItem)],
  ['mcp_approval_request', checkLater(ajv, McpApprovalRequestItem)],
  ['mcp_approval_response', checkLater(ajv, McpApprovalResponseItem)],
]);
const ENDPOINT = '/v1/responses';
/** What a client sends instead. */
const ADVICE: Partial<Record<string, string>> = {
  '/store': 'This platform stores no responses: send store: false',
  '/previous_response_id':
    'This platform stores no responses: send all items of the conversation, as clients do with store: false',
  '/conversation':
    'This platform stores no responses: send all items of the conversation, as clients do with store: false',
  '/background': 'Send the header Prefer: respond-async',
};
const NO_STREAMS =
  'is not supported on this route. The platform setting RESPONSES_STREAMING switches it on';
const UNKNOWN_ITEM = 'this item is not known here. Leave it out, or send what it says as a message';
/** Characters of a type that a refusal repeats. */
const TYPE_CHARACTERS_MAX = 64;

/** Fields that this route knows, but serves with nothing but their default. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  '/stream',
  '/store',
  '/background',
  '/previous_response_id',
  '/conversation',
  '/prompt',
  '/include',
  '/truncation',
  '/top_logprobs',
  '/service_tier',
]);

/**
 * Checks the structure of a request, up to which call each result belongs to. What the model makes
 * of the values is the contract's business.
 * @param given.streams whether the platform streams on this route
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for what this route does not
 *   do; both name the field
 */
export function parseResponsesRequest(
  given: unknown,
  { streams }: { streams: boolean } = { streams: false },
): ResponsesRequest {
  if (isObject(given)) assertChoiceNames(given['tool_choice'], 'tool_choice.name');
  const { body, apart } = isObject(given)
    ? responsesApart(given, { frame: validateFrame.schema, checkOf })
    : { body: given, apart: {} };
  if (isObject(body)) checkKinds(body);
  if (!validateFrame(body)) throw frameError(validateFrame.errors ?? []);
  const { input, stream } = body as { input: unknown; stream?: unknown };
  if (stream === true && !streams) throw unsupported('stream', NO_STREAMS);
  if (Array.isArray(input)) input.forEach(checkItem);
  const request = body as ResponsesRequest;
  checkFormat(request);
  checkTools(request);
  assertMadeImages(request);
  toConversation(withoutSeals(request));
  return Object.keys(apart).length === 0 ? request : { ...request, ...apart };
}

function frameError(errors: readonly ErrorObject[]): GatewayError {
  // An index of a list is reported as the list: none of these fields has distinct parts.
  const path = (errors[0]?.instancePath ?? '').replace(/\/\d+$/, '');
  return UNSUPPORTED.has(path)
    ? unsupported(
        path.slice(1).replaceAll('/', '.'),
        `is not supported on this route${adviceFor(path)}`,
      )
    : toRequestError(errors, ENDPOINT);
}

function adviceFor(path: string): string {
  const advice = ADVICE[path];
  return advice === undefined ? '' : `. ${advice}`;
}

function checkItem(item: unknown, position: number): void {
  const path = `input[${position}]`;
  if (!isObject(item)) throw invalid(path, 'must be an object');
  const { type = 'message' } = item;
  const verdict = typeof type === 'string' ? itemVerdict(type) : null;
  if (verdict?.becomes === 'left_out') return;
  if (verdict?.becomes !== 'read') throw itemRefusal(type, verdict, path);
  checkParts(item, path);
  checkToolKinds(item['tools'], `${path}.tools`);
  const validate = checkOf(item);
  if (validate === undefined)
    throw invalid(`${path}.role`, 'must be user, assistant, system or developer');
  if (validate(item)) return;
  const errors = validate.errors ?? [];
  throw toRequestError(
    errors.map((error) => placed(error, position)),
    ENDPOINT,
  );
}

/** The check of an item of a known type; undefined for a message of nobody. */
function checkOf({ type = 'message', role }: Readonly<Fields>): Check | undefined {
  return type === 'message' ? byRole.get(role) : byType.get(type);
}

function itemRefusal(type: unknown, verdict: Verdict | null, path: string): GatewayError {
  const param = `${path}.type`;
  if (typeof type !== 'string') return invalid(param, 'must be a text');
  const advice = verdict?.becomes === 'refused' ? verdict.advice : UNKNOWN_ITEM;
  return unsupported(param, `cannot be ${type.slice(0, TYPE_CHARACTERS_MAX)}: ${advice}`);
}

function placed(error: ErrorObject, position: number): ErrorObject {
  return { ...error, instancePath: `/input/${position}${error.instancePath}` };
}

function checkFormat({ text }: ResponsesRequest): void {
  const format = text?.format;
  if (format?.type !== 'json_schema') return;
  const path = 'text.format.schema';
  const fault = schemaFault(format.schema);
  if (fault !== null) throw invalid(path, fault);
  if (JSON.stringify(format.schema).length > FORMAT_SCHEMA_CHARACTERS_MAX) {
    throw invalid(path, `may have ${FORMAT_SCHEMA_CHARACTERS_MAX} characters at most`);
  }
}

/** Only the service that has made a seal can open it. */
function withoutSeals(request: ResponsesRequest): ResponsesRequest {
  if (typeof request.input === 'string') return request;
  const input = request.input.map((item) =>
    'encrypted_content' in item ? { ...item, encrypted_content: null } : item,
  );
  return { ...request, input };
}

function checkTools(request: ResponsesRequest): void {
  const { tool_choice: choice, parallel_tool_calls: parallel } = request;
  const flat = flatTools(request);
  if (flat.length > TOOLS_MAX) throw invalid('tools', `may hold ${TOOLS_MAX} functions at most`);
  const names = flat.map(({ flatName }) => flatName);
  const wishes = { names, parallel: parallel ?? null };
  if (typeof choice !== 'object' || choice === null) {
    return assertToolsFit({ ...wishes, choice: choiceAmong(names, request) });
  }
  if (choice.type === 'allowed_tools') {
    assertToolsFit({ ...wishes, choice: choiceAmong(names, request) });
    return choice.tools.forEach((one, index) =>
      assertOffered(request, flat, { choice: one, path: `tool_choice.tools[${index}]` }),
    );
  }
  const demanded = isHostedChoice(choice) ? ('auto' as const) : { name: nameIn(choice) };
  assertToolsFit({ ...wishes, choice: demanded });
  assertOffered(request, flat, { choice, path: 'tool_choice' });
}

/** A tool that the provider runs can be called as well as a function. */
function choiceAmong(
  names: readonly string[],
  { tools, tool_choice: choice }: ResponsesRequest,
): 'auto' | 'none' | 'required' | null {
  const isOfOthers = names.length === 0 && tools?.some(isOpenaiTool) === true;
  if (isOfOthers || choice === null || choice === undefined) return null;
  if (typeof choice === 'string') return choice;
  return choice.type === 'allowed_tools' ? choice.mode : null;
}

/** A tool that a choice names is among the tools, whether the client or the provider runs it. */
function assertOffered(
  { tools }: ResponsesRequest,
  flat: readonly FlatTool[],
  { choice, path }: { choice: NamedTool | HostedTool; path: string },
): void {
  if (!isHostedChoice(choice)) return assertKnown(flat, choice, path);
  if ((tools ?? []).some((tool) => isChosen(tool, choice))) return;
  const label = choice.type === 'mcp' ? ` with the server_label "${choice.server_label}"` : '';
  throw unsupported(path, `names ${choice.type}${label}, which is not among the tools`);
}

/** A tool that a choice names is among the tools, and of this type. */
function assertKnown(flat: readonly FlatTool[], choice: NamedTool, path: string): void {
  if (flat.some((tool) => isNamed(tool, choice))) return;
  const words = `names "${nameIn(choice)}" of the type ${choice.type}, which is not among the tools`;
  throw unsupported(path, words);
}
