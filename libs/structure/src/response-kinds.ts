import { CLIENT_TOOL_TYPES } from '@tollgate/contract/client-tools';
import { GatewayError } from '@tollgate/contract/error-codes';
import { RESPONSE_TOOLS, toolVerdict } from '@tollgate/contract/response-items';
import { HOSTED_CHOICES, openaiToolOf } from '@tollgate/contract/openai-runs';
import type { Verdict } from '@tollgate/contract/response-items';
import {
  assertInRequest,
  assertOneFileSearch,
  assertOpenaiTool,
  assertPreviewsStream,
} from './openai-tools.ts';

const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);
const NAMED_TOOLS = ['function', 'custom', ...CLIENT_TOOL_TYPES, ...HOSTED_CHOICES, 'mcp'];
const READ_TOOLS = Object.entries(RESPONSE_TOOLS).flatMap(([type, { becomes }]) =>
  becomes === 'read' ? [type] : [],
);
const INPUT_PARTS = ['input_text', 'input_image', 'input_file'];
const OUTPUT_PARTS = ['output_text', 'refusal'];
const FORMATS = ['text', 'json_object', 'json_schema'];

/**
 * Kinds of tools and formats that do not exist here, before their own fields are found to be
 * strange.
 * @throws GatewayError `unsupported_parameter` that names the field
 */
export function checkKinds({ tools, tool_choice: choice, text, stream }: Fields): void {
  checkToolKinds(tools, 'tools');
  assertOneFileSearch(tools);
  if (stream !== true) assertPreviewsStream(tools);
  checkChoice(choice, 'tool_choice', [...NAMED_TOOLS, 'allowed_tools']);
  const allowed: unknown = isObject(choice) ? choice['tools'] : undefined;
  if (Array.isArray(allowed)) {
    (allowed as unknown[]).forEach((one, at) =>
      checkChoice(one, `tool_choice.tools[${at}]`, NAMED_TOOLS),
    );
  }
  if (isObject(text)) checkType(text['format'], 'text.format', FORMATS);
}

/** A choice of an MCP server needs its label, because a request may have several servers. */
function checkChoice(choice: unknown, path: string, known: readonly string[]): void {
  checkTool(choice, path, known);
  if (!isObject(choice) || choice['type'] !== 'mcp') return;
  const { server_label: label } = choice;
  if (typeof label !== 'string' || label === '') {
    throw invalid(`${path}.server_label`, 'is required: the label of a server among the tools');
  }
}

/**
 * The types of tools, also of those within a namespace.
 * @throws GatewayError `unsupported_parameter` that names the tool
 */
export function checkToolKinds(tools: unknown, path: string): void {
  if (!Array.isArray(tools)) return;
  tools.forEach((tool: unknown, position) => checkToolKind(tool, `${path}[${position}]`));
}

function checkToolKind(tool: unknown, path: string): void {
  if (!isObject(tool)) return;
  const { type } = tool;
  if (typeof type === 'string' && openaiToolOf(type) !== null) {
    // A search that an item brings is left out; Codex sends one with its tools.
    if (openaiToolOf(type) !== 'web_search') assertInRequest(type, path);
    return assertOpenaiTool(type, tool, path);
  }
  checkTool(tool, path, READ_TOOLS);
  const inner = tool['tools'];
  if (Array.isArray(inner)) checkTypes(inner, `${path}.tools`, ['function', 'custom']);
}

/**
 * The types of an item's parts, by who speaks.
 * @throws GatewayError `unsupported_parameter` that names the part
 */
export function checkParts(item: Fields, path: string): void {
  const name = OUTPUTS.has(item['type']) ? 'output' : 'content';
  const parts = item[name];
  if (item['type'] === 'reasoning' || !Array.isArray(parts)) return;
  const isSaid = item['role'] === 'assistant';
  const isText = name === 'content' && item['role'] !== 'user';
  const kinds = isSaid ? OUTPUT_PARTS : INPUT_PARTS.slice(0, isText ? 1 : undefined);
  checkTypes(parts, `${path}.${name}`, kinds);
}

function checkTypes(values: readonly unknown[], path: string, known: readonly string[]): void {
  values.forEach((value, position) => checkType(value, `${path}[${position}]`, known));
}

/**
 * Something without a type is left to its schema, unless the type is what distinguishes its
 * schemas.
 */
function checkType(value: unknown, path: string, known: readonly string[]): void {
  if (!isObject(value)) return;
  const { type } = value;
  if (typeof type !== 'string') throw invalid(`${path}.type`, `must be ${known.join(' or ')}`);
  if (known.includes(type)) return;
  throw unsupported(`${path}.type`, `can only be ${known.join(' or ')} on this route`);
}

/** A tool whose type has a verdict of its own is refused with what to do instead. */
function checkTool(tool: unknown, path: string, known: readonly string[]): void {
  const type = isObject(tool) ? tool['type'] : undefined;
  const verdict: Verdict | null =
    typeof type === 'string' && !known.includes(type) ? toolVerdict(type) : null;
  if (verdict?.becomes === 'refused') {
    throw unsupported(`${path}.type`, `cannot be ${String(type)}: ${verdict.advice}`);
  }
  checkType(tool, path, known);
}

/**
 * A request that is wrong at a field.
 * @param param the field
 * @param words what is wrong, without the field
 */
export function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}

/**
 * A request that asks for what the route does not do.
 * @param param the field
 * @param words what is wrong, without the field
 */
export function unsupported(param: string, words: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

/** An object of JSON. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
