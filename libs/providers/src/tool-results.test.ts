import type { ChatRequest, ToolMessage } from '@tollgate/contract/chat';
import type { Target } from './adapter.ts';
import { estimateInput } from './estimate.ts';
import { familyById } from './families.ts';

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
const targetOf = (family: string, upstreamModel: string): Target => ({
  family,
  provider: family,
  upstreamModel,
  baseUrl: 'https://api.example.com',
});

function sent(family: string, model: string, result: Partial<ToolMessage>): string {
  const target = targetOf(family, model);
  return JSON.stringify(familyById(family)?.chat?.toWire(requestWith(result), target, false));
}
function refused(family: string, model: string, result: Partial<ToolMessage>): string | null {
  const refusal = familyById(family)?.foreignContent?.(
    requestWith(result),
    targetOf(family, model),
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

test.each([
  ['bedrock', LLAMA],
  ['google', 'gemini-2.5-flash'],
  ['openai', 'gpt-4o-mini'],
  ['openai-compatible', 'm'],
  ['deepseek', 'deepseek-chat'],
  ['ollama', 'm'],
])('%s %s takes results as text only, and the image is named', (family, model) => {
  expect(refused(family, model, { content: seen })).toBe('messages[2].content[1]');
  expect(refused(family, model, {})).toBeNull();
});

test('what is said of a failure and an image in a result are part of the bound', () => {
  const overhead = familyById('anthropic')?.overhead(targetOf('anthropic', 'claude-sonnet-4-5'));
  if (overhead === undefined) throw new Error('no overhead');
  const bound = (result: Partial<ToolMessage>): number =>
    estimateInput(requestWith(result), overhead).bound;
  expect(bound({ is_error: true })).toBeGreaterThan(bound({}));
  expect(bound({ content: seen })).toBeGreaterThanOrEqual(overhead.image);
});
