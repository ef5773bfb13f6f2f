import type { ChatRequest } from '@tollgate/contract/chat';
import {
  checkChatRequest,
  checkEmbeddingsRequest,
} from '@tollgate/providers/contract/check-contract';
import type { Fact, WireFacts } from '@tollgate/providers/adapter/facts';
import { overWireLimits } from '@tollgate/providers/contract/wire-limits';
import { BEDROCK_BETAS, COHERE_FACTS, TITAN_FACTS } from '@tollgate/providers/bedrock/facts';
import { LONG_CONTEXT_BETA, USUAL_CONTEXT } from '@tollgate/providers/claude/facts';
import { GOOGLE_EMBEDDINGS_FACTS } from '@tollgate/providers/google/facts';
import { CHAT_REFUSES_TOOLS, OPENAI_EMBEDDINGS_FACTS } from '@tollgate/providers/openai/facts';
import { STANDARD_TIERS } from '@tollgate/contract/service-tiers';
import { embeddingsRefusalOf, lineFor, refusalAt, refusalOf } from './strict-provider.ts';

const ASKED: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello.' }],
  max_completion_tokens: 500,
};
const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const PDF = `data:application/pdf;base64,${Buffer.from('%PDF-1.4 x').toString('base64')}`;

type Part = Exclude<
  Extract<ChatRequest['messages'][number], { role: 'user' }>['content'],
  string
>[number];
const imageOf = (bytes: Buffer): Part => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${bytes.toString('base64')}` },
});
const repeated = (part: Part, count: number): Partial<ChatRequest> => {
  const text: Part = { type: 'text', text: 'Hello.' };
  return {
    messages: [{ role: 'user', content: [text, ...Array.from({ length: count }, () => part)] }],
  };
};

/** How a request reaches each limit, and the field that a refusal names. */
const REACHED: Readonly<
  Record<string, { param: string; asking: (count: number) => Partial<ChatRequest> }>
> = {
  stops: {
    param: 'stop',
    asking: (count) => ({ stop: Array.from({ length: count }, (_, at) => `stop ${at}`) }),
  },
  tools: {
    param: 'tools',
    asking: (count) => ({
      tools: Array.from({ length: count }, (_, at) => ({
        type: 'function',
        function: { name: `f${at}`, parameters: { type: 'object', properties: {} } },
      })),
    }),
  },
  images: { param: 'messages', asking: (count) => repeated(imageOf(PNG), count) },
  imagesPerMessage: { param: 'messages[0]', asking: (count) => repeated(imageOf(PNG), count) },
  documentsPerMessage: {
    param: 'messages[0]',
    asking: (count) =>
      repeated({ type: 'file', file: { filename: 'a.pdf', file_data: PDF } }, count),
  },
  imageBytes: {
    param: 'messages[0].content[1]',
    asking: (bytes) => repeated(imageOf(Buffer.concat([PNG], bytes)), 1),
  },
};

/**
 * The numbers as their sources have them, written down once more: a slip in the table is seen here.
 */
const LINES: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
  ['openai', 'gpt-4o', { stops: 4, tools: 128, images: 1_500 }],
  ['openai', 'gpt-5.2-codex', { tools: 128, images: 1_500 }],
  ['google', 'gemini-2.5-flash', { stops: 5, images: 3_600 }],
  ['anthropic', 'claude-sonnet-4-5', { images: 100, imageBytes: 3_932_160 }],
  ['anthropic', 'claude-opus-4-8', { images: 600, imageBytes: 3_932_160 }],
  [
    'bedrock',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    { images: 100, imageBytes: 3_932_160 },
  ],
  [
    'bedrock',
    'amazon.nova-lite-v1:0',
    { stops: 2_500, imagesPerMessage: 20, documentsPerMessage: 5, imageBytes: 3_932_160 },
  ],
  ['deepseek', 'deepseek-chat', { stops: 16, tools: 128 }],
];
const CASES = LINES.flatMap(([id, model, limits]) =>
  Object.entries(limits).map(([name, most]) => [id, model, name, most] as const),
);

test.each(CASES)(
  '%s %s takes %s up to %i, and one more is refused by its name here and by the provider itself',
  async (id, model, name, most) => {
    const line = lineFor(id, model);
    const { param, asking } = REACHED[name] ?? { param: '', asking: () => ({}) };
    const within = { ...ASKED, ...asking(most) };
    const beyond = { ...ASKED, ...asking(most + 1) };
    const facts = line.family.facts?.(line.endpoint) ?? {};
    expect(checkChatRequest(line.contract, within)).toBeNull();
    expect(overWireLimits(within, facts)).toBeNull();
    expect(await refusalOf(line, within)).toBeNull();
    const refused = { param, message: expect.stringContaining(`at most ${most} `) as string };
    expect(checkChatRequest(line.contract, beyond)).toMatchObject(refused);
    expect(overWireLimits(beyond, facts)).toMatchObject(refused);
    expect(await refusalOf(line, beyond)).not.toBeNull();
  },
);

test('the lines above have every number of the tables', () => {
  for (const [id, model, limits] of LINES) {
    const { family, endpoint, contract } = lineFor(id, model);
    const facts = Object.entries(family.facts?.(endpoint) ?? {}) as [string, Fact<unknown>][];
    const numbers = facts.flatMap(([name, { value }]) =>
      typeof value === 'number' ? [[name, value]] : [],
    );
    // A reasoning model takes no stop sequences at all.
    const taken = numbers.filter(
      ([name]) => name !== 'stops' || contract.parameters['stop']?.supported === true,
    );
    expect([id, Object.fromEntries(taken)]).toEqual([id, limits]);
  }
});

test('each fact has a source and the day on which it was read', () => {
  const lines = [...LINES, ['openai-compatible', 'any-model', {}] as const];
  for (const [id, model] of lines) {
    const { family, endpoint } = lineFor(id, model);
    const facts: WireFacts = family.facts?.(endpoint) ?? {};
    expect(Object.keys(facts)).not.toEqual([]);
    expectRead(Object.values(facts) as Fact<unknown>[]);
  }
  expectRead([
    ...Object.values(OPENAI_EMBEDDINGS_FACTS),
    ...Object.values(GOOGLE_EMBEDDINGS_FACTS),
    ...Object.values(COHERE_FACTS),
    ...Object.values(TITAN_FACTS),
    ...Object.values(CHAT_REFUSES_TOOLS),
    ...Object.values(STANDARD_TIERS),
    BEDROCK_BETAS,
    LONG_CONTEXT_BETA,
    USUAL_CONTEXT,
  ]);
});

function expectRead(facts: readonly Pick<Fact<unknown>, 'source' | 'date'>[]): void {
  for (const { source, date } of facts) {
    expect(new URL(source).protocol).toBe('https:');
    expect(date).toMatch(/^20\d\d-[01]\d-[0-3]\d$/u);
  }
}

test('a limit for one message does not hold for messages that the assistant parts', async () => {
  const line = lineFor('bedrock', 'amazon.nova-lite-v1:0');
  const [message] = repeated(imageOf(PNG), 15).messages ?? [];
  if (message === undefined) throw new Error('no message');
  const answer = { role: 'assistant', content: 'Seen.' } as const;
  const parted = { ...ASKED, messages: [message, answer, message] };
  expect(checkChatRequest(line.contract, parted)).toBeNull();
  expect(await refusalOf(line, parted)).toBeNull();
  const joined = { ...ASKED, messages: [message, message] };
  expect(checkChatRequest(line.contract, joined)?.param).toBe('messages[0]');
  expect(await refusalOf(line, joined)).not.toBeNull();
});

/** The most inputs of one call, and the most tokens where that is published. */
const EMBEDDINGS = [
  ['openai', 'text-embedding-3-small', 2_048],
  ['google', 'gemini-embedding-001', 100],
  ['bedrock', 'cohere.embed-english-v3', 96],
] as const;

test.each(EMBEDDINGS)(
  '%s %s embeds %i inputs, and one more is refused here and by the provider itself',
  async (id, model, most) => {
    const line = lineFor(id, model);
    const inputType = id === 'bedrock' ? { inputType: 'search_document' } : {};
    const calling = (count: number) => ({
      inputs: Array<string>(count).fill('word'),
      ...inputType,
    });
    expect(line.contract.limits.inputs).toBe(most);
    expect(checkEmbeddingsRequest(line.contract, calling(most))).toBeNull();
    expect(await embeddingsRefusalOf(line, calling(most))).toBeNull();
    expect(checkEmbeddingsRequest(line.contract, calling(most + 1))).toMatchObject({
      param: 'input',
      message: expect.stringContaining(`at most ${most} inputs`) as string,
    });
    expect(await embeddingsRefusalOf(line, calling(most + 1))).not.toBeNull();
  },
);

test('OpenAI embeds 300,000 tokens in one request and no more', async () => {
  const line = lineFor('openai', 'text-embedding-3-small');
  const ids = (count: number): number[] => Array<number>(count).fill(7);
  const full = { inputs: [...Array<number[]>(37).fill(ids(8_000)), ids(4_000)] };
  expect(line.contract.limits.total_tokens).toBe(300_000);
  expect(await embeddingsRefusalOf(line, full)).toBeNull();
  const beyond = { inputs: [...full.inputs, [7]] };
  expect(await embeddingsRefusalOf(line, beyond)).toContain('max 300000 tokens per request');
});

test('Titan embeds one text a call, so that many texts are many calls', async () => {
  const line = lineFor('bedrock', 'amazon.titan-embed-text-v2:0');
  expect(await embeddingsRefusalOf(line, { inputs: ['one', 'two', 'three'] })).toBeNull();
});

test.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['bedrock', 'amazon.nova-lite-v1:0'],
  ['openai-compatible', 'any-model'],
  ['openai-responses', 'any-model'],
])('129 tools are no fault at %s %s, which names no limit', async (id, model) => {
  const line = lineFor(id, model);
  const asked = { ...ASKED, ...REACHED['tools']?.asking(129) };
  expect(line.contract.limits.tools).toBeUndefined();
  expect(checkChatRequest(line.contract, asked)).toBeNull();
  expect(await refusalOf(line, asked)).toBeNull();
});

test.each([
  ['openai-compatible', 'any-embed'],
  ['ollama', 'nomic-embed-text'],
])('no number of inputs is invented for %s, which names none', (id, model) => {
  expect(lineFor(id, model).contract.limits.inputs).toBeUndefined();
});

const SAID = [{ role: 'user', content: 'Hello.' }];

test('Bedrock knows the features in trial of its table and refuses another, which the family leaves out', async () => {
  const line = lineFor('bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0');
  const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke';
  const asking = (...betas: string[]) => ({
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: betas,
    max_tokens: 10,
    messages: SAID,
  });
  expect(await refusalAt(line, path, asking(...BEDROCK_BETAS.value))).toBeNull();
  expect(await refusalAt(line, path, asking('effort-2030-01-01'))).toContain('invalid beta flag');
  const body = { model: 'm', max_tokens: 10, messages: SAID };
  const headers = { 'anthropic-beta': `effort-2030-01-01,${BEDROCK_BETAS.value[0]}` };
  const passthrough = line.family.messages?.(line.endpoint)?.({ body, headers });
  const request = { model: 'm', messages: [], max_completion_tokens: 10 };
  expect(passthrough?.chat?.toWire(request, line.endpoint, false)).toMatchObject({
    anthropic_beta: [BEDROCK_BETAS.value[0]],
  });
});

test.each([
  ['openai', 'gpt-4o', '/chat/completions', { messages: SAID }, STANDARD_TIERS.openai],
  ['openai', 'gpt-5.2-codex', '/responses', { input: SAID }, STANDARD_TIERS.openai],
  [
    'anthropic',
    'claude-sonnet-4-5',
    '/v1/messages',
    { max_tokens: 10, messages: SAID },
    STANDARD_TIERS.anthropic,
  ],
] as const)('%s %s has the tiers of its table', async (id, model, path, body, { values }) => {
  const line = lineFor(id, model);
  for (const service_tier of values) {
    expect(await refusalAt(line, path, { model, ...body, service_tier })).toBeNull();
  }
  const beyond = { model, ...body, service_tier: 'fastest' };
  expect(await refusalAt(line, path, beyond)).toContain('service_tier');
});

test.each([
  ['gpt-5.4', { temperature: 0 }, null],
  ['gpt-5.4', { temperature: 0, reasoning_effort: 'none', withTools: true }, null],
  ['gpt-5.4', { temperature: 0, reasoning_effort: 'low' }, 'temperature'],
  ['gpt-5.6', { top_p: 0.5, reasoning_effort: 'none', withTools: true }, null],
  ['gpt-5.6', { top_p: 0.5 }, 'top_p'],
  ['gpt-6-luna', { temperature: 1.5, reasoning_effort: 'none' }, null],
  ['gpt-6-luna', { temperature: 0.5, reasoning_effort: 'max' }, 'temperature'],
  ['gpt-6-luna', { reasoning_effort: 'max' }, null],
  ['gpt-6-luna', { reasoning_effort: 'max', seed: 1 }, 'seed'],
  ['gpt-6.1-terra', { reasoning_effort: 'none', seed: 1 }, null],
  ['gpt-6-astra', { reasoning_effort: 'max', withTools: true }, null],
  ['gpt-6-astra', { reasoning_effort: 'none' }, 'reasoning_effort'],
  ['gpt-6-astra', { temperature: 0 }, 'temperature'],
  ['gpt-6.2-sol', { reasoning_effort: 'none' }, 'reasoning_effort'],
  ['gpt-6.2-sol', { reasoning_effort: 'xhigh', withTools: true }, null],
  ['gpt-5.5', { reasoning_effort: 'max' }, 'reasoning_effort'],
] as [string, Partial<ChatRequest> & { withTools?: true }, string | null][])(
  '%s with %j is refused for %s',
  async (model, { withTools, ...asked }, param) => {
    const line = lineFor('openai', model);
    const request: ChatRequest = {
      ...ASKED,
      ...asked,
      ...(withTools === true ? { tools: REACHED['tools']?.asking(1).tools ?? [] } : {}),
    };
    const { family, endpoint, contract } = line;
    const refusal =
      checkChatRequest(contract, request) ?? family.foreignContent?.(request, endpoint) ?? null;
    expect(refusal?.param ?? null).toBe(param);
    const said = await refusalOf(line, request);
    expect(said === null).toBe(param === null);
  },
);

test.each([
  ['gpt-5.4', null, null],
  ['gpt-5.4', 'low', 'use /v1/responses'],
  ['gpt-5.6', null, 'use /v1/responses'],
  ['gpt-5.6', 'none', null],
  ['gpt-6-luna', 'none', null],
  ['gpt-6-astra', 'low', 'use /v1/responses'],
])('tools at chat completions of %s with the effort %s', async (model, effort, words) => {
  const line = lineFor('openai', model);
  const tools = REACHED['tools']?.asking(1).tools ?? [];
  const body = {
    model,
    messages: SAID,
    tools,
    ...(effort === null ? {} : { reasoning_effort: effort }),
  };
  const said = await refusalAt(line, '/chat/completions', body);
  expect(said).toEqual(words === null ? null : expect.stringContaining(words));
  const asked = { ...ASKED, tools, ...(effort === null ? {} : { reasoning_effort: effort }) };
  expect(await refusalOf(line, asked as ChatRequest)).toBeNull();
});
