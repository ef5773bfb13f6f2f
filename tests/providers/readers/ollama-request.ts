import type { Loose, RawCall, RawEmbeddingsRequest, RawPart, RawRequest } from './reader.ts';
import { textParts } from './reader.ts';

/** A recorded body of `/api/chat` as a request of ours. */
export function askedChat(body: Loose, callsOf: (message: Loose) => RawCall[]): object {
  const { tools, format, think, options } = body;
  const ids = new Map<string, string>();
  const messages = body.messages.map((message: Loose, at: number) => {
    const calls = callsOf(message).map((call, position) =>
      askedCall(call, `call_${at}_${position}`),
    );
    for (const call of calls) ids.set(call.function.name, call.id);
    const { role, content, images, thinking, tool_name: of, tool_call_id: id } = message;
    if (role === 'tool')
      return { role, tool_call_id: id ?? ids.get(of) ?? of ?? 'call_0_0', content };
    return {
      role,
      content: images?.length > 0 ? [...textParts(content), ...images.map(imageOf)] : content,
      ...(thinking ? { reasoning_content: thinking } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
  });
  const settings = {
    tools: tools?.length > 0 ? tools : undefined,
    response_format: formatOf(format),
    reasoning_effort: effortOf(think),
    max_completion_tokens: options?.num_predict,
    ...known(options ?? {}),
  };
  return JSON.parse(JSON.stringify({ model: body.model, messages, ...settings })) as object;
}

function askedCall({ name, args, id }: RawCall, made: string) {
  return { id: id ?? made, type: 'function', function: { name, arguments: args } };
}

function imageOf(data: string): Loose {
  const type = data.startsWith('iVBOR') ? 'png' : 'jpeg';
  return { type: 'image_url', image_url: { url: `data:image/${type};base64,${data}` } };
}

function formatOf(format: Loose): Loose {
  if (!format) return undefined;
  if (format === 'json') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema: format } };
}

function effortOf(think: Loose): string | undefined {
  if (think === undefined || think === null) return undefined;
  if (typeof think === 'string') return think;
  return think ? 'medium' : 'none';
}

const SAME = ['temperature', 'top_p', 'seed', 'stop', 'presence_penalty', 'frequency_penalty'];

function known(options: Loose): Loose {
  const reported = Object.entries(options).filter(
    ([name, value]) => SAME.includes(name) && value !== null,
  );
  return Object.fromEntries(reported);
}

/** What a body of `/api/chat` asks for. */
export function chatRequest(body: Loose): RawRequest {
  const { messages, tools, stream = true, options, format, ...settings } = body;
  return {
    turns: messages.map(turnOf),
    ...(tools?.length > 0 ? { tools: tools.map(({ function: reported }: Loose) => reported) } : {}),
    settings: {
      ...settings,
      ...options,
      stream: stream === true,
      format: format === '' ? undefined : format,
    },
  };
}

function turnOf({ role, content, images, thinking, tool_calls: calls, ...rest }: Loose) {
  if (role === 'tool') {
    return { role, parts: [{ result: { of: rest.tool_name, parts: textParts(content) } }] };
  }
  const parts: RawPart[] = [
    ...(thinking ? [{ thought: thinking }] : []),
    ...(content ? textParts(content) : []),
    ...(images ?? []).map((image: string) => ({ image })),
    ...(calls ?? []).map(({ function: made }: Loose) => ({
      call: { name: made.name, args: made.arguments ?? {} },
    })),
  ];
  return { role, parts };
}

/** What a body of `/api/embed` asks for. */
export function embedRequest([body]: Loose[]): RawEmbeddingsRequest {
  const { input, dimensions, ...settings } = body;
  return { inputs: typeof input === 'string' ? [input] : input, dimensions, settings };
}
