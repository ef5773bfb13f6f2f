import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import {
  isChosen,
  isHostedChoice,
  isOpenaiTool,
  openaiToolOf,
} from '@tollgate/contract/openai-runs';
import type { OpenaiTools } from '@tollgate/contract/openai-runs';
import { WEB_SEARCHES_DEFAULT } from '@tollgate/contract/web-search';
import type { Unknown } from '@tollgate/contract/extensions';
import type { ChatRequest, Message, ResponseFormat, Tool } from '@tollgate/contract/chat';
import type {
  CustomTool,
  FunctionTool,
  ResponsesRequest,
  TextFormat,
} from '@tollgate/contract/responses';
import { customParameters } from '@tollgate/contract/custom-tool';
import { approvalsIn } from '@tollgate/structure/approvals';
import { nameIn, offeredTools } from '@tollgate/structure/flat-tools';
import type { FlatTool } from '@tollgate/structure/flat-tools';
import { markOf } from '@tollgate/structure/parts';

/**
 * The request in the shape that the chat route takes; null and empty mean absent and are left out.
 */
export function toChatRequest(request: ResponsesRequest, messages: Message[]): ChatRequest {
  const { tool_choice: choice, metadata, user } = request;
  const flat = offeredTools(request);
  const { temperature, top_p: topP, parallel_tool_calls: parallel } = request;
  return {
    model: request.model,
    messages,
    ...present('max_completion_tokens', request.max_output_tokens),
    ...present('temperature', temperature),
    ...present('top_p', topP),
    ...present('tools', flat.length > 0 ? flat.map(toTool) : null),
    ...present('tool_choice', toChoice(choice)),
    ...present('parallel_tool_calls', parallel),
    ...present('response_format', toFormat(request.text?.format)),
    ...present('reasoning_effort', request.reasoning?.effort),
    ...present(
      'reasoning_summary',
      request.reasoning?.summary ?? request.reasoning?.generate_summary,
    ),
    ...present('verbosity', request.text?.verbosity),
    ...present('prompt_cache_key', request.prompt_cache_key),
    ...present('service_tier', request.service_tier),
    ...present('user', user),
    ...present('metadata', metadata),
    ...present('extra', request.extra),
    ...present('unknown', unknownOf(request)),
    ...hostedIn(request),
  };
}

function present<Name extends keyof ChatRequest>(
  name: Name,
  value: ChatRequest[Name] | null,
): Pick<ChatRequest, Name> | Record<string, never> {
  return value === null || value === undefined
    ? {}
    : ({ [name]: value } as Pick<ChatRequest, Name>);
}

/** The tools that the provider runs: all MCP servers, and the first of each other kind. */
function hostedIn({
  tools,
  tool_choice: choice,
  max_tool_calls: calls,
  include,
  input,
}: ResponsesRequest): Pick<ChatRequest, 'hosted'> {
  const run = (tools ?? []).filter(isOpenaiTool).filter((tool) => isAllowed(tool, choice));
  if (run.length === 0) return {};
  const demanded = hostedChoice(choice);
  const first = run.filter(
    ({ type }, at) =>
      type === 'mcp' ||
      at === run.findIndex((one) => openaiToolOf(one.type) === openaiToolOf(type)),
  );
  return {
    hosted: {
      tools: first.map((tool) => ({ ...withoutNulls(tool), type: tool.type })),
      calls: calls ?? WEB_SEARCHES_DEFAULT,
      ...((calls ?? null) === null ? {} : { isBound: true as const }),
      include: (include ?? []).filter((name) => name !== SEALED),
      ...(demanded === undefined ? {} : { choice: demanded }),
      ...answeredIn(input),
    },
  };
}

function answeredIn(input: ResponsesRequest['input']): Pick<OpenaiTools, 'approvals'> {
  const approvals = approvalsIn(input).live.map(({ item }) => ({
    id: item.approval_request_id,
    approve: item.approve,
    ...(item.reason == null ? {} : { reason: item.reason }),
  }));
  return approvals.length === 0 ? {} : { approvals };
}

/** What answers always have. */
const SEALED = 'reasoning.encrypted_content';

/** Members without those that are null, within members too. */
function withoutNulls(members: object): Record<string, unknown> {
  const said = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && !Array.isArray(value) ? withoutNulls(value ?? {}) : value,
    ]),
  );
}

/** The unknown fields, with those of objects that a chat request has no object for. */
function unknownOf(request: ResponsesRequest): Unknown | null {
  const { unknown, text, reasoning, stream, stream_options: options } = request;
  if (unknown === undefined) return null;
  const own = { text: extensionOf(text), reasoning: extensionOf(reasoning) };
  const ofStream = stream === true ? { stream_options: extensionOf(options) } : {};
  return { ...unknown, within: { ...own, ...ofStream } };
}

/** The purpose of a namespace goes with the first of its functions. */
function toTool(flat: FlatTool, position: number, all: readonly FlatTool[]): Tool {
  const { namespace, tool, broughtBy } = flat;
  const made =
    tool.type === 'custom'
      ? toMarkedTool(tool, flat.flatName)
      : toFunction(tool, flat, all[position - 1]);
  const isWhole = namespace !== null && isExtended(namespace);
  return {
    ...made,
    ...(isWhole ? { namespace: { of: namespace, name: tool.name } } : {}),
    ...(broughtBy === undefined ? {} : { isBrought: true }),
  };
}

function toFunction(
  tool: FunctionTool,
  { flatName: name, namespace }: FlatTool,
  before: FlatTool | undefined,
): Tool {
  const { parameters, strict } = tool;
  const isFirst = namespace !== null && !isExtended(namespace) && before?.namespace !== namespace;
  const about =
    isFirst && namespace.description ? aboutOf(namespace.name, namespace.description) : '';
  const description = about + (tool.description ?? '');
  return {
    type: 'function',
    function: {
      name,
      ...(tool.description == null && about === '' ? {} : { description }),
      ...(parameters == null ? {} : { parameters }),
      ...(strict == null ? {} : { strict }),
    },
    ...markOf(tool),
    ...extensionOf(tool),
  };
}

/** A function that represents a custom tool, marked for wires that know such tools. */
function toMarkedTool(tool: CustomTool, name: string): Tool {
  const described = tool.description == null ? {} : { description: tool.description };
  const parameters = customParameters(tool);
  const custom = { format: tool.format ?? null };
  const made = { name, ...described, parameters };
  return { type: 'function', function: made, custom, ...markOf(tool), ...extensionOf(tool) };
}

function aboutOf(name: string, description: string): string {
  return `About the functions of ${name}: ${description}\n\n`;
}

type Choice = ResponsesRequest['tool_choice'];

/** Whether a choice lets the model call a tool that the provider runs. */
function isAllowed(tool: { type: string }, choice: Choice): boolean {
  if (typeof choice !== 'object' || choice?.type !== 'allowed_tools') return true;
  return choice.tools.some((one) => isHostedChoice(one) && isChosen(tool, one));
}

/**
 * What the model has to call of such tools. It gets only those that a choice allows, so that
 * the mode alone remains.
 */
function hostedChoice(choice: Choice): OpenaiTools['choice'] {
  if (choice === 'required' || choice === 'none') return choice;
  if (typeof choice !== 'object' || choice === null) return undefined;
  if (choice.type === 'allowed_tools') return choice.mode === 'required' ? 'required' : undefined;
  if (!isHostedChoice(choice)) return undefined;
  return choice.type === 'mcp' && choice.name === null
    ? { type: 'mcp', server_label: choice.server_label }
    : choice;
}

/** The choice among functions; that of a tool that the provider runs goes with these. */
function toChoice(choice: Choice): ChatRequest['tool_choice'] {
  if (typeof choice !== 'object' || choice === null) return choice;
  if (choice.type === 'allowed_tools') return choice.mode;
  if (isHostedChoice(choice)) return undefined;
  return { type: 'function', function: { name: nameIn(choice) }, ...extensionOf(choice) };
}

/** Text is what a model answers anyway; saying so asks for nothing. */
function toFormat(format: TextFormat | null | undefined): ResponseFormat | null {
  if (format === null || format === undefined) return null;
  if (format.type === 'text' && !isExtended(format)) return null;
  if (format.type !== 'json_schema') return { type: format.type, ...extensionOf(format) };
  const { name, description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      schema,
      ...(description == null ? {} : { description }),
      ...(strict == null ? {} : { strict }),
    },
    ...extensionOf(format),
  };
}
