import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import type {
  AssistantMessage,
  ChatRequest,
  Message,
  ResponseFormat,
  Tool,
  UserContentPart,
} from '@tollgate/contract/chat';
import type { McpApproval } from '@tollgate/contract/openai-runs';
import { toInput as textOfCall } from '@tollgate/contract/custom-tool';
import type { Endpoint } from '../../adapter/adapter.ts';
import { withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { PDF_NAME } from '../../tokens/documents/pdf-name.ts';
import { spokenResult } from '../../adapter/tool-results.ts';
import { cacheKeyOf } from '../cache-key.ts';
import { createCustomTools } from './tools.ts';
import type { CustomTools } from './tools.ts';
import { withApprovals } from './approvals.ts';
import { replayedItems } from './replay.ts';
import type { WireRequest } from './types.ts';

const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * Our request in the shape of this wire. Nothing is stored at the provider; reasoning comes back
 * sealed instead. Whether a function is strict is always said, because the default of this wire is
 * the other one than that of chat completions.
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create
 */
export function toResponsesRequest(
  request: ChatRequest,
  endpoint: Endpoint,
  stream: boolean,
): WireRequest {
  const { within } = request.unknown ?? {};
  const text = {
    ...withoutNulls({ format: toFormat(request.response_format), verbosity: request.verbosity }),
    ...within?.['text'],
  };
  const reasoning = {
    ...withoutNulls({ effort: request.reasoning_effort, summary: request.reasoning_summary }),
    ...within?.['reasoning'],
  };
  const options = within?.['stream_options'];
  const custom = createCustomTools(request.tools, endpoint);
  return {
    model: endpoint.upstreamModel,
    input: inputOf(request, custom),
    store: false,
    include: includeFor(request.hosted),
    ...withoutNulls({
      temperature: request.temperature,
      top_p: request.top_p,
      max_output_tokens: request.max_completion_tokens ?? request.max_tokens,
      tools: withHosted(toTools(request.tools, custom), request),
      ...boundOf(request.hosted ?? request.search),
      tool_choice: toChoice(request, custom),
      parallel_tool_calls: request.parallel_tool_calls,
      prompt_cache_key: cacheKeyOf(request.prompt_cache_key),
      service_tier: request.service_tier,
      reasoning: saysNothing(reasoning) ? undefined : reasoning,
      text: saysNothing(text) ? undefined : text,
    }),
    ...(stream ? { stream: true } : {}),
    ...(stream && isExtended(options) ? { stream_options: { ...options } } : {}),
  };
}

function includeFor(hosted: ChatRequest['hosted']): string[] {
  return ['reasoning.encrypted_content', ...(hosted?.include ?? [])];
}

function boundOf(run: { calls: number } | undefined): { max_tool_calls?: number } {
  return run === undefined ? {} : { max_tool_calls: run.calls };
}

/** The tools of the caller, and those that the provider runs. */
function withHosted(
  tools: JsonObject[] | undefined,
  { search, hosted }: ChatRequest,
): JsonObject[] | undefined {
  const run = hosted?.tools ?? (search === undefined ? [] : [search.tool]);
  return run.length === 0 ? tools : [...(tools ?? []), ...run.map((tool) => ({ ...tool }))];
}

/**
 * The tools, those of a namespace that goes as it came within it; others that came in an item of
 * the input stay there.
 */
function toTools(tools: ChatRequest['tools'], custom: CustomTools): JsonObject[] | undefined {
  const begun = new Map<object, JsonObject[]>();
  const made = (tools ?? []).flatMap((tool): JsonObject[] => {
    if (tool.isBrought === true) return [];
    const own = custom.toTool(tool) ?? toTool(tool);
    const { namespace } = tool;
    if (namespace === undefined) return [own];
    const inner = { ...own, name: namespace.name };
    const group = begun.get(namespace.of);
    if (group !== undefined) {
      group.push(inner);
      return [];
    }
    const list = [inner];
    begun.set(namespace.of, list);
    const { name, description } = namespace.of;
    const about = { type: 'namespace', name, ...withoutNulls({ description }), tools: list };
    return [{ ...about, ...extensionOf(namespace.of) }];
  });
  return made.length === 0 ? undefined : made;
}

function saysNothing(members: object): boolean {
  return Object.keys(members).length === 0 && !isExtended(members);
}

function toTool(tool: Tool): JsonObject {
  const { name, description, parameters, strict } = tool.function;
  return {
    type: tool.type,
    ...withoutNulls({ name, description }),
    parameters: parameters ?? NO_PARAMETERS,
    strict: strict ?? false,
    ...extensionOf(tool),
  };
}

function toChoice({ tool_choice: choice, hosted }: ChatRequest, custom: CustomTools): unknown {
  if (hosted?.choice !== undefined) return hosted.choice;
  if (typeof choice !== 'object' || choice === null) return choice;
  const { name } = choice.function;
  const type = custom.has(name) ? 'custom' : choice.type;
  return { type, ...custom.calledName(name), ...extensionOf(choice) };
}

function toFormat(format: ResponseFormat | null | undefined): JsonObject | undefined {
  if (format === undefined || format === null) return undefined;
  if (format.type === 'text' && !isExtended(format)) return undefined;
  if (format.type !== 'json_schema') return { type: format.type, ...extensionOf(format) };
  return { type: format.type, ...withoutNulls(format.json_schema), ...extensionOf(format) };
}

function inputOf({ messages, hosted }: ChatRequest, custom: CustomTools): JsonObject[] {
  const approvals = hosted?.approvals ?? [];
  return messages.flatMap((message) => toItems(message, { custom, approvals }));
}

interface Turns {
  custom: CustomTools;
  approvals: readonly McpApproval[];
}

function toItems(message: Message, { custom, approvals }: Turns): JsonObject[] {
  const extension = extensionOf(message);
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: toInput(message.content), ...extension }];
    case 'user':
      return [{ role: 'user', content: toInput(message.content), ...extension }];
    case 'tool': {
      const output = toInput(spokenResult(message));
      const { tool_call_id: id } = message;
      const type = custom.isCall(id) ? 'custom_tool_call_output' : 'function_call_output';
      return [{ type, call_id: id, output, ...extension }];
    }
    case 'assistant':
      return custom.noted(
        withExtensions(message, itemsFor(message, approvals)) ?? toTurn(message, custom),
      );
  }
}

/** The items of an earlier answer that go on; null where its text and calls say all. */
function itemsFor(
  message: AssistantMessage,
  approvals: readonly McpApproval[],
): JsonObject[] | null {
  const items = replayedItems(message);
  const going = items === null ? [] : withApprovals(items, approvals);
  return going.length === 0 ? null : going;
}

/**
 * Items of an earlier answer with what is attached to the message, its parts and its calls; null
 * where there are no items.
 */
function withExtensions(
  message: AssistantMessage,
  items: readonly JsonObject[] | null,
): JsonObject[] | null {
  if (items === null) return null;
  const calls = new Map((message.tool_calls ?? []).map((call) => [call.id, call]));
  const parts: readonly object[] = Array.isArray(message.content) ? message.content : [];
  return items.map((item) => {
    const { call_id: id, content } = item;
    const call = typeof id === 'string' ? calls.get(id) : undefined;
    if (call !== undefined) return { ...item, ...extensionOf(call) };
    if (item['type'] !== 'message' || !Array.isArray(content)) return item;
    const own = (content as object[]).map((part, at) => ({
      ...part,
      ...extensionOf(parts[at] ?? {}),
    }));
    return { ...item, content: own, ...extensionOf(message) };
  });
}

function toInput(content: string | readonly UserContentPart[]): unknown {
  return typeof content === 'string' ? content : content.map(toPart);
}

function toPart(part: UserContentPart): JsonObject {
  const extension = extensionOf(part);
  if (part.type === 'text') return { type: 'input_text', text: part.text, ...extension };
  if (part.type === 'file') {
    const { file_data, filename } = part.file;
    return file_data.startsWith('data:')
      ? { type: 'input_file', filename: filename ?? PDF_NAME, file_data, ...extension }
      : { type: 'input_file', file_url: file_data, ...extension };
  }
  const { url, detail } = part.image_url;
  return { type: 'input_image', image_url: url, detail: detail ?? 'auto', ...extension };
}

/** A turn without items of the provider's own: what was said, then the calls. */
function toTurn(message: AssistantMessage, custom: CustomTools): JsonObject[] {
  const { content, refusal, tool_calls: calls, phase } = message;
  const extension = extensionOf(message);
  const parts = [...saidParts(content ?? ''), ...(refusal ? [{ type: 'refusal', refusal }] : [])];
  const reported = custom.knowsPhases && phase ? { phase } : {};
  const said =
    parts.length === 0
      ? []
      : [{ type: 'message', role: 'assistant', content: parts, ...reported, ...extension }];
  const made = (calls ?? []).map((call) => {
    const { name, arguments: given } = call.function;
    const head = { call_id: call.id, ...custom.calledName(name), ...extensionOf(call) };
    return custom.has(name)
      ? { type: 'custom_tool_call', ...head, input: textOfCall(given) }
      : { type: 'function_call', ...head, arguments: given };
  });
  return [...said, ...made];
}

function saidParts(content: NonNullable<AssistantMessage['content']>): JsonObject[] {
  if (content === '') return [];
  if (typeof content === 'string') return [{ type: 'output_text', text: content }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'output_text', text: part.text, ...extensionOf(part) } : part,
  );
}
