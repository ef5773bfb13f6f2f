import type {
  AssistantMessage,
  ChatRequest,
  Message,
  Tool,
  UserMessage,
} from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { withoutNulls } from '../../json.ts';
import { spokenResult, textsIn, withMediaBehindResults } from '../../adapter/tool-results.ts';
import { argumentsObject } from './tools.ts';
import { hasEffortLevels } from './lines.ts';
import type { OllamaCall, OllamaMessage, OllamaRequest } from './types.ts';

/**
 * Our request in the shape of this wire. `tool_choice` and `parallel_tool_calls` have no field: the
 * one value of each that the contract allows is what a server does.
 */
export function toWireRequest(
  request: ChatRequest,
  endpoint: Endpoint,
  stream: boolean,
): OllamaRequest {
  const options = toWireOptions(request, endpoint);
  return {
    model: endpoint.upstreamModel,
    messages: withMediaBehindResults(request).map((message, position, messages) =>
      toWireMessage(messages, message, position),
    ),
    stream,
    truncate: false,
    shift: false,
    ...withoutNulls({
      tools: request.tools?.map(toWireTool),
      format: toWireFormat(request.response_format),
      think: toWireThink(request.reasoning_effort, endpoint),
      options: Object.keys(options).length === 0 ? undefined : options,
    }),
  };
}

function toWireOptions(request: ChatRequest, { contextTokens }: Endpoint): Record<string, unknown> {
  const { stop } = request;
  return withoutNulls({
    // A server loads a model with its own default otherwise, 4,096 tokens on small cards
    // (docs.ollama.com/context-length, November 2026).
    num_ctx: contextTokens,
    num_predict: request.max_completion_tokens ?? request.max_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    seed: request.seed,
    stop: typeof stop === 'string' ? [stop] : stop,
    presence_penalty: request.presence_penalty,
    frequency_penalty: request.frequency_penalty,
  });
}

/** A server always holds a schema strictly, so that `strict` has no counterpart. */
function toWireTool({ function: { name, description, parameters } }: Tool): unknown {
  return { type: 'function', function: withoutNulls({ name, description, parameters }) };
}

/** On this wire the schema itself is the format; its name is dropped. */
function toWireFormat(format: ChatRequest['response_format']): unknown {
  if (format === undefined || format === null || format.type === 'text') return undefined;
  if (format.type === 'json_object') return 'json';
  return format.json_schema.schema ?? 'json';
}

/** Some models take levels; all others only take whether to think at all. */
function toWireThink(
  effort: string | null | undefined,
  endpoint: Endpoint,
): boolean | string | undefined {
  if (effort === undefined || effort === null) return undefined;
  return hasEffortLevels(endpoint.upstreamModel) ? effort : effort !== 'none';
}

function toWireMessage(
  messages: readonly Message[],
  message: Message,
  position: number,
): OllamaMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: textOf(message.content) };
    case 'user':
      return toWireUser(message);
    case 'assistant':
      return toWireAssistant(message);
    case 'tool':
      return {
        role: 'tool',
        content: textOf(textsIn(spokenResult(message))),
        ...withoutNulls({
          tool_name: nameOfCall(messages, position, message.tool_call_id) ?? message.name,
        }),
        tool_call_id: message.tool_call_id,
      };
  }
}

function toWireUser({ content }: UserMessage): OllamaMessage {
  if (typeof content === 'string') return { role: 'user', content };
  const images = content.flatMap((part) =>
    part.type === 'image_url' ? [part.image_url.url.replace(/^data:[^,]*,/u, '')] : [],
  );
  const text = textOf(content.filter((part) => part.type === 'text'));
  return { role: 'user', content: text, ...(images.length === 0 ? {} : { images }) };
}

function toWireAssistant(message: AssistantMessage): OllamaMessage {
  const calls = (message.tool_calls ?? []).map((call): OllamaCall => ({
    id: call.id,
    type: 'function',
    function: {
      name: call.function.name,
      arguments: argumentsObject(call.function.arguments),
    },
  }));
  return {
    role: 'assistant',
    content: textOf(message.content) || (message.refusal ?? ''),
    ...(message.reasoning_content ? { thinking: message.reasoning_content } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

type Part = { type: 'text'; text: string } | { type: 'refusal'; refusal: string };

/** Joins the parts of a text with line breaks, because parts are separate pieces. */
function textOf(content: string | readonly Part[] | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((part) => (part.type === 'text' ? part.text : part.refusal))
    .join('\n');
}

/** The function that the nearest earlier call of that id called. */
function nameOfCall(
  messages: readonly Message[],
  position: number,
  id: string,
): string | undefined {
  for (const message of messages.slice(0, position).toReversed()) {
    if (message.role !== 'assistant') continue;
    const call = message.tool_calls?.find((made) => made.id === id);
    if (call !== undefined) return call.function.name;
  }
  return undefined;
}
