import type { MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { anthropic } from '../../anthropic/index.ts';

const TARGET: Endpoint = {
  family: 'anthropic',
  provider: 'anthropic',
  upstreamModel: 'claude-sonnet-4-5',
  baseUrl: 'https://api.anthropic.example',
};
const STARTED = {
  input_tokens: 40,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 50,
  output_tokens: 1,
};

/** What a stream reports in the end, when it began with these counts and ends with those. */
function reportedBy(last: object, family = anthropic): MappedEvent | undefined {
  const mapper = family.chat?.stream(TARGET);
  const events = [
    { type: 'message_start', message: { role: 'assistant', content: [], usage: STARTED } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: last },
  ].flatMap((event) => mapper?.push({ type: event.type, data: JSON.stringify(event) }) ?? []);
  return events.findLast(({ kind }) => kind === 'usage');
}

const passthrough = anthropic.messages?.(TARGET)?.({ body: { model: 'm' }, headers: {} });

describe.each([
  ['a stream that is mapped', anthropic],
  ['a stream that is handed on as it came', passthrough ?? undefined],
])('the last counts of %s', (_name, family) => {
  const whole = { input: 40, cache_write: 300, cache_read: 50, output: 5, reasoning: 0 };

  test.each([
    ['leave the cache out', { output_tokens: 5 }],
    [
      'say null of the cache',
      { output_tokens: 5, cache_creation_input_tokens: null, cache_read_input_tokens: null },
    ],
    ['say null of the prompt', { output_tokens: 5, input_tokens: null }],
  ])('erase none of the first ones when they %s', (_what, last) => {
    expect(family).toBeDefined();
    expect(reportedBy(last, family)).toEqual({ kind: 'usage', usage: whole });
  });

  test('replace the first ones where they name a number', () => {
    expect(reportedBy({ output_tokens: 5, cache_read_input_tokens: 0 }, family)).toEqual({
      kind: 'usage',
      usage: { ...whole, cache_read: 0 },
    });
  });
});
