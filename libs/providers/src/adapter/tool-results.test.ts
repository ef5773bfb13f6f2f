import type { ChatRequest, Message, ToolMessage } from '@tollgate/contract/chat';
import type { Endpoint } from './adapter.ts';
import { estimateInput } from '../tokens/estimate.ts';
import { familyById } from '../families.ts';
import { withMediaBehindResults } from './tool-results.ts';
import { withoutUnseenResults } from '../tokens/unseen-results.ts';

const PICTURE = 'iVBORw0KGgo=';
const image = {
  type: 'image_url' as const,
  image_url: { url: `data:image/png;base64,${PICTURE}` },
};
const NOVA = 'amazon.nova-pro-v1:0';
const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0';
const LLAMA = 'meta.llama3-1-70b-instruct-v1:0';

const requestWith = (result: Partial<ToolMessage>): ChatRequest => ({
  model: 'm',
  messages: [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'No such file', ...result },
  ],
  tools: [{ type: 'function', function: { name: 'look' } }],
  max_tokens: 10,
});
const endpointOf = (family: string, upstreamModel: string): Endpoint => ({
  family,
  provider: family,
  upstreamModel,
  baseUrl: 'https://api.example.com',
});

function sent(family: string, model: string, result: Partial<ToolMessage>): string {
  const endpoint = endpointOf(family, model);
  return JSON.stringify(familyById(family)?.chat?.toWire(requestWith(result), endpoint, false));
}
function refused(family: string, model: string, result: Partial<ToolMessage>): string | null {
  const refusal = familyById(family)?.foreignContent?.(
    requestWith(result),
    endpointOf(family, model),
  );
  return refusal?.param ?? null;
}

test.each([
  ['anthropic', 'claude-sonnet-4-5', '"content":"No such file","is_error":true'],
  ['bedrock', CLAUDE, '"content":[{"text":"No such file"}],"status":"error"'],
  ['bedrock', NOVA, '"content":[{"text":"No such file"}],"status":"error"'],
  ['google', 'gemini-2.5-flash', '"response":{"error":"No such file"}'],
  ['bedrock', LLAMA, '"content":[{"text":"The tool failed.\\nNo such file"}]'],
  ['openai', 'gpt-4o-mini', '"content":"The tool failed.\\nNo such file"'],
  ['openai', 'gpt-5-codex', '"output":"The tool failed.\\nNo such file"'],
  ['openai-responses', 'm', '"output":"The tool failed.\\nNo such file"'],
  ['openai-compatible', 'm', '"content":"The tool failed.\\nNo such file"'],
  ['deepseek', 'deepseek-chat', '"content":"The tool failed.\\nNo such file"'],
  ['ollama', 'm', '"content":"The tool failed.\\nNo such file"'],
])('a tool that failed is told to %s %s by its mark, or in words', (family, model, expected) => {
  const failed = sent(family, model, { is_error: true });
  expect(failed).toContain(expected);
  if (family !== 'anthropic') expect(failed).not.toContain('is_error');
  expect(sent(family, model, {})).not.toMatch(/error|failed/);
  expect(sent(family, model, { is_error: true, content: '' })).toMatch(/error|failed/);
});

const seen = [{ type: 'text' as const, text: 'Seen:' }, image];

test.each([
  ['anthropic', 'claude-sonnet-4-5', '{"type":"base64","media_type":"image/png","data"'],
  ['bedrock', CLAUDE, '{"image":{"format":"png","source":{"bytes"'],
  ['bedrock', NOVA, '{"image":{"format":"png","source":{"bytes"'],
  ['google', 'gemini-3-pro-preview', '"parts":[{"inlineData":{"mimeType":"image/png","data"'],
  ['openai', 'gpt-5-codex', '"output":[{"type":"input_text","text":"Seen:"},{"type":"input_image"'],
])('%s %s takes results with images', (family, model, expected) => {
  expect(refused(family, model, { content: seen })).toBeNull();
  const wire = sent(family, model, { content: seen });
  expect(wire).toContain(expected);
  expect(wire).toContain(PICTURE);
});

const url = image.image_url.url;
const words = 'Returned by the tool call a:';
const bytes = { inlineData: { mimeType: 'image/png', data: PICTURE } };

test.each([
  [
    'bedrock',
    LLAMA,
    [
      { toolResult: { toolUseId: 'a', content: [{ text: 'Seen:' }] } },
      { text: words },
      { image: { format: 'png', source: { bytes: PICTURE } } },
    ],
  ],
  ['google', 'gemini-2.5-flash', [{ text: words }, bytes]],
  [
    'openai',
    'gpt-4o-mini',
    [
      { type: 'text', text: words },
      { type: 'image_url', image_url: { url } },
    ],
  ],
  [
    'openai-compatible',
    'm',
    [
      { type: 'text', text: words },
      { type: 'image_url', image_url: { url } },
    ],
  ],
])('%s %s takes results as text, and the image follows them', (family, model, expected) => {
  expect(refused(family, model, { content: seen })).toBeNull();
  const wire = JSON.parse(sent(family, model, { content: seen })) as Wire;
  const last = (wire.messages ?? wire.contents)?.at(-1);
  expect(last).toMatchObject({ role: 'user' });
  expect(last?.content ?? last?.parts).toEqual(expected);
});

interface WireTurn {
  role: string;
  content?: unknown;
  parts?: unknown;
}
interface Wire {
  messages?: WireTurn[];
  contents?: WireTurn[];
}

test('a local server takes the image with the message behind the results', () => {
  const wire = JSON.parse(sent('ollama', 'm', { content: seen })) as Wire;
  expect(wire.messages?.slice(2)).toEqual([
    { role: 'tool', content: 'Seen:', tool_name: 'look', tool_call_id: 'a' },
    { role: 'user', content: words, images: [PICTURE] },
  ]);
});

describe('moved images', () => {
  const call = (id: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'look', arguments: '{}' },
  });
  const result = (id: string, content: ToolMessage['content']): ToolMessage => ({
    role: 'tool',
    tool_call_id: id,
    content,
  });
  const calls: Message = {
    role: 'assistant',
    content: null,
    tool_calls: [call('a'), call('b'), call('c')],
  };
  const named = (id: string) => ({ type: 'text', text: `Returned by the tool call ${id}:` });
  const STANDS = 'What the tool returned stands in the next message.';

  test('of parallel calls stand behind all results, each with its call', () => {
    const results = [result('a', [image]), result('b', 'Text.'), result('c', seen)];
    expect(withMediaBehindResults({ messages: [calls, ...results] })).toEqual([
      calls,
      result('a', STANDS),
      result('b', 'Text.'),
      result('c', [seen[0] as { type: 'text'; text: string }]),
      { role: 'user', content: [named('a'), image, named('c'), image] },
    ]);
  });

  test('stand in front of what the user says next', () => {
    const messages: Message[] = [calls, result('a', [image]), { role: 'user', content: 'Well?' }];
    const moved = withMediaBehindResults({ messages: [...messages, calls] });
    expect(moved.slice(1)).toEqual([
      result('a', STANDS),
      { role: 'user', content: [named('a'), image, { type: 'text', text: 'Well?' }] },
      calls,
    ]);
  });

  test('stand before the next answer', () => {
    const messages: Message[] = [calls, result('a', [image]), { role: 'assistant', content: 'x' }];
    expect(withMediaBehindResults({ messages }).map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'user',
      'assistant',
    ]);
  });

  test('leave a conversation without them as it is', () => {
    const messages: Message[] = [calls, result('a', 'x')];
    expect(withMediaBehindResults({ messages })).toBe(messages);
  });
});

test('a model without eyes gets a text in the place of the picture of a tool, and the picture is named', () => {
  const { messages } = requestWith({ content: seen });
  const blind = withoutUnseenResults(messages, { parameters: {} });
  expect(blind.replaced).toEqual(['messages[2].content[1]']);
  expect(JSON.stringify(blind.messages)).not.toContain(PICTURE);
  expect(JSON.stringify(blind.messages[2])).toContain('This model takes no pictures');
  const seeing = { parameters: { image_input: { supported: true } } };
  expect(withoutUnseenResults(messages, seeing)).toEqual({ messages, replaced: [] });
});

test('what is said of a failure and an image in a result are part of the bound', () => {
  const overhead = familyById('anthropic')?.overhead(endpointOf('anthropic', 'claude-sonnet-4-5'));
  if (overhead === undefined) throw new Error('no overhead');
  const bound = (result: Partial<ToolMessage>): number =>
    estimateInput(requestWith(result), overhead).bound;
  expect(bound({ is_error: true })).toBeGreaterThan(bound({}));
  expect(bound({ content: seen })).toBeGreaterThanOrEqual(overhead.image);
});
