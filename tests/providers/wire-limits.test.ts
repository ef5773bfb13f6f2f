import type { ChatRequest } from '@tollgate/contract/chat';
import { checkChatRequest } from '@tollgate/providers/check-contract';
import { lineFor, refusalOf } from './strict-provider.ts';

const ASKED: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello.' }],
  max_completion_tokens: 500,
};
const stops = (count: number): Partial<ChatRequest> => ({
  stop: Array.from({ length: count }, (_, at) => `stop ${at}`),
});
const tools = (count: number): Partial<ChatRequest> => ({
  tools: Array.from({ length: count }, (_, at) => ({
    type: 'function',
    function: { name: `f${at}`, parameters: { type: 'object', properties: {} } },
  })),
});

/** What each contract publishes, and how a request reaches it. */
const LIMITS = [
  ['openai', 'gpt-4o', 'stop_sequences', 4, stops],
  ['openai', 'gpt-4o', 'tools', 128, tools],
  ['openai', 'gpt-5', 'tools', 128, tools],
  ['google', 'gemini-2.5-flash', 'stop_sequences', 5, stops],
  ['bedrock', 'amazon.nova-lite-v1:0', 'stop_sequences', 2_500, stops],
] as const;

test.each(LIMITS)(
  '%s %s publishes %s %i, and the fake provider, which has numbers of its own, refuses one more',
  async (id, model, name, most, asking) => {
    const line = lineFor(id, model);
    expect(line.contract.limits[name]).toBe(most);
    const within = { ...ASKED, ...asking(most) };
    const beyond = { ...ASKED, ...asking(most + 1) };
    expect(checkChatRequest(line.contract, within)).toBeNull();
    expect(await refusalOf(line, within)).toBeNull();
    expect(checkChatRequest(line.contract, beyond)?.message).toContain(`at most ${most} `);
    expect(await refusalOf(line, beyond)).not.toBeNull();
  },
);

test.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['bedrock', 'amazon.nova-lite-v1:0'],
  ['openai-compatible', 'any-model'],
  ['openai-responses', 'any-model'],
])('129 tools are no fault at %s %s, which names no limit', async (id, model) => {
  const line = lineFor(id, model);
  const asked = { ...ASKED, ...tools(129) };
  expect(line.contract.limits.tools).toBeUndefined();
  expect(checkChatRequest(line.contract, asked)).toBeNull();
  expect(await refusalOf(line, asked)).toBeNull();
});
