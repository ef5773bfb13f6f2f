import type { ChatRequest } from '@tollgate/contract/chat';
import { customParameters } from '@tollgate/contract/custom-tool';
import { createAnswerAccumulator } from '../../adapter/accumulate.ts';
import type { ChatMapper, Endpoint } from '../../adapter/adapter.ts';
import { familyById } from '../../families.ts';
import { mapperFor } from '../../engine/mapper-for.ts';

const format = { type: 'grammar' as const, syntax: 'regex' as const, definition: 'a+' };
const marked = {
  type: 'function' as const,
  function: { name: 'patch', description: 'Edits.', parameters: customParameters({ format }) },
  custom: { format },
};
const REQUEST: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'patch', arguments: '{"input":"a\\n"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c', content: 'done' },
  ],
  tools: [marked],
  tool_choice: { type: 'function', function: { name: 'patch' } },
};

function servedBy(id: string, upstreamModel: string): { mapper: ChatMapper; endpoint: Endpoint } {
  const family = familyById(id);
  if (family?.chat === undefined) throw new Error(`no family ${id}`);
  const endpoint = { family: id, provider: 'p', upstreamModel, baseUrl: 'https://example.com' };
  return {
    mapper: mapperFor(family.chat, REQUEST, { family, endpoint, credential: {} }),
    endpoint,
  };
}

const sentTo = (id: string, model: string): Record<string, unknown> => {
  const { mapper, endpoint } = servedBy(id, model);
  return mapper.toWire(REQUEST, endpoint, false) as Record<string, unknown>;
};

test.each(['gpt-5.2', 'gpt-5'])('%s gets custom tools as what they are', (model) => {
  const { grammar } = { grammar: { syntax: 'regex', definition: 'a+' } };
  const custom = { name: 'patch', description: 'Edits.', format: { type: 'grammar', grammar } };
  expect(sentTo('openai', model)).toMatchObject({
    tools: [{ type: 'custom', custom }],
    tool_choice: { type: 'custom', custom: { name: 'patch' } },
    messages: [
      {},
      { tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'patch', input: 'a\n' } }] },
      { role: 'tool', tool_call_id: 'c' },
    ],
  });
});

test.each([
  ['openai', 'gpt-4o'],
  ['openai-compatible', 'any-model'],
])('%s %s gets the function that stands for a custom tool, without its mark', (id, model) => {
  const body = sentTo(id, model);
  const { custom: _mark, ...plain } = marked;
  expect(body['tools']).toEqual([plain]);
  expect(body['tool_choice']).toEqual(REQUEST.tool_choice);
  expect(JSON.stringify(body)).not.toContain('"custom"');
});

test.each(['', 'a', '*** "Begin" \\ Patch\n+grüße 🙂\n'])(
  'a call of a custom tool with %j is one of the function, whole and streamed',
  (input) => {
    const { mapper, endpoint } = servedBy('openai', 'gpt-5.2');
    const call = { id: 'c', type: 'custom', custom: { name: 'patch', input } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const whole = mapper.fromWire(
      { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] },
      endpoint,
    );
    const arguments_ = JSON.stringify({ input });
    expect(whole.choices[0]?.message.tool_calls).toEqual([
      { id: 'c', type: 'function', function: { name: 'patch', arguments: arguments_ } },
    ]);

    const stream = mapper.stream(endpoint);
    const delta = (fields: object): string =>
      JSON.stringify({ id: 'r', choices: [{ index: 0, delta: fields, finish_reason: null }] });
    const begins = { index: 0, id: 'c', type: 'custom', custom: { name: 'patch', input: '' } };
    const pieces = Array.from(input, (piece) => ({
      tool_calls: [{ index: 0, custom: { input: piece } }],
    }));
    const events = [{ tool_calls: [begins] }, ...pieces].map(delta);
    const end = '{"id":"r","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}';
    const accumulator = createAnswerAccumulator();
    for (const data of [...events, end, '[DONE]'])
      accumulator.push(stream.push({ type: null, data }));
    accumulator.push(stream.end());
    expect(accumulator.answer().choices[0]?.message.tool_calls).toEqual(
      whole.choices[0]?.message.tool_calls,
    );
  },
);
