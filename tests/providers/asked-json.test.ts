import type { ChatRequest } from '@tollgate/contract/chat';
import { familyById } from '@tollgate/providers/families';
import { lineFor, refusalOf } from './strict-provider.ts';

const asking = (words: string): ChatRequest => ({
  model: 'm',
  max_completion_tokens: 2_000,
  messages: [{ role: 'user', content: words }],
  response_format: { type: 'json_object' },
});
const UNASKED = asking('Say hello.');
const ASKED = asking('Say hello, as JSON.');
const WORDS =
  'This model makes a JSON object only where the messages ask for one: the word "json" has to stand in them.';

/**
 * Families and models, and whether their provider answers 400 where the word does not stand in the
 * messages.
 */
const LINES: readonly [family: string, model: string, refuses: boolean][] = [
  ['openai', 'gpt-4o', true],
  ['openai', 'gpt-5.4', true],
  ['openai', 'gpt-5.2-codex', true],
  ['deepseek', 'deepseek-chat', true],
  ['openai-compatible', 'gpt-4o', true],
  ['openai-compatible', 'openai/gpt-5.4', true],
  ['openai-compatible', 'llama-3.3-70b', false],
  ['openai-responses', 'gpt-5.2', true],
  ['openai-responses', 'grok-4', false],
  ['google', 'gemini-2.5-flash', false],
  ['ollama', 'qwen3:8b', false],
];

test.each(LINES)('%s %s: a JSON object that no message asks for', async (id, model, refuses) => {
  const line = lineFor(id, model);
  const ours = line.family.foreignContent?.(UNASKED, line.endpoint) ?? null;
  expect(ours).toEqual(refuses ? { param: 'messages', message: WORDS } : null);
  const theirs = await refusalOf(line, UNASKED);
  expect(theirs === null ? null : /contain the word 'json'/u.test(theirs)).toBe(
    refuses ? true : null,
  );
  expect(line.family.foreignContent?.(ASKED, line.endpoint) ?? null).toBeNull();
  expect(await refusalOf(line, ASKED)).toBeNull();
});

/** Hosts of many models, by their addresses. */
const HOSTS: readonly [url: string, refuses: boolean][] = [
  ['https://example.openai.azure.com/openai/v1', true],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', true],
  ['https://api.deepseek.com', true],
  ['https://api.mistral.ai/v1', false],
  ['https://api.x.ai/v1', false],
  ['http://127.0.0.1:8000/v1', false],
];

test.each(HOSTS)('a compatible provider at %s', (baseUrl, refuses) => {
  const family = familyById('openai-compatible');
  const upstreamModel = baseUrl.includes('azure') ? 'gpt-4o' : 'some-model';
  const endpoint = { family: 'openai-compatible', provider: 'p', upstreamModel, baseUrl };
  const refusal = family?.foreignContent?.(UNASKED, endpoint) ?? null;
  expect(refusal?.message).toBe(refuses ? WORDS : undefined);
});
