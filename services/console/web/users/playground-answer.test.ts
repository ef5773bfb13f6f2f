import { NOTHING_SAID, withDelta } from './playground-answer.ts';
import type { Delta } from './playground-answer.ts';

test('frames add up to the message that is handed back', () => {
  const frames: Delta[] = [
    { content: '' },
    { reasoning_content: 'Hm' },
    { content: 'Let me ' },
    { content: 'look.' },
    { tool_calls: [{ index: 0, id: 'a', function: { name: 'get_weather', arguments: '' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
    { tool_calls: [{ index: 1, id: 'b', function: { name: 'other', arguments: '{}' } }] },
    {
      tool_calls: [{ index: 0, function: { arguments: '"Rome"}' }, extra_content: { google: {} } }],
    },
  ];
  expect(frames.reduce(withDelta, NOTHING_SAID)).toEqual({
    role: 'assistant',
    content: 'Let me look.',
    reasoning_content: 'Hm',
    tool_calls: [
      {
        id: 'a',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Rome"}' },
        extra_content: { google: {} },
      },
      { id: 'b', type: 'function', function: { name: 'other', arguments: '{}' } },
    ],
  });
});
