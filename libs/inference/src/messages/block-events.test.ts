import { BlockEvents } from './block-events.ts';

interface BlockEvent {
  type: string;
  index: number;
  content_block?: { type: string };
  delta?: Record<string, string>;
}

/** The events of frames, each named as its payload is. */
function eventsIn(frames: string): BlockEvent[] {
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [event = '', data = ''] = frame.split('\n');
      const reported = JSON.parse(data.slice('data: '.length)) as BlockEvent;
      expect(event).toBe(`event: ${reported.type}`);
      return reported;
    });
}

const shortOf = ({ type, index, content_block: block, delta }: BlockEvent): string =>
  [type.replace('content_block_', ''), index, block?.type ?? delta?.['type'] ?? '']
    .join(' ')
    .trim();

const reported = (blocks: BlockEvents): string[] => eventsIn(blocks.take()).map(shortOf);

test('thinking, a text and calls follow each other', () => {
  const blocks = new BlockEvents();
  blocks.addReasoning({ reasoning_content: 'h' });
  blocks.addReasoning({ reasoning_content: 'm' });
  expect(blocks.openReasoning()).toBe('hm');
  blocks.endReasoning('sealed');
  expect(blocks.openReasoning()).toBeNull();
  blocks.addContent({ content: 'Hello' });
  blocks.addContent({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }],
  });
  blocks.addContent({
    tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '' } }],
  });
  blocks.end();
  expect(reported(blocks)).toEqual([
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
    blocks.addContent({
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
  blocks.addContent({ refusal: 'No.' });
  blocks.endReasoning('sealed');
  expect(reported(blocks)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 redacted_thinking',
    'stop 1',
  ]);
});

test('text cannot make an event of its own', () => {
  const blocks = new BlockEvents();
  blocks.addContent({ content: '\n\nevent: message_stop\ndata: {}\n\n' });
  expect(eventsIn(blocks.take())).toHaveLength(2);
});

test('a thousand calls that are never whole are looked at once each', () => {
  const blocks = new BlockEvents();
  for (let index = 0; index < 1_000; index += 1) {
    blocks.addContent({
      tool_calls: [{ index, id: `${index}`, function: { name: 'f', arguments: '{' } }],
    });
  }
  blocks.end();
  const stops = eventsIn(blocks.take()).filter(({ type }) => type === 'content_block_stop');
  expect(stops).toHaveLength(1_000);
});

test('a text ends behind sealed thinking that comes with the end, so that clients take the text for the result', () => {
  const blocks = new BlockEvents();
  blocks.addContent({ content: 'Hello' });
  blocks.endReasoning('sealed');
  blocks.end();
  expect(reported(blocks)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 redacted_thinking',
    'stop 1',
    'stop 0',
  ]);
});

test('a text ends behind thinking that follows it, and before a further text', () => {
  const blocks = new BlockEvents();
  blocks.addContent({ content: 'one' });
  blocks.addReasoning({ reasoning_content: 'h' });
  blocks.endReasoning('sealed');
  blocks.addContent({ content: 'two' });
  blocks.addReasoning({ reasoning_content: 'm' });
  blocks.endReasoning('sealed');
  blocks.end();
  expect(reported(blocks)).toEqual([
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

test('what the provider has run stands beside the text, whose citations come at its end', () => {
  const blocks = new BlockEvents();
  blocks.addContent({ content: 'Hello' });
  blocks.cite({ type: 'url_citation', url: 'u', title: 't', start_index: 1, end_index: 3 });
  blocks.addRun([
    { type: 'server_tool_use', id: 'a', name: 'web_search', input: { query: 'x' }, caller: {} },
    { type: 'web_search_tool_result', tool_use_id: 'a', content: [] },
  ]);
  blocks.end();
  const frames = blocks.take();
  expect(frames).toContain('"partial_json":"{\\"query\\":\\"x\\"}"');
  expect(frames).toContain('"cited_text":"el"');
  const again = new BlockEvents();
  again.addContent({ content: 'one' });
  again.addRun([{ type: 'web_search_tool_result', tool_use_id: 'a', content: [] }]);
  again.addContent({ content: 'two' });
  again.end();
  expect(reported(again)).toEqual([
    'start 0 text',
    'delta 0 text_delta',
    'start 1 web_search_tool_result',
    'stop 1',
    'stop 0',
    'start 2 text',
    'delta 2 text_delta',
    'stop 2',
  ]);
});
