import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { Endpoint, WireEvent } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { responsesWire } from '@tollgate/providers/wire/responses/mapper';
import { accumulated } from './replay.ts';

/** How a wire reports usage, whole and at the end of a stream. */
interface Wire {
  family: string;
  model: string;
  whole(usage: unknown): object;
  stream(usage: unknown): [type: string | null, data: unknown][];
  /** A report that contradicts nothing. */
  plain: Record<string, unknown>;
  /** Reports with something wrong. */
  wrong: [change: Record<string, unknown>, found: SuspectReason][];
}

const choice = (fields: object) => ({ choices: [{ index: 0, ...fields }] });
const text = { role: 'assistant', content: 'x' };
const said = {
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
};
const message = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'x' }],
  stop_reason: 'end_turn',
};
const candidate = (more: object) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'x' }] }, ...more }],
});
const NO_COUNTS = [-1, 1.5, '5', 1e12, true, {}];

const WIRES: readonly Wire[] = [
  {
    family: 'openai-compatible',
    model: 'm',
    whole: (usage) => ({ ...choice({ message: text, finish_reason: 'stop' }), usage }),
    stream: (usage) => [
      [null, choice({ delta: text })],
      [null, choice({ delta: {}, finish_reason: 'stop' })],
      [null, { choices: [], usage }],
    ],
    plain: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    wrong: [
      ...NO_COUNTS.map((value): [Record<string, unknown>, SuspectReason] => [
        { prompt_tokens: value },
        'unreadable',
      ]),
      [{ completion_tokens: null }, 'unreadable'],
      [{ prompt_tokens_details: { cached_tokens: 11 } }, 'parts_exceed_whole'],
      [{ prompt_tokens_details: { cache_write_tokens: 10_318 } }, 'parts_exceed_whole'],
      [{ completion_tokens_details: { reasoning_tokens: 9 } }, 'parts_exceed_whole'],
      [{ cache_write_tokens: 10_318 }, 'total_differs'],
      [{ total_tokens: 16 }, 'total_differs'],
    ],
  },
  {
    family: 'openai-responses',
    model: 'gpt-5.2-codex',
    whole: (usage) => ({ ...said, usage }),
    stream: (usage) => [
      ['response.created', { type: 'response.created', response: {} }],
      [
        'response.output_item.done',
        { type: 'response.output_item.done', output_index: 0, item: said.output[0] },
      ],
      ['response.completed', { type: 'response.completed', response: { ...said, usage } }],
    ],
    plain: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    wrong: [
      [{ input_tokens: '10' }, 'unreadable'],
      [{ input_tokens_details: { cached_tokens: 11 } }, 'parts_exceed_whole'],
      [{ output_tokens_details: { reasoning_tokens: 6 } }, 'parts_exceed_whole'],
      [{ total_tokens: 14 }, 'total_differs'],
    ],
  },
  {
    family: 'anthropic',
    model: 'claude-sonnet-4-5',
    whole: (usage) => ({ ...message, usage }),
    stream: (usage) => [
      ['message_start', { type: 'message_start', message: { ...message, content: [] } }],
      [
        'content_block_start',
        { type: 'content_block_start', index: 0, content_block: message.content[0] },
      ],
      ['content_block_stop', { type: 'content_block_stop', index: 0 }],
      ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }],
      ['message_stop', { type: 'message_stop' }],
    ],
    plain: { input_tokens: 10, output_tokens: 5 },
    wrong: [
      [{ output_tokens: -5 }, 'unreadable'],
      [{ cache_read_input_tokens: '7' }, 'unreadable'],
      [{ cache_creation: { ephemeral_1h_input_tokens: '7' } }, 'unreadable'],
      [{ output_tokens_details: { thinking_tokens: 6 } }, 'parts_exceed_whole'],
      [
        {
          cache_creation_input_tokens: 10,
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 1 },
        },
        'parts_exceed_whole',
      ],
    ],
  },
  {
    family: 'google',
    model: 'gemini-2.5-flash',
    whole: (usageMetadata) => ({ ...candidate({ finishReason: 'STOP' }), usageMetadata }),
    stream: (usageMetadata) => [
      [null, candidate({})],
      [null, { candidates: [{ index: 0, finishReason: 'STOP' }], usageMetadata }],
    ],
    plain: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    wrong: [
      [{ promptTokenCount: 1.5 }, 'unreadable'],
      [{ thoughtsTokenCount: '7' }, 'unreadable'],
      [{ cachedContentTokenCount: 11 }, 'parts_exceed_whole'],
      [{ totalTokenCount: 99 }, 'total_differs'],
      [{ thoughtsTokenCount: 7 }, 'total_differs'],
    ],
  },
  {
    family: 'bedrock',
    model: 'amazon.nova-pro-v1:0',
    whole: (usage) => ({
      output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
      stopReason: 'end_turn',
      usage,
    }),
    stream: (usage) => [
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'x' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason: 'end_turn' }],
      ['metadata', { usage }],
    ],
    plain: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    wrong: [
      [{ inputTokens: '10' }, 'unreadable'],
      [{ cacheWriteInputTokens: -1 }, 'unreadable'],
      [{ cacheDetails: [{ ttl: '1h', inputTokens: -1 }] }, 'unreadable'],
      [
        { cacheWriteInputTokens: 3, cacheDetails: [{ ttl: '1h', inputTokens: 4 }] },
        'parts_exceed_whole',
      ],
      [{ totalTokens: 99 }, 'total_differs'],
    ],
  },
  {
    family: 'ollama',
    model: 'llama3.2',
    whole: (usage) => ({ model: 'm', message: text, done: true, ...(usage as object) }),
    stream: (usage) => [
      [null, { model: 'm', message: text, done: false }],
      [
        null,
        {
          model: 'm',
          message: { role: 'assistant', content: '' },
          done: true,
          ...(usage as object),
        },
      ],
    ],
    plain: { prompt_eval_count: 10, eval_count: 5 },
    wrong: [
      [{ prompt_eval_count: -1 }, 'unreadable'],
      [{ eval_count: '5' }, 'unreadable'],
    ],
  },
];

function mapped({ family, model, ...wire }: Wire, usage: unknown) {
  const chat = family === 'openai-responses' ? responsesWire : familyById(family)?.chat;
  if (chat === undefined) throw new TypeError(`${family} has no chat`);
  const endpoint: Endpoint = {
    family,
    provider: family,
    upstreamModel: model,
    baseUrl: 'https://api.example.com/v1',
  };
  const mapper = chat.stream(endpoint);
  const events = wire
    .stream(usage)
    .map(([type, data]): WireEvent => ({ type, data: JSON.stringify(data) }));
  const streamed = accumulated([...events.flatMap((event) => mapper.push(event)), ...mapper.end()]);
  return [chat.fromWire(wire.whole(usage), endpoint), streamed] as const;
}

const cases = WIRES.flatMap((wire) =>
  wire.wrong.map(([change, found]) => [wire.family, change, found, wire] as const),
);

describe('a report of usage', () => {
  test.each(cases)(
    'of %s with %j is marked %s, whole and as a stream',
    (_family, change, found, wire) => {
      const [whole, streamed] = mapped(wire, { ...wire.plain, ...change });
      expect([whole.suspect, streamed.suspect]).toEqual([found, found]);
      expect(streamed.usage).toEqual(whole.usage);
    },
  );

  test.each(WIRES.map((wire) => [wire.family, wire] as const))(
    'of %s that contradicts nothing has no mark, and neither has one that was never made',
    (_family, wire) => {
      for (const usage of [wire.plain, ...(wire.family === 'ollama' ? [{}] : [null, undefined])]) {
        const [whole, streamed] = mapped(wire, usage);
        expect([whole.suspect, streamed.suspect]).toEqual([undefined, undefined]);
      }
    },
  );

  test('that comes again without a fault takes the mark back', () => {
    const [wire] = WIRES;
    if (wire === undefined) throw new TypeError('there are no wires');
    const chat = familyById(wire.family)?.chat;
    const endpoint = {
      family: wire.family,
      provider: 'p',
      upstreamModel: 'm',
      baseUrl: 'https://x.io',
    };
    const mapper = chat?.stream(endpoint);
    const events = [
      choice({ delta: text }),
      { choices: [], usage: { ...wire.plain, total_tokens: 99 } },
      { ...choice({ delta: {}, finish_reason: 'stop' }), usage: wire.plain },
    ].flatMap((data) => mapper?.push({ type: null, data: JSON.stringify(data) }) ?? []);
    const answer = accumulated([...events, ...(mapper?.end() ?? [])]);
    expect(answer).toMatchObject({ usage: { input: 10, output: 5 } });
    expect(answer.suspect).toBeUndefined();
  });
});
