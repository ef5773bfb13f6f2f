import type { ChatRequest } from '@tollgate/contract/chat';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { overWireLimits } from '@tollgate/providers/contract/wire-limits';
import { lineFor, refusalOf } from './strict-provider.ts';

const LONG = `mcp__${'a'.repeat(40)}__${'b'.repeat(48)}`;
const DIGIT = '3d_print';
const NAMES = [LONG, `${LONG.slice(0, -1)}c`, DIGIT, 'plain'];
const MODELS = [
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-5.2-codex'],
  ['openai', 'gpt-5.6'],
  ['openai-compatible', 'any-model'],
  ['openai-responses', 'gpt-5.2'],
  ['google', 'gemini-2.5-flash'],
  ['bedrock', 'amazon.nova-lite-v1:0'],
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
] as const;
const CREDENTIAL = { api_key: 'k' };

const tools = NAMES.map((name) => ({ type: 'function' as const, function: { name } }));
const call = { id: 'c1', type: 'function' as const, function: { name: LONG, arguments: '{}' } };
const request: ChatRequest = {
  model: 'm',
  max_completion_tokens: 500,
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', name: LONG, content: 'wet' },
    { role: 'user', content: 'again' },
  ],
  tools,
};

describe.each(MODELS)('%s %s', (id, model) => {
  const line = lineFor(id, model);
  const { family, endpoint } = line;

  test('takes tools with names that its wire does not take', async () => {
    expect(await refusalOf(line, request)).toBeNull();
    const { chat } = family;
    if (chat === undefined) throw new Error('the family does not chat');
    const mapper = mapperFor(chat, request, { family, endpoint, credential: CREDENTIAL });
    const sent = JSON.stringify(mapper.toWire(request, endpoint, false));
    expect(sent).not.toContain(LONG);
    expect(sent).toContain('"plain"');
    const names = new Set([...sent.matchAll(/"name":"([^"]+)"/gu)].map(([, name]) => name));
    expect(
      [...names].filter((name) => family.facts?.(endpoint).toolName?.value.test(name ?? '')),
    ).toEqual([...names]);
  });
});

test('a call of a renamed tool comes back under its own name, whole and streamed', () => {
  const { family, endpoint } = lineFor('openai', 'gpt-4o');
  const { chat } = family;
  if (chat === undefined) throw new Error('the family does not chat');
  const mapper = mapperFor(chat, request, { family, endpoint, credential: CREDENTIAL });
  const sent = mapper.toWire(request, endpoint, false) as { tools: (typeof tools)[number][] };
  const [short] = sent.tools.map(({ function: { name } }) => name);
  expect(short).toMatch(/^mcp__a{40}__b{2,4}_[0-9a-f]{12}$/u);
  const made = { ...call, function: { name: short, arguments: '{}' } };
  const whole = mapper.fromWire(
    {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', tool_calls: [made] },
          finish_reason: 'tool_calls',
        },
      ],
    },
    endpoint,
  );
  expect(whole.choices[0]?.message.tool_calls?.[0]?.function.name).toBe(LONG);
  const delta = { role: 'assistant', tool_calls: [{ index: 0, ...made }] };
  const events = mapper
    .stream(endpoint)
    .push({ type: null, data: JSON.stringify({ choices: [{ index: 0, delta }] }) });
  expect(JSON.stringify(events)).toContain(LONG);
  expect(JSON.stringify(events)).not.toContain(short);
});

test.each([
  ['openai', 'gpt-4o', 5, 'This model takes at most 4 stop sequences, and the request has 5.'],
  [
    'google',
    'gemini-2.5-flash',
    6,
    'This model takes at most 5 stop sequences, and the request has 6.',
  ],
  [
    'bedrock',
    'amazon.nova-lite-v1:0',
    2_501,
    'This model takes at most 2500 stop sequences, and the request has 2501.',
  ],
  ['google', 'gemini-2.5-flash', 5, null],
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 12, null],
  ['anthropic', 'claude-sonnet-4-5', 12, null],
])('%s %s with %i stop sequences: %s', (id, model, count, message) => {
  const { family, endpoint } = lineFor(id, model);
  const stop = Array.from({ length: count }, (_, at) => `stop ${at}`);
  const refusal = overWireLimits({ ...request, stop }, family.facts?.(endpoint) ?? {});
  expect(refusal?.message ?? null).toBe(message);
});
