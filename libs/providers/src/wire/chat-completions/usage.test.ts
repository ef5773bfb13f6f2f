import { usageFromWire } from './usage.ts';

const INSIDE = { reasoning: 'inside' } as const;

function reported(prompt: unknown, completion: unknown, more: object = {}): object {
  return { prompt_tokens: prompt, completion_tokens: completion, ...more };
}

describe('usage', () => {
  it('is split into buckets that do not overlap', () => {
    const usage = reported(100, 50, {
      prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 20 },
    });
    expect(usageFromWire(usage, INSIDE).usage).toEqual({
      input: 50,
      cache_read: 40,
      cache_write: 10,
      output: 30,
      reasoning: 20,
    });
  });

  it.each([
    ['beside', { total_tokens: 180 }, { output: 50, reasoning: 30 }],
    ['total', { total_tokens: 180 }, { output: 50, reasoning: 30 }],
    ['total', { total_tokens: 150 }, { output: 20, reasoning: 30 }],
    ['inside', {}, { output: 20, reasoning: 30 }],
    ['total', { completion_tokens: 9 }, { output: 9, reasoning: 30 }],
    ['total', { completion_tokens: 29 }, { output: 0, reasoning: 29 }],
    ['inside', { completion_tokens: 9 }, { output: 0, reasoning: 9 }],
  ] as const)('counts reasoning %s', (reasoning, more, wanted) => {
    const usage = reported(100, 50, {
      ...more,
      completion_tokens_details: { reasoning_tokens: 30 },
    });
    expect(usageFromWire(usage, { reasoning }).usage).toMatchObject(wanted);
  });

  it('takes what the total has over the parts where a provider hides its reasoning there', () => {
    const convention = { reasoning: 'rest' } as const;
    expect(usageFromWire(reported(66, 6, { total_tokens: 100 }), convention).usage).toMatchObject({
      output: 6,
      reasoning: 28,
    });
  });

  it.each([
    ['prompt_cache_hit_tokens', { prompt_cache_hit_tokens: 7, prompt_cache_miss_tokens: 3 }],
    ['num_cached_tokens', { num_cached_tokens: 7 }],
  ])('knows %s', (_name, more) => {
    expect(usageFromWire(reported(10, 1, more), INSIDE).usage).toMatchObject({
      input: 3,
      cache_read: 7,
    });
  });

  it.each([
    null,
    undefined,
    'x',
    7,
    [],
    {},
    reported(-1, 1),
    reported(1, -1),
    reported(Number.NaN, 1),
    reported('3', 1),
    reported(null, 1),
    reported(1e18, 1),
    reported(1.5, 1),
    reported(1, 1, { completion_tokens_details: { reasoning_tokens: 'many' } }),
    reported(1, 1, { prompt_tokens_details: { cached_tokens: -4 } }),
  ])('FB17: %j is no usage', (usage) => {
    expect(usageFromWire(usage, INSIDE).usage).toBeNull();
  });

  it('FB18: zero is zero, not missing', () => {
    expect(usageFromWire(reported(0, 0), INSIDE).usage).toMatchObject({ input: 0, output: 0 });
  });

  it.each([
    [
      'more written than the prompt has',
      reported(339, 4, { cache_write_tokens: 10_318 }),
      [339, 0, 10_318],
    ],
    [
      'a total that holds what was read as well',
      reported(10, 5, { total_tokens: 5_015, cache_read_input_tokens: 5_000 }),
      [10, 5_000, 0],
    ],
    [
      'a total that holds a small part as well',
      reported(100, 5, { total_tokens: 125, cache_read_input_tokens: 20 }),
      [100, 20, 0],
    ],
    [
      'a total of prompt and answer alone',
      reported(100, 5, { total_tokens: 105, cache_read_input_tokens: 20 }),
      [80, 20, 0],
    ],
    [
      "Anthropic's names through a router",
      reported(339, 4, { cache_creation_input_tokens: 10_318, cache_read_input_tokens: 2 }),
      [339, 2, 10_318],
    ],
  ])(
    'has cached tokens beside or inside the prompt, as the sums say: %s',
    (_name, usage, parts) => {
      const [input, cache_read, cache_write] = parts;
      expect(usageFromWire(usage, INSIDE).usage).toMatchObject({ input, cache_read, cache_write });
    },
  );

  it('has what is kept for an hour where a router reports it', () => {
    const lives = { ephemeral_5m_input_tokens: 7, ephemeral_1h_input_tokens: 3 };
    const details = { cache_creation_tokens: 10, cache_creation_token_details: lives };
    const usage = reported(130, 25, { prompt_tokens_details: details });
    expect(usageFromWire(usage, INSIDE)).toEqual({
      usage: {
        input: 120,
        cache_read: 0,
        cache_write: 10,
        cache_write_1h: 3,
        output: 25,
        reasoning: 0,
      },
    });
  });

  it('is read under the names of the Responses interface as well', () => {
    expect(usageFromWire({ input_tokens: 7, output_tokens: 3 }, INSIDE).usage).toMatchObject({
      input: 7,
      output: 3,
    });
  });

  it('never goes below zero where a provider contradicts itself', () => {
    const usage = reported(10, 5, {
      prompt_tokens_details: { cached_tokens: 50 },
      completion_tokens_details: { reasoning_tokens: 9 },
    });
    expect(usageFromWire(usage, INSIDE).usage).toEqual({
      input: 0,
      cache_read: 10,
      cache_write: 0,
      output: 0,
      reasoning: 5,
    });
  });
});
