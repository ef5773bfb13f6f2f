import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import { isTextOnly } from '@tollgate/contract/text-only';
import type {
  AssistantMessage,
  ChatRequest,
  Message,
  Tool,
  UserMessage,
} from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { markedAtEnd, sendableMark, unmarked, unmarkedMessage } from '../../adapter/cache-marks.ts';
import type { Markable } from '../../adapter/cache-marks.ts';
import { asList, asObject, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { PDF_NAME } from '../../tokens/documents/pdf-name.ts';
import { spokenResult, withMediaBehindResults } from '../../adapter/tool-results.ts';
import { cacheKeyOf } from '../cache-key.ts';
import { NONE, customNames, toCustomTool, toWireChoice, withCustomCalls } from './tools.ts';
import type { Dialect } from './dialect.ts';
import type { WireMessage, WireRequest } from './types.ts';

/** Parameters with the same name at every provider of this wire. */
const PASSED = [
  'temperature',
  'top_p',
  'n',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'reasoning_effort',
  'verbosity',
] as const satisfies readonly (keyof ChatRequest)[];

/**
 * Our request in the provider's shape. Nulls mean absent and are left out; `user`, `metadata` and
 * `store` are for us and not sent, like other hints that no contract passes on. The only addition
 * is the request for usage on a stream.
 */
export function toWireRequest(
  request: ChatRequest,
  endpoint: Endpoint,
  { dialect, stream }: { dialect: Dialect; stream: boolean },
): WireRequest {
  if (isTextOnly(request)) return toWireText(request, endpoint, { dialect, stream });
  const passed = Object.fromEntries(PASSED.map((name) => [name, request[name]]));
  const custom = dialect.customTools.test(endpoint.upstreamModel) ? customNames(request) : NONE;
  return {
    model: endpoint.upstreamModel,
    messages: withMediaBehindResults(request).map((message) =>
      withCustomCalls(toWireMessage(message, endpoint, dialect), custom),
    ),
    ...withoutNulls(passed),
    ...withoutNulls({
      [dialect.ceiling]: request.max_completion_tokens ?? request.max_tokens,
      [dialect.seed]: request.seed,
      prompt_cache_key: cacheKeyOf(request.prompt_cache_key),
      service_tier: request.service_tier,
      tools: request.tools?.map((tool) => toCustomTool(tool, custom) ?? toWireTool(tool, dialect)),
      tool_choice: toWireChoice(request.tool_choice, custom),
      response_format: toWireFormat(request.response_format),
    }),
    ...dialect.asks,
    ...(stream ? { stream: true } : {}),
    ...(stream ? toStreamOptions(request, dialect) : {}),
  };
}

/** Messages of text alone are the same on this wire, and parameters beside them are numbers. */
function toWireText(
  request: ChatRequest,
  { upstreamModel }: Endpoint,
  { dialect, stream }: { dialect: Dialect; stream: boolean },
): WireRequest {
  const { temperature, top_p, presence_penalty, frequency_penalty, seed } = request;
  const ceiling = request.max_completion_tokens ?? request.max_tokens;
  const sampling = { temperature, top_p, presence_penalty, frequency_penalty };
  return {
    model: upstreamModel,
    messages: request.messages as WireMessage[],
    ...withoutNulls({ ...sampling, [dialect.ceiling]: ceiling, [dialect.seed]: seed }),
    ...dialect.asks,
    ...(stream ? { stream: true, ...toStreamOptions(request, dialect) } : {}),
  };
}

/**
 * The report of usage, which we need, and what a caller wants of a stream beyond what this API
 * knows.
 */
function toStreamOptions(
  { stream_options: asked }: ChatRequest,
  { streamOptions: reports }: Dialect,
): JsonObject {
  if (!reports && !isExtended(asked)) return {};
  const usage = reports ? { include_usage: true } : {};
  return { stream_options: { ...usage, ...extensionOf(asked) } };
}

function toWireTool(tool: Tool, { cacheMarks }: Dialect): JsonObject {
  const mark = cacheMarks ? tool.cache_control : undefined;
  return {
    type: tool.type,
    function: { ...withoutNulls(tool.function), ...extensionOf(tool.function) },
    ...(mark ? { cache_control: mark } : {}),
    ...extensionOf(tool),
  };
}

function toWireFormat(format: ChatRequest['response_format']): JsonObject | undefined {
  if (format === undefined || format === null) return undefined;
  if (format.type !== 'json_schema') return { type: format.type, ...extensionOf(format) };
  const { type, json_schema: schema } = format;
  const own = { ...withoutNulls(schema), ...extensionOf(schema) };
  return { type, json_schema: own, ...extensionOf(format) };
}

function toWireMessage(given: Message, endpoint: Endpoint, dialect: Dialect): WireMessage {
  const message = toWireMarks(given, dialect);
  if (message.role === 'assistant') return toWireAssistant(message, endpoint, dialect);
  if (message.role === 'user') return { ...message, content: withNames(message.content) };
  if (message.role !== 'tool') return { ...message };
  const { is_error: _told, ...result } = message;
  return { ...result, content: spokenResult(message) };
}

/** The provider wants a name of each file. */
function withNames(content: UserMessage['content']): unknown {
  if (typeof content === 'string' || !content.some(({ type }) => type === 'file')) return content;
  return content.map((part) =>
    part.type === 'file' ? { ...part, file: { filename: PDF_NAME, ...part.file } } : part,
  );
}

/** Puts marks where the provider takes them: on parts that are not blank. */
function toWireMarks(given: Message, { cacheMarks }: Dialect): Message {
  if (!cacheMarks) return unmarkedMessage(given);
  const message = unmarked(markedAtEnd(given));
  if (!Array.isArray(message.content)) return message;
  const parts: readonly Markable[] = message.content;
  const content = parts.map((part) => (sendableMark(part) === undefined ? unmarked(part) : part));
  return { ...message, content } as Message;
}

function toWireAssistant(
  message: AssistantMessage,
  endpoint: Endpoint,
  dialect: Dialect,
): WireMessage {
  const kept = asObject(message.extra_content?.[endpoint.provider]);
  const replayed = dialect.replayed.filter((name) => kept[name] !== undefined);
  const calls = message.tool_calls ?? [];
  return {
    role: 'assistant',
    content: contentOf(message, dialect),
    ...withoutNulls({
      name: message.name,
      refusal: dialect.refusal ? message.refusal : undefined,
      tool_calls: calls.length === 0 ? undefined : calls.map((call) => toWireCall(call, dialect)),
      extra_content: extraOf(message.extra_content, dialect),
    }),
    ...reasoningOf(message, dialect, detailsSuffice(kept, dialect)),
    ...Object.fromEntries(replayed.map((name) => [name, kept[name]])),
    ...extensionOf(message),
  };
}

/** Null when there are calls, since some providers require the field; never null without calls. */
function contentOf(message: AssistantMessage, dialect: Dialect): unknown {
  const hasCalls = (message.tool_calls ?? []).length > 0;
  const content = plainContent(message, dialect) ?? (hasCalls || message.refusal ? null : '');
  const reasoning = message.reasoning_content;
  if (dialect.reasoning !== 'thinking' || !reasoning) return content;
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] };
  if (Array.isArray(content)) return [thinking, ...(content as unknown[])];
  return typeof content === 'string' && content !== ''
    ? [thinking, { type: 'text', text: content }]
    : [thinking];
}

/** For providers without refusals, an earlier refusal goes as plain text. */
function plainContent(message: AssistantMessage, dialect: Dialect): unknown {
  const { content } = message;
  if (dialect.refusal) return content;
  if (!Array.isArray(content)) return content ?? message.refusal;
  return content.map((part) =>
    part.type === 'refusal' ? { type: 'text', text: part.refusal, ...extensionOf(part) } : part,
  );
}

/**
 * Whether details that go back say the reasoning by themselves: the provider prefers them, or some
 * are signed, and a text beside those would be a second one.
 */
function detailsSuffice(kept: JsonObject, { replayed, prefersDetails }: Dialect): boolean {
  const details = asList(kept['reasoning_details']).map(asObject);
  if (details.length === 0 || !replayed.includes('reasoning_details')) return false;
  const isSigned = ({ signature, data }: JsonObject): boolean => Boolean(signature ?? data);
  return prefersDetails || details.some(isSigned);
}

function reasoningOf(message: AssistantMessage, dialect: Dialect, hasDetails: boolean): JsonObject {
  const name = dialect.reasoning;
  const reasoning = message.reasoning_content;
  // Details hold the same text together with its signature.
  if (!reasoning || name === null || name === 'thinking' || hasDetails) return {};
  return name === 'details' ? { reasoning_details: [toDetail(reasoning)] } : { [name]: reasoning };
}

/**
 * A piece of reasoning that came as text alone, or from another provider, as MiniMax writes its
 * own.
 */
function toDetail(text: string): JsonObject {
  return {
    type: 'reasoning.text',
    id: 'reasoning-text-1',
    format: 'MiniMax-response-v1',
    index: 0,
    text,
  };
}

function toWireCall(
  call: NonNullable<AssistantMessage['tool_calls']>[number],
  dialect: Dialect,
): JsonObject {
  const extra = extraOf(call.extra_content, dialect);
  return {
    id: call.id,
    type: call.type,
    function: {
      name: call.function.name,
      arguments: call.function.arguments,
      ...extensionOf(call.function),
    },
    ...(extra === undefined ? {} : { extra_content: extra }),
    ...extensionOf(call),
  };
}

function extraOf(
  extra: Record<string, unknown> | null | undefined,
  dialect: Dialect,
): JsonObject | undefined {
  const entries = dialect.extraContent.flatMap((name) =>
    extra?.[name] === undefined ? [] : [[name, extra[name]] as const],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
