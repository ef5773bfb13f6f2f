import type {
  AssistantMessage,
  ChatRequest,
  Message,
  Tool,
  ToolCall,
  UserContentPart,
} from '@tollgate/contract/chat';

type Fields = Readonly<Record<string, unknown>>;

/** Known fields that say nothing beside their one value. */
const SILENT = [
  'audio',
  'function_call',
  'functions',
  'modalities',
  'prediction',
  'web_search_options',
] as const satisfies readonly (keyof ChatRequest)[];
/** What clients hand back with an answer and nobody reads. */
const UNREAD = [
  'audio',
  'function_call',
  'parsed',
  'annotations',
  'provider_specific_fields',
  'reasoning',
  'reasoning_details',
  'thinking_blocks',
] as const satisfies readonly (keyof AssistantMessage)[];

/**
 * A parsed request in the words that everything behind the parser reads: `developer` is `system`, null fields of messages and
 * tools are absent, no tools are none, and what clients hand back beside an answer is gone. What it means stays the same.
 */
export function plainChatRequest(request: ChatRequest): ChatRequest {
  const plain: ChatRequest = {
    ...without(request, SILENT),
    messages: request.messages.map(plainMessage),
  };
  if (plain.response_format?.type === 'json_schema') {
    const { json_schema: schema } = plain.response_format;
    plain.response_format = { type: 'json_schema', json_schema: withoutNulls(schema) };
  }
  if (plain.top_logprobs === 0 && plain.logprobs !== true) delete plain.top_logprobs;
  if (plain.tools?.length) return { ...plain, tools: plain.tools.map(plainTool) };
  return without(plain, ['tools', 'tool_choice', 'parallel_tool_calls']);
}

function plainMessage(message: Message): Message {
  switch (message.role) {
    case 'user':
      return withoutNulls(
        typeof message.content === 'string'
          ? message
          : { ...message, content: message.content.map(plainPart) },
      );
    case 'assistant':
      return plainAssistant(message);
    case 'tool':
      return withoutNulls(message);
    case 'system':
    default:
      return withoutNulls({ ...message, role: 'system' });
  }
}

function plainPart(part: UserContentPart): UserContentPart {
  return part.type === 'text' ? part : { ...part, image_url: withoutNulls(part.image_url) };
}

/** Its content may be null and stays so: it says that there is none. */
function plainAssistant(message: AssistantMessage): AssistantMessage {
  const { content, ...rest } = without(message, UNREAD);
  const plain: AssistantMessage = withoutNulls(rest);
  if (content !== undefined) plain.content = content;
  if (plain.tool_calls) plain.tool_calls = plain.tool_calls.map(plainCall);
  return plain;
}

function plainCall(call: ToolCall): ToolCall {
  const { id, type, function: called } = call;
  const extra = call.extra_content ?? undefined;
  return {
    id,
    type,
    function: { name: called.name, arguments: called.arguments },
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

function plainTool({ type, function: told }: Tool): Tool {
  return { type, function: withoutNulls(told) };
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
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
}
