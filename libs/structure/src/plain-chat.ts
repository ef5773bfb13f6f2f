import type {
  AssistantMessage,
  CacheControl,
  ChatRequest,
  Message,
  Tool,
  ToolCall,
} from '@tollgate/contract/chat';
import { extensionOf } from '@tollgate/contract/extensions';
import { giveBackCall } from './replay-data.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What parts of messages have in common. */
interface ContentPart {
  type: string;
  image_url?: object;
  file?: object;
  cache_control?: CacheControl | null;
}

/** Known fields that say nothing beside their one value. */
const SILENT = [
  'audio',
  'function_call',
  'functions',
  'modalities',
  'image_config',
  'prediction',
  'web_search_options',
] as const satisfies readonly (keyof ChatRequest)[];
/** What clients hand back with an answer and nobody reads. */
const UNREAD = [
  'audio',
  'images',
  'function_call',
  'parsed',
  'annotations',
  'provider_specific_fields',
  'reasoning',
  'reasoning_details',
  'thinking_blocks',
] as const satisfies readonly (keyof AssistantMessage)[];

/**
 * A parsed request in the words that everything behind the parser reads: `developer` is `system`,
 * null fields of messages and tools are absent, no tools are none, and what clients hand back
 * beside an answer is gone. What it means stays the same.
 */
export function plainChatRequest(request: ChatRequest): ChatRequest {
  const plain: ChatRequest = {
    ...without(request, SILENT),
    messages: request.messages.map(plainMessage),
  };
  if (plain.response_format?.type === 'json_schema') {
    const { json_schema: schema } = plain.response_format;
    plain.response_format = { ...plain.response_format, json_schema: withoutNulls(schema) };
  }
  if (plain.top_logprobs === 0 && plain.logprobs !== true) delete plain.top_logprobs;
  if (plain.tools?.length) return { ...plain, tools: plain.tools.map(plainTool) };
  return without(plain, ['tools', 'tool_choice', 'parallel_tool_calls']);
}

function plainMessage(given: Message): Message {
  const message = withoutId(given);
  switch (message.role) {
    case 'user':
      return withoutNulls({ ...plainMark(message), content: plainContent(message.content) });
    case 'assistant':
      return plainAssistant(message);
    case 'tool':
      return withoutNulls({ ...plainMark(message), content: plainContent(message.content) });
    case 'system':
    default:
      return withoutNulls({
        ...plainMark(message),
        role: 'system',
        content: plainContent(message.content),
      });
  }
}

/** Some clients name each message for themselves. */
function withoutId(message: Message): Message {
  if (message.id === undefined) return message;
  const { id: _, ...rest } = message;
  return rest as Message;
}

function plainContent<Part extends ContentPart>(content: string | Part[]): string | Part[] {
  return typeof content === 'string' ? content : content.map(plainPart);
}

function plainPart<Part extends ContentPart>(part: Part): Part {
  const plain = plainMark(part);
  if (plain.file !== undefined) return { ...plain, file: withoutNulls(plain.file) };
  if (plain.image_url === undefined) return plain;
  const image: Fields = withoutNulls(plain.image_url as Fields);
  const { detail, ...rest } = image;
  return { ...plain, image_url: detail === 'original' ? rest : image };
}

/** A mark that is null is none, and one whose time is null says no time. */
function plainMark<One extends Pick<ContentPart, 'cache_control'>>(one: One): One {
  if (one.cache_control === undefined) return one;
  const { cache_control: mark, ...rest } = one;
  if (mark === null) return rest as One;
  const { scope: _, ...reach } = mark as CacheControl & { scope?: unknown };
  return { ...rest, cache_control: withoutNulls(reach) } as One;
}

/**
 * Its content may be null and stays so: it says that there is none. An answer that says nothing at
 * all is an empty text.
 */
function plainAssistant(message: AssistantMessage): AssistantMessage {
  const { content, ...rest } = without(plainMark(message), UNREAD);
  const plain: AssistantMessage = withoutNulls(rest);
  if (content !== undefined) plain.content = content === null ? null : plainContent(content);
  if (plain.tool_calls) plain.tool_calls = plain.tool_calls.map(plainCall);
  if (saysNothing(plain)) plain.content = '';
  return plain;
}

function saysNothing(message: AssistantMessage): boolean {
  const { content, refusal, tool_calls: calls, reasoning_content: reasoning } = message;
  const said = content ?? refusal ?? reasoning ?? message.extra_content;
  return (said === undefined || said === null) && (calls?.length ?? 0) === 0;
}

function plainCall(call: ToolCall): ToolCall {
  const { id, type, function: called } = call;
  const extra = call.extra_content ?? undefined;
  const plain: ToolCall = {
    id,
    type,
    function: { name: called.name, arguments: called.arguments, ...extensionOf(called) },
    ...extensionOf(call),
  };
  if (extra !== undefined) giveBackCall(plain, { extra });
  return plain;
}

function plainTool(tool: Tool): Tool {
  const { function: reported, ...rest } = plainMark(tool);
  return { ...rest, function: withoutNulls(reported) };
}

function without<T extends object, Name extends keyof T>(
  whole: T,
  names: readonly Name[],
): Omit<T, Name> & Partial<T> {
  if (!names.some((name) => Object.hasOwn(whole, name))) return whole;
  const rest: Partial<T> = { ...whole };
  for (const name of names) delete rest[name];
  return rest as Omit<T, Name> & Partial<T>;
}

function withoutNulls<T extends object>(whole: T): T {
  const fields = whole as Fields;
  if (!Object.values(fields).includes(null)) return whole;
  const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return { ...kept, ...extensionOf(whole) } as T;
}
