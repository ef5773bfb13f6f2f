import type { ChatChunkChoice, ChatDelta, ChatRequest, ToolCall } from '@tollgate/contract/chat';
import { createCustomDeltas, withCustomCalls } from './custom-calls.ts';

const tool = (name: string): object => ({ type: 'function', function: { name } });
const request = {
  model: 'm',
  messages: [],
  tools: [tool('f'), { ...tool('patch'), custom: { format: null } }],
} as unknown as ChatRequest;
const call = (id: string, name: string, given: string): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: given },
});

test('calls of custom tools leave as what they are, beside calls of functions', () => {
  const signed = { ...call('b', 'patch', '{"input":"x\\n"}'), extra_content: { google: {} } };
  const message = {
    role: 'assistant' as const,
    content: null,
    refusal: null,
    tool_calls: [call('a', 'f', '{}'), signed],
  };
  const choice = { index: 0, message, finish_reason: 'tool_calls' as const, logprobs: null };
  const [made] = withCustomCalls([choice], request);
  expect(made?.message.tool_calls).toEqual([
    call('a', 'f', '{}'),
    {
      id: 'b',
      type: 'custom',
      custom: { name: 'patch', input: 'x\n' },
      extra_content: { google: {} },
    },
  ]);
  expect(withCustomCalls([choice], { ...request, tools: null })).toEqual([choice]);
});

const chunk = (delta: ChatDelta, finish: 'tool_calls' | null = null, index = 0) => ({
  index,
  delta,
  finish_reason: finish,
});
const begins = (at: number, name: string, given = ''): ChatDelta => ({
  tool_calls: [{ index: at, id: `c${at}`, type: 'function', function: { name, arguments: given } }],
});
const goesOn = (at: number, given: string): ChatDelta => ({
  tool_calls: [{ index: at, function: { arguments: given } }],
});

/** What a client has added up of a stream. */
function addedUp(pieces: ChatChunkChoice[][]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { index, delta } of pieces.flat()) {
    for (const { index: at, type, function: called, custom } of delta.tool_calls ?? []) {
      const key = `${index}.${at}`;
      const name = type === undefined ? '' : `${type} ${called?.name ?? custom?.name} `;
      texts[key] = (texts[key] ?? '') + name + (called?.arguments ?? '') + (custom?.input ?? '');
    }
  }
  return texts;
}

test('a stream tells the input of a custom tool as one piece, whatever follows', () => {
  const deltas = createCustomDeltas(request);
  const reported = [
    chunk({ role: 'assistant', content: '' }),
    chunk(begins(0, 'patch')),
    chunk(goesOn(0, '{"inp')),
    chunk(begins(0, 'f', '{}'), null, 1),
    chunk(goesOn(0, 'ut":"a\\nb"}')),
    chunk(begins(1, 'f', '{"a":')),
    chunk(goesOn(1, '1}')),
    chunk(begins(2, 'patch', '{"input":"last"}')),
    chunk({}, 'tool_calls'),
  ].map((one) => deltas([one]));
  expect(addedUp(reported)).toEqual({
    '0.0': 'custom patch a\nb',
    '0.1': 'function f {"a":1}',
    '0.2': 'custom patch last',
    '1.0': 'function f {}',
  });
  expect(reported.map((choices) => choices.length)).toEqual([1, 1, 0, 1, 0, 1, 1, 1, 1]);
});

test('a stream without custom tools is told as it came', () => {
  const deltas = createCustomDeltas({ ...request, tools: null });
  const choices = [chunk(begins(0, 'patch', '{}'))];
  expect(deltas(choices)).toBe(choices);
});
