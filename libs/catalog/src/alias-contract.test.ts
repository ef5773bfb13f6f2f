import { randomInt } from 'node:crypto';
import type { ChatRequest } from '@tollgate/contract/chat';
import { CHAT_PARAMETERS, EMBEDDINGS_PARAMETERS } from '@tollgate/contract/request-contract';
import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import {
  checkChatRequest,
  checkEmbeddingsRequest,
} from '@tollgate/providers/contract/check-contract';
import type { EmbeddingsCheck } from '@tollgate/providers/contract/check-contract';
import { revisionOf } from '@tollgate/providers/contract/contract';
import { contradictions, intersectContracts } from './alias-contract.ts';

const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const ROUNDS = 400;

/** Numbers from 0 to below 1 that depend on the seed alone. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Draws contracts, and requests that they may or may not take. */
const createDraw = (random: () => number) => {
  const chance = (share: number): boolean => random() < share;
  const below = (limit: number): number => Math.floor(random() * limit);
  const some = <Item>(items: readonly Item[], share = 0.7): Item[] =>
    items.filter(() => chance(share)).toSorted(() => random() - 0.5);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  const WORDS: Record<string, readonly (string | boolean)[]> = {
    stream: [true, false],
    response_format: ['text', 'json_object', 'json_schema'],
    tool_choice: ['auto', 'none', 'required', 'named'],
    parallel_tool_calls: [true, false],
    reasoning_effort: ['none', 'low', 'medium', 'high'],
    encoding_format: ['float', 'base64'],
    input_type: ['query', 'document'],
    truncate: ['none', 'end'],
  };
  const OF_THEIR_OWN: readonly string[] = ['tools', 'image_input', 'document_input'];
  const PRESENCE = ['stop', 'logit_bias', 'tools', 'image_input', 'document_input', 'token_input'];

  const rule = (name: string): ParameterRule => {
    if (chance(0.15)) return { supported: false };
    const words = WORDS[name];
    const required = words !== undefined && chance(0.03) ? { required: true } : {};
    if (chance(0.3) || PRESENCE.includes(name)) return { supported: true, ...required };
    if (words !== undefined) return { supported: true, ...required, values: some(words) };
    if (chance(0.3)) return { supported: true, values: some([0, 1, 2, 3, 4]) };
    return {
      supported: true,
      ...(chance(0.7) ? { minimum: below(3) } : {}),
      ...(chance(0.7) ? { maximum: 1 + below(4) } : {}),
    };
  };
  const exclusion = () => {
    const [left, right] = some(['tool_choice', 'response_format', 'reasoning_effort'], 1);
    const list = (name = '') => [...some(WORDS[name] ?? [], 0.5).map(String), 'present'];
    return { when: { [left ?? '']: list(left) }, refuse: { [right ?? '']: list(right) } };
  };
  const contract = (capability: RequestContract['capability']): RequestContract => {
    const isChat = capability === 'chat';
    const names = isChat ? CHAT_PARAMETERS : EMBEDDINGS_PARAMETERS;
    const exclusions = isChat && chance(0.5) ? [exclusion(), exclusion()] : undefined;
    const rest = {
      capability,
      parameters: Object.fromEntries(names.map((name) => [name, rule(name)])),
      ...(exclusions === undefined ? {} : { exclusions }),
      limits: {
        context_tokens: 1 + below(100),
        ...(isChat
          ? { output_tokens: 1 + below(50) }
          : chance(0.5)
            ? { inputs: 1 + below(3) }
            : {}),
      },
      dimensions: ['input', ...some(['output', 'reasoning', 'cache_read'])],
    };
    return { revision: revisionOf(rest), ...rest };
  };

  const chatRequest = (): ChatRequest => {
    const fields: Record<string, unknown> = {};
    const isThere = () => chance(0.12);
    for (const name of CHAT_PARAMETERS.filter((one) => !OF_THEIR_OWN.includes(one) && isThere())) {
      fields[name] = oneOf<string | number | boolean>(WORDS[name] ?? [0, 1, 2, 3, 4, 5]);
    }
    if (fields['response_format'] !== undefined) {
      fields['response_format'] = { type: fields['response_format'] };
    }
    if (fields['tool_choice'] === 'named') {
      fields['tool_choice'] = { type: 'function', function: { name: 'weather' } };
    }
    const image = isThere() ? [{ type: 'image_url' }] : [];
    const content = [{ type: 'text', text: 'Hello' }, ...image];
    const tools = [{ type: 'function', function: { name: 'weather' } }];
    return {
      ...fields,
      ...(chance(0.5) ? { tools } : {}),
      messages: [{ role: 'user', content }],
    } as unknown as ChatRequest;
  };
  const embeddingsRequest = (): EmbeddingsCheck => ({
    inputs: Array.from({ length: 1 + below(3) }, () => (chance(0.1) ? [1, 2] : 'text')),
    ...(chance(0.4) ? { encodingFormat: oneOf(['float', 'base64']) } : {}),
    ...(chance(0.3) ? { dimensions: below(6) } : {}),
    ...(chance(0.4) ? { inputType: oneOf(['query', 'document']) } : {}),
    ...(chance(0.3) ? { truncate: oneOf(['none', 'end']) } : {}),
  });
  return { below, contract, chatRequest, embeddingsRequest, some };
};

const intersect = (...contracts: RequestContract[]): RequestContract => {
  const common = intersectContracts(contracts);
  if (common === null) throw new Error('the contracts have one capability');
  return common;
};

describe(`the laws of the intersection, SEED=${SEED}`, () => {
  const draw = createDraw(randomFrom(SEED));

  test('it takes a chat request exactly when every contract takes it', () => {
    let taken = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Array.from({ length: 1 + draw.below(3) }, () => draw.contract('chat'));
      const common = intersect(...all);
      for (let turn = 0; turn < 20; turn += 1) {
        const request = draw.chatRequest();
        const isTaken = checkChatRequest(common, request) === null;
        const byAll = all.every((contract) => checkChatRequest(contract, request) === null);
        expect({ isTaken, request, all }).toEqual({ isTaken: byAll, request, all });
        if (isTaken) taken += 1;
      }
    }
    expect(taken).toBeGreaterThan(ROUNDS);
  });

  test('it takes an embeddings request exactly when every contract takes it', () => {
    let taken = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Array.from({ length: 1 + draw.below(3) }, () => draw.contract('embeddings'));
      const common = intersect(...all);
      for (let turn = 0; turn < 20; turn += 1) {
        const request = draw.embeddingsRequest();
        const isTaken = checkEmbeddingsRequest(common, request) === null;
        const byAll = all.every((contract) => checkEmbeddingsRequest(contract, request) === null);
        expect({ isTaken, request, all }).toEqual({ isTaken: byAll, request, all });
        if (isTaken) taken += 1;
      }
    }
    expect(taken).toBeGreaterThan(ROUNDS);
  });

  test('order, grouping and repetition make no difference, the revision included', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const capability = round % 2 === 0 ? 'chat' : 'embeddings';
      const [a, b, c] = [1, 2, 3].map(() => draw.contract(capability));
      if (a === undefined || b === undefined || c === undefined) throw new Error('three');
      const all = intersect(a, b, c);
      expect(intersect(c, a, b)).toEqual(all);
      expect(intersect(intersect(a, b), c)).toEqual(all);
      expect(intersect(a, intersect(b, c))).toEqual(all);
      expect(intersect(a, b, c, b, a)).toEqual(all);
      expect(intersect(all, all)).toEqual(all);
      const { revision, ...rest } = all;
      expect(revision).toBe(revisionOf(rest));
    }
  });

  test('limits are the smallest, dimensions all of them', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [draw.contract('chat'), draw.contract('chat')];
      const { limits, dimensions } = intersect(a, b);
      expect(limits).toEqual({
        context_tokens: Math.min(a.limits.context_tokens, b.limits.context_tokens),
        output_tokens: Math.min(a.limits.output_tokens ?? 0, b.limits.output_tokens ?? 0),
      });
      expect(new Set(dimensions)).toEqual(new Set([...a.dimensions, ...b.dimensions]));
    }
  });
});

describe('single rules', () => {
  const withRule = (name: string, rule: ParameterRule): RequestContract => ({
    revision: '',
    capability: 'chat',
    parameters: { [name]: rule },
    limits: { context_tokens: 10, output_tokens: 5 },
    dimensions: ['input'],
  });
  const common = (...rules: ParameterRule[]) =>
    intersect(...rules.map((rule) => withRule('x', rule))).parameters['x'];

  test.each<[ParameterRule[], ParameterRule]>([
    [[{ supported: true }, { supported: false }], { supported: false }],
    [
      [{ supported: true, values: ['a', 'b'] }, { supported: true }],
      { supported: true, values: ['a', 'b'] },
    ],
    [
      [
        { supported: true, values: ['a'] },
        { supported: true, values: ['b'] },
      ],
      { supported: false },
    ],
    [
      [
        { supported: true, minimum: 0, maximum: 2 },
        { supported: true, minimum: 1, maximum: 4 },
      ],
      { supported: true, minimum: 1, maximum: 2 },
    ],
    [
      [
        { supported: true, maximum: 1 },
        { supported: true, minimum: 2 },
      ],
      { supported: false },
    ],
    [
      [
        { supported: true, values: [1, 2, 3] },
        { supported: true, minimum: 2 },
      ],
      { supported: true, values: [2, 3], minimum: 2 },
    ],
    [
      [{ supported: true }, { supported: true, required: true }],
      { supported: true, required: true },
    ],
  ])('%j', (rules, expected) => {
    expect(common(...rules)).toEqual(expected);
    expect(common(...rules.toReversed())).toEqual(expected);
  });

  test('a parameter that one contract does not speak of is refused', () => {
    const { parameters } = intersect(
      withRule('x', { supported: true }),
      withRule('y', { supported: true }),
    );
    expect(parameters).toEqual({ x: { supported: false }, y: { supported: false } });
  });

  test('what is needed and not taken is told', () => {
    const needs = withRule('x', { supported: true, required: true });
    expect(contradictions(intersect(needs, needs))).toEqual([]);
    expect(contradictions(intersect(needs, withRule('x', { supported: false })))).toEqual(['x']);
  });

  test('nothing, and a mixture of capabilities, have no contract', () => {
    const chat = withRule('x', { supported: true });
    expect(intersectContracts([])).toBeNull();
    expect(intersectContracts([chat, { ...chat, capability: 'embeddings' }])).toBeNull();
  });
});

describe('extra parameters of targets', () => {
  const withExtras = (parameters: Record<string, ParameterRule>): RequestContract => ({
    revision: 'r',
    source: 'published',
    capability: 'chat',
    parameters,
    limits: { context_tokens: 10, output_tokens: 10 },
    dimensions: ['input'],
  });
  const common = (...rules: (ParameterRule | undefined)[]): ParameterRule | undefined =>
    intersectContracts(rules.map((rule) => withExtras(rule ? { top_k: rule } : {})))?.parameters[
      'top_k'
    ];
  const whole: ParameterRule = { supported: true, type: 'integer', minimum: 1, maximum: 40 };

  test('are taken with the bounds that all of them have', () => {
    expect(common(whole, { ...whole, type: 'number', minimum: 2, maximum: 90 })).toEqual({
      ...whole,
      minimum: 2,
    });
    const text: ParameterRule = { supported: true, type: 'string', max_characters: 9 };
    expect(common(text, { ...text, max_characters: 5 })).toEqual({ ...text, max_characters: 5 });
  });

  test('are refused where a target has none, or another type', () => {
    expect(common(whole, undefined)).toEqual({ supported: false });
    expect(common(whole, { supported: true, type: 'boolean' })).toEqual({ supported: false });
  });

  test('the source is published only where that of each target is', () => {
    const known = withExtras({});
    expect(intersectContracts([known, known])?.source).toBe('published');
    expect(intersectContracts([known, { ...known, source: 'assumed' }])?.source).toBe('assumed');
  });
});
