import type { Loose } from './reader.ts';

/** Blocks and settings that no request of ours carries. */
const ALIEN =
  /"type":"(?:document|search_result|container_upload|file|url)"|"context_management":/u;

/**
 * A recorded body of the Messages wire as a request of ours; null when it holds what no request of
 * ours says.
 */
export function askedMessages(body: Loose): Loose {
  const tools = body.tools ?? [];
  const isServed = tools.every((tool: Loose) => tool.type === undefined || tool.type === 'custom');
  if (!isServed || ALIEN.test(JSON.stringify(body))) return null;
  const { temperature, top_p, max_tokens, tool_choice: choice, output_config: output } = body;
  const system = typeof body.system === 'string' ? [{ text: body.system }] : (body.system ?? []);
  const request = {
    model: 'any',
    messages: [
      ...system.map(({ text, cache_control }: Loose) => ({
        role: 'system',
        content: text,
        cache_control,
      })),
      ...body.messages.flatMap(messagesOf),
    ],
    temperature,
    top_p,
    max_tokens,
    stop: body.stop_sequences,
    tools: tools.length === 0 ? undefined : tools.map(toolOf),
    tool_choice: choiceOf(choice),
    parallel_tool_calls: parallelOf(choice),
    reasoning_effort: effortOf(body.thinking, output?.effort),
    response_format: formatOf(output?.format),
  };
  return JSON.parse(JSON.stringify(request));
}

/** A budget is none of our words; the smallest effort stands for any. */
function effortOf(thinking: Loose, effort: Loose): Loose {
  if (effort !== undefined) return effort;
  if (thinking?.type === 'enabled') return 'low';
  if (thinking?.type === 'disabled') return 'none';
  return thinking?.type === 'adaptive' ? 'high' : undefined;
}

function toolOf(tool: Loose): Loose {
  const { name, description, input_schema: parameters, strict, cache_control } = tool;
  return { type: 'function', function: { name, description, parameters, strict }, cache_control };
}

function choiceOf(choice: Loose): Loose {
  if (choice?.type === 'any') return 'required';
  return choice?.type === 'tool'
    ? { type: 'function', function: { name: choice.name } }
    : choice?.type;
}

function parallelOf(choice: Loose): Loose {
  const single = choice?.disable_parallel_tool_use;
  return single === undefined ? undefined : !single;
}

function formatOf(format: Loose): Loose {
  if (!format) return undefined;
  return { type: 'json_schema', json_schema: { name: 'answer', schema: format.schema } };
}

/** Each result of a tool is a message of its own. */
function messagesOf({ role, content }: Loose): Loose[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'assistant') return [assistantOf(blocks)];
  const said = blocks.filter(({ type }: Loose) => type !== 'tool_result');
  return [
    ...blocks.filter(({ type }: Loose) => type === 'tool_result').map(resultOf),
    ...(said.length === 0 ? [] : [{ role: 'user', content: said.map(partOf) }]),
  ];
}

function resultOf({ tool_use_id: id, content, cache_control }: Loose): Loose {
  const texts = (part: Loose): Loose => ({ type: 'text', text: part.text });
  const result = typeof content === 'string' ? content : (content ?? []).map(texts);
  return { role: 'tool', tool_call_id: id, content: result, cache_control };
}

function partOf({ type, text, source, cache_control }: Loose): Loose {
  if (type === 'text') return { type, text, cache_control };
  return {
    type: 'image_url',
    image_url: { url: `data:${source.media_type};base64,${source.data}` },
    cache_control,
  };
}

/** Blocks that say more than our fields do stand where an answer of ours has them. */
function assistantOf(blocks: Loose[]): Loose {
  const content = blocks.map(({ cache_control: _mark, ...block }) => block);
  const calls = content.filter(({ type }) => type === 'tool_use').map(callOf);
  const isPlain = content.every(({ type }) => type === 'text' || type === 'tool_use');
  return {
    role: 'assistant',
    cache_control: blocks.at(-1)?.cache_control,
    content: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(isPlain ? {} : { extra_content: { anthropic: { content } } }),
  };
}

function callOf({ id, name, input }: Loose): Loose {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}
