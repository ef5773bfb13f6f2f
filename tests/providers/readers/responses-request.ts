import type { Loose, RawPart, RawRequest } from './reader.ts';
import { joinedTurns, valueOf } from './reader.ts';

const EXTRA = 'openai';
const KEPT = ['id', 'type', 'status', 'summary', 'content', 'encrypted_content', 'role', 'phase'];
const CALL = ['id', 'type', 'status', 'call_id', 'name', 'arguments'];

const roleOf = ({ role }: Loose): string => (role === 'developer' ? 'system' : role);
const isOfAssistant = ({ type, role }: Loose): boolean =>
  role === 'assistant' || type === 'reasoning' || type === 'function_call';
const itemsIn = ({ input, instructions }: Loose): Loose[] => [
  ...(instructions ? [{ role: 'system', content: instructions }] : []),
  ...(typeof input === 'string' ? [{ role: 'user', content: input }] : input),
];

/** What a body of the Responses wire asks for. */
export function responsesRequest(body: Loose): RawRequest {
  const { input: _, instructions: __, tools, tool_choice: choice, stream, ...settings } = body;
  const turns = itemsIn(body).map((item) => ({
    role: isOfAssistant(item)
      ? 'assistant'
      : item.type === 'function_call_output'
        ? 'tool'
        : roleOf(item),
    parts: partsOf(item),
  }));
  return {
    turns: joinedTurns(turns),
    ...(tools?.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(choice ? { choice: choice.name ?? choice } : {}),
    settings: { ...settings, stream: stream === true },
  };
}

function toolOf({ name, description, parameters, strict }: Loose) {
  return { name, description, parameters, strict };
}

function partsOf(item: Loose): RawPart[] {
  if (item.type === 'reasoning') return [{ other: { encrypted: item.encrypted_content } }];
  if (item.type === 'function_call') {
    return [
      { call: { id: item.call_id, name: item.name, args: valueOf(item.arguments as string) } },
    ];
  }
  if (item.type === 'function_call_output') {
    return [{ result: { of: item.call_id, parts: textsOf(item.output) } }];
  }
  return textsOf(item.content);
}

function textsOf(content: Loose): RawPart[] {
  if (typeof content === 'string') return [{ text: content }];
  return (content ?? []).map((part: Loose): RawPart => {
    if (part.type === 'input_image') return { image: part.image_url, detail: part.detail };
    if (typeof part.text === 'string') return { text: part.text };
    return { other: part };
  });
}

/** A recorded body as a request of ours; null when it holds what no request of ours says. */
export function askedResponses(body: Loose): object | null {
  const { tools, tool_choice: choice, text, reasoning } = body;
  if (choice?.type === 'allowed_tools') return null;
  const messages: Loose[] = [];
  for (const [position, item] of itemsIn(body).entries()) {
    const before = itemsIn(body)[position - 1];
    // A turn of ours speaks before its calls.
    if (item.role === 'assistant' && before?.type === 'function_call') return null;
    addMessage(messages, item);
  }
  const some = {
    max_completion_tokens: body.max_output_tokens,
    temperature: body.temperature,
    top_p: body.top_p,
    parallel_tool_calls: body.parallel_tool_calls,
    prompt_cache_key: body.prompt_cache_key,
    reasoning_effort: reasoning?.effort,
    reasoning_summary: reasoning?.summary,
    verbosity: text?.verbosity,
    response_format: formatOf(text?.format),
    stream: body.stream,
    tools: tools?.map(({ type, ...made }: Loose) => ({ type, function: made })),
    tool_choice: choice?.name ? { type: 'function', function: { name: choice.name } } : choice,
  };
  const present = Object.entries(some).filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(present), messages };
}

function formatOf(format: Loose): Loose {
  if (format?.type !== 'json_schema') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

/**
 * An answer of a provider stands in a request of ours as we gave it to the caller: with its items
 * where it has reasoning.
 */
function addMessage(messages: Loose[], item: Loose): void {
  if (item.type === 'function_call_output') {
    const content = typeof item.output === 'string' ? item.output : item.output.map(partOf);
    messages.push({ role: 'tool', tool_call_id: item.call_id, content });
    return;
  }
  if (!isOfAssistant(item)) {
    const content = typeof item.content === 'string' ? item.content : item.content.map(partOf);
    messages.push({ role: roleOf(item), content });
    return;
  }
  if (messages.at(-1)?.role !== 'assistant') messages.push({ role: 'assistant', content: null });
  const turn = messages.at(-1);
  if (item.type === 'function_call') {
    const made = { name: item.name, arguments: item.arguments };
    turn.tool_calls = [
      ...(turn.tool_calls ?? []),
      { id: item.call_id, type: 'function', function: made },
    ];
  } else if (item.type !== 'reasoning') {
    const parts = typeof item.content === 'string' ? [{ text: item.content }] : item.content;
    turn.content = (turn.content ?? '') + parts.map(({ text }: Loose) => text ?? '').join('');
  }
  const items = [...(turn.items ?? []), keptOf(item)];
  Object.defineProperty(turn, 'items', { value: items, enumerable: false, configurable: true });
  if (items.some(({ type }) => type === 'reasoning')) {
    turn.extra_content = { [EXTRA]: { items } };
  }
}

function keptOf(item: Loose): Loose {
  const known = item.type === 'function_call' ? CALL : KEPT;
  const content =
    typeof item.content === 'string' ? [{ type: 'output_text', text: item.content }] : item.content;
  const whole = {
    ...item,
    type: item.type ?? 'message',
    ...(content === undefined ? {} : { content }),
  };
  return Object.fromEntries(known.flatMap((name) => (name in whole ? [[name, whole[name]]] : [])));
}

function partOf(part: Loose): Loose {
  if (part.type === 'input_image') {
    return { type: 'image_url', image_url: { url: part.image_url, detail: part.detail } };
  }
  return { type: 'text', text: part.text };
}
