import { createAnswerAccumulator } from '../../adapter/accumulate.ts';
import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { responsesWire } from './mapper.ts';

const endpoint: Endpoint = {
  family: 'openai',
  provider: 'openai',
  upstreamModel: 'gpt-5-codex',
  baseUrl: 'https://api.example.com',
};
const REASONING = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [
    { type: 'summary_text', text: 'first' },
    { type: 'summary_text', text: 'second' },
  ],
  encrypted_content: 'sealed',
};
const said = (id: string, text: string) => ({
  id,
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const REFUSED = {
  id: 'msg_r',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'refusal', refusal: 'I cannot do that.' }],
};
const call = (id: string, given: string) => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: `call_${id}`,
  name: 'look_up',
  arguments: given,
});
const CUSTOM = {
  id: 'ctc_1',
  type: 'custom_tool_call',
  call_id: 'call_patch',
  name: 'apply_patch',
  input: '*** "a" 🙂\n',
};
const OUTPUTS: Record<string, Item[]> = {
  'text alone': [said('msg_1', 'Hello there')],
  'a call alone': [call('1', '{"a":12345678901234567890}')],
  'a call without arguments': [call('1', '')],
  'thinking, text and two calls': [
    REASONING,
    said('msg_1', 'Let me look.'),
    call('1', '{"a":1}'),
    call('2', '{"b":[2]}'),
  ],
  'two messages around a custom call': [said('msg_1', 'one'), CUSTOM, said('msg_2', 'two')],
  'a refusal': [REFUSED],
  'thinking twice': [
    REASONING,
    said('msg_1', 'a'),
    { ...REASONING, id: 'rs_2' },
    said('msg_2', 'b'),
  ],
};
const WAYS = ['added', 'deltas', 'partial', 'argumentsDone', 'done', 'listed'] as const;

type Item = Record<string, unknown> & { id: string; type: string };
type Way = (typeof WAYS)[number];

const USAGE = { input_tokens: 10, output_tokens: 7, total_tokens: 17 };
const response = (output: readonly Item[]) => ({
  id: 'resp_1',
  status: 'completed',
  error: null,
  output,
  usage: USAGE,
});

function streamed(events: readonly object[]): MappedAnswer {
  const mapper = responsesWire.stream(endpoint);
  const answer = createAnswerAccumulator();
  for (const event of events) answer.push(mapper.push({ type: null, data: JSON.stringify(event) }));
  answer.push(mapper.end());
  return answer.answer();
}

/** The parts of an item that providers send as deltas, with the event of each. */
function pieces(item: Item): { type: string; text: string; more: object }[] {
  const parts = (field: string) => (item[field] ?? []) as { text?: string; refusal?: string }[];
  if (item.type === 'reasoning') {
    return parts('summary').map(({ text = '' }, at) => ({
      type: 'response.reasoning_summary_text.delta',
      text,
      more: { summary_index: at },
    }));
  }
  if (item.type === 'message') {
    return parts('content').map(({ text, refusal }, at) => ({
      type: refusal === undefined ? 'response.output_text.delta' : 'response.refusal.delta',
      text: refusal ?? text ?? '',
      more: { content_index: at },
    }));
  }
  const isCustom = item.type === 'custom_tool_call';
  return [
    {
      type: `response.${isCustom ? 'custom_tool_call_input' : 'function_call_arguments'}.delta`,
      text: (isCustom ? item['input'] : item['arguments']) as string,
      more: {},
    },
  ];
}

function bare(item: Item): Item {
  const { type } = item;
  if (type === 'reasoning') return { ...item, summary: [] };
  if (type === 'message') return { ...item, content: [] };
  return { ...item, [type === 'custom_tool_call' ? 'input' : 'arguments']: '' };
}

function eventsOf(item: Item, at: number, ways: ReadonlySet<Way>): object[] {
  const path = { output_index: at, item_id: item.id };
  const isCall = item.type.endsWith('call');
  const events: object[] = [];
  if (ways.has('added')) {
    events.push({ type: 'response.output_item.added', output_index: at, item: bare(item) });
  }
  if (ways.has('deltas') || ways.has('partial')) {
    for (const [index, { type, text, more }] of pieces(item).entries()) {
      const half = Math.ceil(text.length / 2);
      const [first, second] = [text.slice(0, half), text.slice(half)];
      // A provider that sends a part of the deltas stops within the first text, not between two.
      if (ways.has('deltas') || index === 0) events.push({ type, ...path, ...more, delta: first });
      if (ways.has('deltas')) events.push({ type, ...path, ...more, delta: second });
    }
  }
  if (ways.has('argumentsDone') && isCall) {
    const [piece] = pieces(item);
    const type = piece?.type.replace('.delta', '.done');
    events.push({ type, ...path, arguments: item['arguments'], input: item['input'] });
  }
  if (ways.has('done')) {
    events.push({ type: 'response.output_item.done', output_index: at, item });
  }
  return events;
}

const subsets = (ways: readonly Way[]): ReadonlySet<Way>[] =>
  Array.from(
    { length: 2 ** ways.length },
    (_, bits) => new Set(ways.filter((_way, at) => (bits & (2 ** at)) > 0)),
  );
/** Without one of these the provider has never reported the whole item. */
const isWhole = (ways: ReadonlySet<Way>): boolean => ways.has('done') || ways.has('listed');

/** What was left out of one text cannot follow once another one has begun. */
const isInOrder = (ways: ReadonlySet<Way>, items: readonly Item[]): boolean =>
  !ways.has('partial') ||
  ways.has('deltas') ||
  ways.has('done') ||
  items.filter(({ type }) => type === 'message').length < 2;

const CASES = Object.entries(OUTPUTS).flatMap(([name, items]) =>
  subsets(WAYS)
    .filter((ways) => isWhole(ways) && isInOrder(ways, items))
    .map((ways) => ({ name, items, ways, how: [...ways].join(', ') })),
);

describe('a stream gives what the whole answer gives', () => {
  test.each(CASES)('$name, reported by $how', ({ items, ways }) => {
    const whole = responsesWire.fromWire(response(items), endpoint);
    const events = items.flatMap((item, at) => eventsOf(item, at, ways));
    const listed = ways.has('listed') ? items : [];
    const end = { type: 'response.completed', response: response(listed) };
    expect(streamed([...events, end])).toEqual(whole);
  });

  test('where the last event lists items under new ids, or without the thinking', () => {
    const items = [REASONING, said('msg_1', 'hi'), call('1', '{}')];
    const events = items.flatMap((item, at) => eventsOf(item, at, new Set(['added', 'done'])));
    const whole = responsesWire.fromWire(response(items), endpoint);
    for (const listed of [
      items.map((item) => ({ ...item, id: `${item.id}_new` })),
      items.slice(1),
    ]) {
      const end = { type: 'response.completed', response: response(listed) };
      expect(streamed([...events, end])).toEqual(whole);
    }
  });

  test('or fails where the rest of a text would stand behind another text', () => {
    const items = [said('msg_1', 'one'), said('msg_2', 'two')];
    const events = items.flatMap((item, at) => eventsOf(item, at, new Set(['partial'])));
    const end = { type: 'response.completed', response: response(items) };
    expect(() => streamed([...events, end])).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'malformed' }) }),
    );
  });

  test('where events name items by id and have no index', () => {
    const items = [said('msg_1', 'hi'), call('1', '{"a":1}')];
    const events = items
      .flatMap((item, at) => eventsOf(item, at, new Set(['added', 'deltas', 'done'])))
      .map((event) => ({ ...event, output_index: undefined }));
    const end = { type: 'response.completed', response: response([]) };
    expect(streamed([...events, end])).toEqual(responsesWire.fromWire(response(items), endpoint));
  });
});
