import type { ChatRequest } from '@tollgate/contract/chat';
import { estimateInput } from '@tollgate/providers/tokens/estimate';
import { lineFor, refusalOf } from './strict-provider.ts';

const MODELS = [
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['bedrock', 'amazon.nova-pro-v1:0'],
  ['bedrock', 'openai.gpt-oss-120b-1:0'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['ollama', 'llama3.2'],
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-5.2-codex'],
  ['openai', 'gpt-5.6'],
  ['openai-compatible', 'any-model'],
] as const;
const HISTORY: ChatRequest['messages'] = [
  { role: 'user', content: 'What is the weather?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'wet' },
  { role: 'user', content: 'Thanks. Sum up.' },
];

describe.each(MODELS)('%s %s', (id, model) => {
  const line = lineFor(id, model);

  test('takes a history with calls although the request has no tools any more', async () => {
    expect(await refusalOf(line, { model, messages: HISTORY, max_tokens: 500 })).toBeNull();
  });
});

test('declarations made from the history are in the bound of the prompt', () => {
  const { family, endpoint } = lineFor('bedrock', 'amazon.nova-pro-v1:0');
  const overhead = family.overhead(endpoint);
  const request = { model: 'm', messages: HISTORY };
  const { declaresHistory: _, ...plain } = overhead;
  const more = estimateInput(request, overhead).bound - estimateInput(request, plain).bound;
  expect(more).toBeGreaterThan(overhead.tools + overhead.tool);
});
