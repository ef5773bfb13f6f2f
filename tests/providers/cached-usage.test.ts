import { rate } from '@tollgate/money/rating';
import type { Usage } from '@tollgate/providers/adapter/adapter';
import { FAMILIES, familyById } from '@tollgate/providers/families';

/**
 * One call everywhere: a prompt of 1,000 tokens, of which 600 were read from a cache (and 100
 * written to one, where that is told), and an answer of 50.
 */
const READ: Usage = { input: 400, cache_read: 600, cache_write: 0, output: 50, reasoning: 0 };
const WRITTEN: Usage = { ...READ, input: 300, cache_write: 100 };
/** Where a provider reports for how long: 40 of what was written stay for an hour. */
const FOR_AN_HOUR: Usage = { ...WRITTEN, cache_write_1h: 40 };
/** Without a cache. */
const PLAIN: Usage = { ...READ, input: 1_000, cache_read: 0 };
/** Pico-credits a token. */
const PRICES = {
  input: 1_000n,
  cache_read: 100n,
  cache_write: 1_250n,
  cache_write_1h: 2_000n,
  output: 4_000n,
};

/** How a provider tells it. */
interface Golden {
  /** Where the provider counts what came from a cache. */
  cached: 'inside the prompt' | 'beside the prompt' | 'never told';
  model: string;
  whole: object;
  /** Events of a stream: type and data. */
  stream: [type: string | null, data: object][];
  usage: Usage;
  nano: bigint;
}

const openai = (usage: object): Omit<Golden, 'cached' | 'model' | 'usage' | 'nano'> => ({
  whole: {
    choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
    usage,
  },
  stream: [
    [null, { choices: [{ index: 0, delta: { content: 'x' } }], usage: null }],
    [null, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }],
    [null, { choices: [], usage }],
  ],
});
const inside = {
  prompt_tokens: 1_000,
  completion_tokens: 50,
  total_tokens: 1_050,
  prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
};
/** An answer over the Responses wire. */
const said = {
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
  usage: {
    input_tokens: 1_000,
    output_tokens: 50,
    total_tokens: 1_050,
    input_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
  },
};
const google = {
  candidates: [
    { index: 0, content: { role: 'model', parts: [{ text: 'x' }] }, finishReason: 'STOP' },
  ],
  usageMetadata: {
    promptTokenCount: 1_000,
    cachedContentTokenCount: 600,
    candidatesTokenCount: 50,
    totalTokenCount: 1_050,
  },
};
const anthropicPrompt = {
  input_tokens: 300,
  cache_read_input_tokens: 600,
  cache_creation_input_tokens: 100,
  cache_creation: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
};
const bedrockUsage = {
  inputTokens: 300,
  cacheReadInputTokens: 600,
  cacheWriteInputTokens: 100,
  cacheDetails: [
    { ttl: '5m', inputTokens: 60 },
    { ttl: '1h', inputTokens: 40 },
  ],
  outputTokens: 50,
  totalTokens: 1_050,
};
const ollama = {
  model: 'm',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: 'x' },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 1_000,
  eval_count: 50,
};

const GOLDEN: Readonly<Record<string, Golden>> = {
  openai: {
    cached: 'inside the prompt',
    model: 'gpt-4o',
    ...openai(inside),
    usage: WRITTEN,
    nano: 685n,
  },
  'openai-compatible': {
    cached: 'inside the prompt',
    model: 'any-model',
    ...openai(inside),
    usage: WRITTEN,
    nano: 685n,
  },
  'openai-responses': {
    cached: 'inside the prompt',
    model: 'any-model',
    whole: said,
    stream: [
      ['response.output_text.delta', { type: 'response.output_text.delta', delta: 'x' }],
      ['response.completed', { type: 'response.completed', response: said }],
    ],
    usage: WRITTEN,
    nano: 685n,
  },
  deepseek: {
    cached: 'inside the prompt',
    model: 'deepseek-chat',
    // This provider tells the same thing twice.
    ...openai({ ...inside, prompt_cache_hit_tokens: 600, prompt_cache_miss_tokens: 400 }),
    usage: WRITTEN,
    nano: 685n,
  },
  google: {
    cached: 'inside the prompt',
    model: 'gemini-2.5-flash',
    whole: google,
    // Each event repeats the counts.
    stream: [
      [null, { ...google, candidates: [{ index: 0, content: { parts: [{ text: 'x' }] } }] }],
      [null, google],
    ],
    usage: READ,
    nano: 660n,
  },
  anthropic: {
    cached: 'beside the prompt',
    model: 'claude-sonnet-4-5',
    whole: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
      usage: { ...anthropicPrompt, output_tokens: 50 },
    },
    // The prompt is told at both ends.
    stream: [
      [
        'message_start',
        { type: 'message_start', message: { usage: { ...anthropicPrompt, output_tokens: 1 } } },
      ],
      [
        'content_block_start',
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ],
      [
        'content_block_delta',
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
      ],
      ['content_block_stop', { type: 'content_block_stop', index: 0 }],
      [
        'message_delta',
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn' },
          usage: { ...anthropicPrompt, output_tokens: 50 },
        },
      ],
      ['message_stop', { type: 'message_stop' }],
    ],
    usage: FOR_AN_HOUR,
    nano: 715n,
  },
  bedrock: {
    cached: 'beside the prompt',
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    whole: {
      output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
      stopReason: 'end_turn',
      usage: bedrockUsage,
    },
    stream: [
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'x' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason: 'end_turn' }],
      ['metadata', { usage: bedrockUsage }],
    ],
    usage: FOR_AN_HOUR,
    nano: 715n,
  },
  ollama: {
    cached: 'never told',
    model: 'llama3.2',
    whole: ollama,
    stream: [[null, ollama]],
    usage: PLAIN,
    nano: 1_200n,
  },
};

describe('B20 tokens from a cache are charged once, at their own price', () => {
  test('by every family that speaks to a provider', () => {
    const speaking = FAMILIES.filter(({ chat }) => chat !== undefined).map(({ id }) => id);
    expect(Object.keys(GOLDEN).sort()).toEqual([...speaking].sort());
  });

  test.each(Object.entries(GOLDEN))('%s', (id, { model, whole, stream, usage, nano }) => {
    const family = familyById(id);
    const chat = family?.chat;
    if (family === undefined || chat === undefined) throw new Error(`${id} does not chat`);
    const endpoint = {
      family: id,
      provider: family.provider ?? 'any',
      upstreamModel: model,
      baseUrl: 'https://api.example.com',
    };
    expect(chat.fromWire(whole, endpoint).usage).toEqual(usage);
    const mapper = chat.stream(endpoint);
    const events = [
      ...stream.flatMap(([type, data]) => mapper.push({ type, data: JSON.stringify(data) })),
      ...mapper.end(),
    ];
    expect(events.filter(({ kind }) => kind === 'failure')).toEqual([]);
    const reported = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []));
    expect(reported.at(-1)).toEqual(usage);
    const { cache_write: written, cache_write_1h: kept = 0 } = usage;
    const counts = { ...usage, cache_write: written - kept };
    expect(rate(counts, PRICES, 0)).toBe(nano);
  });
});
