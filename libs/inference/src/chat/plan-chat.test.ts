import type { CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { CacheControl, ChatRequest } from '@tollgate/contract/chat';
import { NO_LIMITS } from '@tollgate/money/limit-set';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById } from '@tollgate/providers/families';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import type { Caller } from '../caller/caller.ts';
import { answerHeaders } from '../dispatch/answer.ts';
import { createCredentialPool } from '../credentials/credential-pool.ts';
import { planChat } from './plan-chat.ts';
import type { ChatPlan } from './plan-chat.ts';

/** Models whose thinking is a part of the output and has a smallest size, by their families. */
const THINKERS = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-haiku-4-5'],
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
] as const;
/**
 * Models that never could take a default effort of `low`: they take none, or none that is called
 * so.
 */
const UNTHINKING = [
  ['anthropic', 'claude-3-5-haiku-latest'],
  ['bedrock', 'us.anthropic.claude-3-5-haiku-20241022-v1:0'],
  ['openai', 'gpt-4o'],
] as const;

function aModel(familyId: string, upstreamModel: string): CatalogModel {
  const family = familyById(familyId);
  const draft = family?.contract(upstreamModel) ?? null;
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new Error(`${upstreamModel} has no contract`);
  return {
    id: 'm',
    publicId: 'p/m',
    provider: 'p',
    family: familyId,
    upstreamModel,
    contract,
    hardOutputTokens: null,
    prices: { input: 1_000n, cache_write: 1_250n, output: 1_000n },
    priceVersionId: 'v',
    credentials: [{ id: 'c', family: familyId, provider: 'p', baseUrl: 'https://api.example.com' }],
  } as unknown as CatalogModel;
}

function planOf(
  [family, model]: readonly [string, string],
  key: Partial<Caller['key']>,
  request: Partial<ChatRequest> = {},
): ChatPlan {
  const catalog = {
    models: new Map([['p/m', aModel(family, model)]]),
    aliases: new Map(),
    unroutable: new Map(),
    vectorStores: new Map(),
  } as unknown as CatalogSnapshot;
  const caller = {
    key: {
      id: 'K',
      ownerId: 'U',
      modelAllowList: null,
      defaultReasoningEffort: null,
      maxOutputTokens: null,
      ownerMaxOutputTokens: null,
      limits: NO_LIMITS,
      ownerLimits: NO_LIMITS,
      ...key,
    },
    policy: { upliftBp: 0, upliftBpByModel: new Map(), disabledModelIds: new Set() },
    mode: 'live',
  } as unknown as Caller;
  const [plan] = planChat(
    { catalog, pool: createCredentialPool(() => 0), random: Math.random },
    {
      opId: 'O',
      attempt: 1,
      caller,
      maxCredits: null,
      request: { model: 'p/m', messages: [{ role: 'user', content: 'Hi' }], ...request },
    },
  );
  if (plan === undefined) throw new Error('there is no plan');
  return plan;
}

const EFFORT_HEADER = 'x-svc-default-effort-left-out';

describe.each(THINKERS)('%s: %s', (...thinker) => {
  test('a default effort that does not fit under the ceiling is left out, and told', () => {
    const key = { defaultReasoningEffort: 'low', maxOutputTokens: 500 } as const;
    const plan = planOf(thinker, key);
    expect(plan.request.reasoning_effort).toBeUndefined();
    expect(plan.output).toEqual({ policy: 'managed', effectiveMaxTokens: 500 });
    expect(answerHeaders(plan, 'R')[EFFORT_HEADER]).toBe('low');
  });

  test('under a ceiling that leaves room it goes out, within it', () => {
    const key = { defaultReasoningEffort: 'low', maxOutputTokens: 4_000 } as const;
    const plan = planOf(thinker, key);
    expect(plan.request.reasoning_effort).toBe('low');
    expect(answerHeaders(plan, 'R')).not.toHaveProperty(EFFORT_HEADER);
  });

  test.each([
    ['managed ceiling of the key', { maxOutputTokens: 500 }],
    ['hard ceiling of the key', { limits: { ...NO_LIMITS, outputTokensPerRequest: 500 } }],
  ])('one that was asked for is refused under the %s, before anything is held', (_name, key) => {
    expect(() => planOf(thinker, key, { reasoning_effort: 'low' })).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'unsupported_parameter',
        param: 'reasoning_effort',
        message: expect.stringMatching(
          /^reasoning_effort "low" needs at least 1025 output tokens with this model, but .+ is 500\. Leave reasoning_effort out/u,
        ) as string,
      }),
    );
    expect(planOf(thinker, key).output.effectiveMaxTokens).toBe(500);
  });
});

test('a ceiling that the caller has named itself is refused by its own name', () => {
  const asked = { reasoning_effort: 'low', max_tokens: 300 };
  expect(() => planOf(THINKERS[0], {}, asked)).toThrow(
    expect.objectContaining({ param: 'max_tokens' }),
  );
});

test('a target has the context that its contract publishes', () => {
  const { target } = planOf(['anthropic', 'claude-sonnet-4-5'], {});
  expect(target.endpoint.contextTokens).toBe(200_000);
});

test.each(UNTHINKING)(
  '%s: %s takes no effort, and a default is not told as left out',
  (...model) => {
    const plan = planOf(model, { defaultReasoningEffort: 'low' });
    expect(plan.request.reasoning_effort).toBeUndefined();
    expect(answerHeaders(plan, 'R')).not.toHaveProperty(EFFORT_HEADER);
  },
);

test('an effort that the model does not know is not told as left out', () => {
  const plan = planOf(['openai', 'o3'], { defaultReasoningEffort: 'max' });
  expect(plan.request.reasoning_effort).toBeUndefined();
  expect(answerHeaders(plan, 'R')).not.toHaveProperty(EFFORT_HEADER);
});

describe('prompts that are to be kept', () => {
  const marked = (mark: CacheControl, paths = 1): Partial<ChatRequest> => ({
    messages: [
      {
        role: 'user',
        content: Array.from({ length: paths }, () => ({
          type: 'text' as const,
          text: 'Hi',
          cache_control: mark,
        })),
      },
    ],
  });
  const MARK: CacheControl = { type: 'ephemeral' };

  test.each(THINKERS)('%s: %s is held at the price of what is written to a cache', (...model) => {
    const { request, estimate } = planOf(model, {}, marked(MARK));
    expect(JSON.stringify(request.messages)).toContain('cache_control');
    expect(estimate?.usage.input).toBeUndefined();
    expect(estimate?.usage.cache_write).toBeGreaterThan(0);
    const output = BigInt(estimate?.usage.output ?? 0);
    const written = BigInt(estimate?.usage.cache_write ?? 0);
    expect(estimate?.amount).toBe((written * 1_250n + output * 1_000n + 999n) / 1_000n);
  });

  test.each(THINKERS)('%s: %s is refused what its provider would refuse', (...model) => {
    expect(() => planOf(model, {}, marked(MARK, 5))).toThrow(
      expect.objectContaining({ status: 400, param: 'messages[0].content[4].cache_control' }),
    );
    expect(() => planOf(model, {}, marked({ type: 'ephemeral', ttl: '1h' }))).toThrow(
      expect.objectContaining({ status: 400, param: 'messages[0].content[0].cache_control.ttl' }),
    );
  });

  test('are asked for without the marks where a model takes none', () => {
    const { request } = planOf(['openai', 'gpt-4o'], {}, marked(MARK, 5));
    expect(JSON.stringify(request.messages)).not.toContain('cache_control');
  });
});

test('the hard ceiling of the owner holds for the hold as well', () => {
  const ownerLimits = { ...NO_LIMITS, outputTokensPerRequest: 300 };
  const free = planOf(THINKERS[0], {}, { max_tokens: 10_000 });
  const bound = planOf(THINKERS[0], { ownerLimits }, { max_tokens: 10_000 });
  expect(bound.output).toEqual({ policy: 'explicit', effectiveMaxTokens: 300 });
  expect(bound.request.max_tokens ?? bound.request.max_completion_tokens).toBe(300);
  expect(bound.estimate?.usage.output).toBe(300);
  expect(free.estimate?.usage.output).toBe(10_000);
});

describe('hints that a wire has no place for', () => {
  const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
  const messages: ChatRequest['messages'] = [
    {
      role: 'user',
      name: 'ann',
      content: [{ type: 'image_url', image_url: { url: PIXEL, detail: 'high' } }],
    },
    { role: 'assistant', name: 'model', content: 'Hm.' },
    { role: 'user', content: 'Go on.' },
  ];
  const NAMES = ['messages[0].name', 'messages[1].name'];
  const DETAIL = 'messages[0].content[0].image_url.detail';

  test.each<[string, string, string | undefined]>([
    ['openai', 'gpt-4o', undefined],
    ['openai', 'gpt-5.2-codex', NAMES.join(', ')],
    ['anthropic', 'claude-sonnet-4-5', `${NAMES[0]}, ${DETAIL}, ${NAMES[1]}`],
    ['google', 'gemini-2.5-flash', `${NAMES[0]}, ${DETAIL}, ${NAMES[1]}`],
    ['bedrock', 'amazon.nova-lite-v1:0', `${NAMES[0]}, ${DETAIL}, ${NAMES[1]}`],
  ])('%s %s takes a request with them, and the answer names what was left out', (...row) => {
    const [family, model, ignored] = row;
    const plan = planOf([family, model], {}, { messages });
    expect(answerHeaders(plan, 'R')['x-svc-ignored']).toBe(ignored);
  });

  test('what a text of the model was for goes back to models that say so', () => {
    const spoken: ChatRequest['messages'] = [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hm.', phase: 'commentary' },
      { role: 'user', content: 'Go on.' },
    ];
    const ignored = (family: string, model: string): readonly string[] =>
      planOf([family, model], {}, { messages: spoken }).ignored;
    expect(ignored('openai', 'gpt-5.3-codex')).toEqual([]);
    expect(ignored('openai', 'gpt-5.2-codex')).toEqual(['messages[1].phase']);
    expect(ignored('anthropic', 'claude-sonnet-4-5')).toEqual(['messages[1].phase']);
    const { target, request } = planOf(['openai', 'gpt-5.3-codex'], {}, { messages: spoken });
    const sent = JSON.stringify(target.family.chat?.toWire(request, target.endpoint, false));
    expect(sent).toContain('"phase":"commentary"');
  });

  test('fields of the request are named beside them, and nulls are not', () => {
    const plan = planOf(
      ['anthropic', 'claude-sonnet-4-5'],
      {},
      { user: 'u', seed: null, presence_penalty: 0, prompt_cache_key: 'k', metadata: {} },
    );
    expect(plan.ignored).toEqual(['user', 'presence_penalty', 'prompt_cache_key']);
  });
});

describe('pictures that tools return', () => {
  const picture = {
    type: 'image_url' as const,
    image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
  };
  const call = { id: 'c', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
  const shown: ChatRequest['messages'] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'Seen:' }, picture] },
  ];

  test('become a text for a model that takes none, which the answer names', () => {
    const plan = planOf(['openai', 'gpt-3.5-turbo'], {}, { messages: shown });
    expect(plan.ignored).toEqual(['messages[2].content[1]']);
    expect(plan.images).toBe(0);
    expect(JSON.stringify(plan.request.messages)).not.toContain('base64');
  });

  test('are counted for a model that takes them', () => {
    const plan = planOf(['openai', 'gpt-4o'], {}, { messages: shown });
    expect([plan.ignored, plan.images]).toEqual([[], 1]);
    expect(plan.inputBound).toBeGreaterThan(1_450);
  });

  test('are refused of a user where a model takes none', () => {
    const messages: ChatRequest['messages'] = [{ role: 'user', content: [picture] }];
    expect(() => planOf(['openai', 'gpt-3.5-turbo'], {}, { messages })).toThrow(
      'This model does not support images.',
    );
  });
});

describe('a request of text alone', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'And now?' },
  ];
  const parameters = [{}, { temperature: 1, max_tokens: 2_000 }, { top_p: 1, stream: true }];
  const models = [
    ...THINKERS,
    ...UNTHINKING,
    ['openai', 'gpt-5'],
    ['openai', 'gpt-5.1-codex'],
    ['google', 'gemini-2.5-flash'],
    ['deepseek', 'deepseek-chat'],
  ] as const;

  test.each(models)('goes to %s: %s as one that takes every step does', (family, model) => {
    for (const more of parameters) {
      const plain = { model: 'p/m', messages, ...more };
      // A mark that is null says nothing, and has the request taken apart as any other.
      const marked = {
        ...plain,
        messages: messages.map((one) => ({ ...one, cache_control: null })),
      };
      const [direct, whole] = [plain, marked].map((body) => {
        const plan = planOf([family, model], {}, parseChatRequest(body));
        const { chat } = plan.target.family;
        const { endpoint } = plan.target;
        const mapper = chat?.forRequest?.(plan.request, endpoint, {}) ?? chat;
        const sent = JSON.stringify(
          mapper?.toWire(plan.request, endpoint, plan.request.stream === true),
        );
        const { ignored, images, inputBound, output, estimate, possible } = plan;
        const headers = answerHeaders(plan, 'R');
        return {
          sent: JSON.parse(sent),
          headers,
          ignored,
          images,
          inputBound,
          output,
          estimate,
          possible,
        };
      });
      expect(direct).toEqual(whole);
    }
  });
});
