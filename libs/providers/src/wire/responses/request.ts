import type {
  AssistantMessage,
  ChatRequest,
  Message,
  ResponseFormat,
  Tool,
  UserContentPart,
} from '@tollgate/contract/chat';
import type { Target } from '../../adapter.ts';
import { withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { spokenResult } from '../../tool-results.ts';
import { cacheKeyOf } from '../cache-key.ts';
import { replayedItems } from './replay.ts';
import type { WireRequest } from './types.ts';

const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * Our request in the shape of this wire. Nothing is stored at the provider; thoughts come back sealed instead. Whether a function
 * is strict is always said, because the default of this wire is the other one than that of chat completions.
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create
 */
export function toResponsesRequest(
  request: ChatRequest,
  target: Target,
  stream: boolean,
): WireRequest {
  const text = withoutNulls({
    format: toFormat(request.response_format),
    verbosity: request.verbosity,
  });
  const { reasoning_effort: effort } = request;
  return {
    model: target.upstreamModel,
    input: request.messages.flatMap(toItems),
    store: false,
    include: ['reasoning.encrypted_content'],
    ...withoutNulls({
      temperature: request.temperature,
      top_p: request.top_p,
      max_output_tokens: request.max_completion_tokens ?? request.max_tokens,
      tools: request.tools?.map(toTool),
      tool_choice: toChoice(request.tool_choice),
      parallel_tool_calls: request.parallel_tool_calls,
      prompt_cache_key: cacheKeyOf(request.prompt_cache_key),
      reasoning: effort === undefined || effort === null ? undefined : { effort },
      text: Object.keys(text).length === 0 ? undefined : text,
    }),
    ...(stream ? { stream: true } : {}),
  };
}

function toTool({ type, function: made }: Tool): JsonObject {
  const { name, description, parameters, strict } = made;
  return {
    type,
    ...withoutNulls({ name, description }),
    parameters: parameters ?? NO_PARAMETERS,
    strict: strict ?? false,
  };
}

function toChoice(choice: ChatRequest['tool_choice']): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  return { type: choice.type, name: choice.function.name };
}

function toFormat(format: ResponseFormat | null | undefined): JsonObject | undefined {
  if (format === undefined || format === null || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: format.type };
  return { type: format.type, ...withoutNulls(format.json_schema) };
}

function toItems(message: Message): JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: toInput(message.content) }];
    case 'user':
      return [{ role: 'user', content: toInput(message.content) }];
    case 'tool': {
      const output = toInput(spokenResult(message));
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output }];
    }
    case 'assistant':
      return replayedItems(message) ?? toTurn(message);
  }
}

function toInput(content: string | readonly UserContentPart[]): unknown {
  return typeof content === 'string' ? content : content.map(toPart);
}

function toPart(part: UserContentPart): JsonObject {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const { url, detail } = part.image_url;
  return { type: 'input_image', image_url: url, detail: detail ?? 'auto' };
}

/** A turn without items of the provider's own: what was said, then the calls. */
function toTurn({ content, refusal, tool_calls: calls }: AssistantMessage): JsonObject[] {
  const parts = [...saidParts(content ?? ''), ...(refusal ? [{ type: 'refusal', refusal }] : [])];
  const said = parts.length === 0 ? [] : [{ type: 'message', role: 'assistant', content: parts }];
  const made = (calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: given,
  }));
  return [...said, ...made];
}

function saidParts(content: NonNullable<AssistantMessage['content']>): JsonObject[] {
  if (content === '') return [];
  if (typeof content === 'string') return [{ type: 'output_text', text: content }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'output_text', text: part.text } : part,
  );
}
