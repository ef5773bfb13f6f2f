import { BlockEvents } from './block-events.ts';

interface Told {
  type: string;
  index: number;
  content_block?: { type: string };
  delta?: Record<string, string>;
}

/** The events of frames, each named as its payload is. */
function eventsIn(frames: string): Told[] {
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [event = '', data = ''] = frame.split('\n');
      const told = JSON.parse(data.slice('data: '.length)) as Told;
      expect(event).toBe(`event: ${told.type}`);
      return told;
    });
}

const shortOf = ({ type, index, content_block: block, delta }: Told): string =>
  [type.replace('content_block_', ''), index, block?.type ?? delta?.['type'] ?? '']
    .join(' ')
    .trim();

const told = (blocks: BlockEvents): string[] => eventsIn(blocks.take()).map(shortOf);

test('thoughts, a text and calls follow each other', () => {
  const blocks = new BlockEvents();
  blocks.think({ reasoning_content: 'h' });
  blocks.think({ reasoning_content: 'm' });
  expect(blocks.thoughts()).toBe('hm');
  blocks.endThoughts('sealed');
  expect(blocks.thoughts()).toBeNull();
  blocks.speak({ content: 'Hello' });
  blocks.speak({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] });
  blocks.speak({ tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '' } }] });
  blocks.end();
  expect(told(blocks)).toEqual([
    'start 0 thinking',
    'delta 0 thinking_delta',
    'delta 0 thinking_delta',
    'delta 0 signature_delta',
    'stop 0',
    'start 1 text',
    'delta 1 text_delta',
    'stop 1',
    'start 2 tool_use',
    'delta 2 input_json_delta',
    'stop 2',
    'start 3 tool_use',
    'stop 3',
  ]);
});

test('pieces of calls that are interleaved reach their own blocks', () => {
  const blocks = new BlockEvents();
  const piece = (index: number, text: string, id?: string): void =>
    blocks.speak({
      tool_calls: [
        { index, ...(id === undefined ? {} : { id }), function: { name: 'f', arguments: text } },
      ],
    });
  piece(0, '{"x"', 'a');
  piece(1, '{"y"', 'b');
  piece(0, ':1}');
  piece(1, ':2}');
  blocks.end();
  const events = eventsIn(blocks.take());
  const of = (index: number): string =>
    events
      .filter((event) => event.index === index)
      .map(({ delta }) => delta?.['partial_json'] ?? '')
      .join('');
  expect([of(0), of(1)]).toEqual(['{"x":1}', '{"y":2}']);
  expect(events.filter(({ type }) => type === 'content_block_stop')).toHaveLength(2);
});

test('what has to come back without words is a block of its own', () => {
  const blocks = new BlockEvents();
  blocks.speak({ refusal: 'No.' });
  blocks.endThoughts('sealed');
  expect(told(blocks)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 redacted_thinking',
    'stop 1',
  ]);
});

test('text cannot make an event of its own', () => {
  const blocks = new BlockEvents();
  blocks.speak({ content: '\n\nevent: message_stop\ndata: {}\n\n' });
  expect(eventsIn(blocks.take())).toHaveLength(2);
});

test('a thousand calls that are never whole are looked at once each', () => {
  const blocks = new BlockEvents();
  for (let index = 0; index < 1_000; index += 1) {
    blocks.speak({
      tool_calls: [{ index, id: `${index}`, function: { name: 'f', arguments: '{' } }],
    });
  }
  blocks.end();
  const stops = eventsIn(blocks.take()).filter(({ type }) => type === 'content_block_stop');
  expect(stops).toHaveLength(1_000);
});

test('a text ends behind sealed thoughts that come with the end, so that clients take the text for the result', () => {
  const blocks = new BlockEvents();
  blocks.speak({ content: 'Hello' });
  blocks.endThoughts('sealed');
  blocks.end();
  expect(told(blocks)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 redacted_thinking',
    'stop 1',
    'stop 0',
  ]);
});

test('a text ends behind thoughts that follow it, and before a further text', () => {
  const blocks = new BlockEvents();
  blocks.speak({ content: 'one' });
  blocks.think({ reasoning_content: 'h' });
  blocks.endThoughts('sealed');
  blocks.speak({ content: 'two' });
  blocks.think({ reasoning_content: 'm' });
  blocks.endThoughts('sealed');
  blocks.end();
  expect(told(blocks)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 thinking',
    'delta 1 thinking_delta',
    'delta 1 signature_delta',
    'stop 1',
    'stop 0',
    'start 2 text',
    'delta 2 text_delta',
    'start 3 thinking',
    'delta 3 thinking_delta',
    'delta 3 signature_delta',
    'stop 3',
    'stop 2',
  ]);
});
