import { randomBytes } from 'node:crypto';
import type { ChatDelta, FinishReason } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { InputItem, ResponsesRequest } from '@tollgate/contract/responses';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { toConversation } from '@tollgate/structure/conversation';
import { createResponseFrames } from './stream-frames.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import {
  createReasoningSeals,
  openReasoningItems,
  parseReasoningKey,
} from '../seals/reasoning-seal.ts';
import { toResponse } from './response-document.ts';
import { responseEncoder } from './response-encoder.ts';

const opId = '019b76da-a800-7000-8000-000000000001';
const asked: ResponsesRequest = { model: 'alias', input: 'hi', stream: true, metadata: { a: 'b' } };
const plan = {
  opId,
  target: { publicId: 'p/m' },
  resolved: { name: 'alias' },
  caller: { key: { ownerId: 'user' } },
  request: {},
  origins: [],
  asked,
} as unknown as ResponsesPlan;
/** Characters of what a caller asks, and of an event without them. */
const LONG = 1_000_000;
const SHORT = 1_000;
const MANY = 200;
const usage = { input: 5, cache_read: 3, cache_write: 2, output: 7, reasoning: 4 };
const keys = JSON.stringify({ current: 'v1', keys: { v1: randomBytes(32).toString('base64') } });
const seals = createReasoningSeals(parseReasoningKey(keys), Date.now);

interface Item {
  id: string;
  type: string;
  content?: { text?: string }[];
  encrypted_content?: string;
  status?: string;
}
interface Event {
  type: string;
  sequence_number: number;
  output_index?: number;
  content_index?: number;
  item_id?: string;
  delta?: string;
  text?: string;
  arguments?: string;
  input?: string;
  item?: Item;
  response?: { status: string; output: Item[]; error: object | null; model: string };
}

function eventsIn(frames: string): Event[] {
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => {
      const [, named = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      const event = JSON.parse(data) as Event;
      expect(event.type).toBe(named);
      return event;
    });
}

const finished = (finish_reason: FinishReason, delta: ChatDelta = {}) => [
  { index: 0, delta, finish_reason },
];

/**
 * A stream of these deltas, each in a batch of its own, and the document that the same call gets
 * unstreamed.
 */
async function reported(
  deltas: ChatDelta[],
  finish: FinishReason = 'stop',
  last: ChatDelta = {},
  tools: ResponsesRequest['tools'] = null,
) {
  const asking = { ...plan, asked: { ...asked, tools } };
  const streamFrames = createResponseFrames(asking.asked, { opId, createdMs: 1_999 });
  const encoder = responseEncoder({ seals, streamFrames }, asking, 1_999);
  const accumulator = createAnswerAccumulator();
  const batches = [
    ...deltas.map((delta) => [{ index: 0, delta, finish_reason: null }]),
    finished(finish, last),
  ];
  let frames = '';
  for (const choices of batches) {
    accumulator.push([{ kind: 'choices', choices }]);
    frames += await encoder.encode([choices]);
  }
  frames += await encoder.close(usage);
  const unstreamed = toResponse(asking, accumulator.answer(), { usage, createdMs: 1_999 });
  return { events: eventsIn(frames), unstreamed };
}

const types = (events: Event[]): string[] =>
  events.map(({ type }) => type.replace(/^response\./, ''));
const itemsDone = (events: Event[]): Item[] =>
  events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' && item !== undefined ? [item] : [],
  );
const call = (index: number, id: string, args: string) => ({
  index,
  id,
  type: 'function' as const,
  function: { name: 'f', arguments: args },
});

async function messagesOf(items: Item[], ...results: string[]) {
  const outputs = results.map((call_id) => ({
    type: 'function_call_output',
    call_id,
    output: 'done',
  }));
  const input = [{ role: 'user', content: 'hi' }, ...items, ...outputs] as InputItem[];
  return toConversation(await openReasoningItems(seals, { model: 'alias', input }, 'user'))
    .messages;
}

test('reasoning, a message and calls follow each other, each with all of its events', async () => {
  const { events } = await reported(
    [
      { role: 'assistant', content: '' },
      { reasoning_content: 'hm' },
      { reasoning_content: 'm' },
      { content: 'hel' },
      { content: 'lo' },
      { tool_calls: [call(0, 'a', '{"x"')] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [call(1, 'b', '{}')] },
    ],
    'tool_calls',
  );
  expect(types(events)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'reasoning_text.delta',
    'reasoning_text.delta',
    'reasoning_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'completed',
  ]);
  expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
  expect(events.find(({ type }) => type === 'response.output_text.done')?.text).toBe('hello');
  expect(events.at(-1)?.response?.output).toEqual(itemsDone(events));
});

test.each<[string, ChatDelta[], FinishReason, ChatDelta]>([
  ['a text', [{ content: 'a\n\nb' }], 'stop', {}],
  ['an answer that is cut', [{ reasoning_content: 'hm' }, { content: 'a' }], 'length', {}],
  ['a refusal behind a text', [{ content: 'a' }, { refusal: 'no' }], 'content_filter', {}],
  [
    'everything at once',
    [{ reasoning_content: 'hm', content: 'a', tool_calls: [call(0, 'a', '{}')] }],
    'tool_calls',
    {},
  ],
  ['reasoning alone', [{ reasoning_content: 'hm' }], 'length', {}],
  [
    'reasoning and more that has to come back',
    [{ reasoning_content: 'hm' }, { content: 'a' }],
    'stop',
    { extra_content: { p: { s: 1 } } },
  ],
  ['a signature alone', [{ content: 'a' }], 'stop', { extra_content: { p: { s: 1 } } }],
  [
    'text between calls',
    [{ content: 'a' }, { tool_calls: [call(0, 'a', '{}')] }, { content: 'b' }],
    'tool_calls',
    {},
  ],
  [
    'a call whose arguments come last',
    [{ tool_calls: [call(0, 'a', '')] }, { tool_calls: [call(1, 'b', '{}')] }],
    'tool_calls',
    { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
  ],
])(
  'the last event of %s holds the document of the same call unstreamed',
  async (_name, deltas, finish, last) => {
    const { events, unstreamed } = await reported(deltas, finish, last);
    const { type, response } = events.at(-1) ?? {};
    expect(type).toBe(`response.${unstreamed.status}`);
    const unsealed = (output: { type: string }[] = []) =>
      output.map((item) => (item.type === 'reasoning' ? { ...item, encrypted_content: '' } : item));
    expect({ ...response, output: unsealed(response?.output) }).toEqual({
      ...unstreamed,
      output: unsealed(unstreamed.output),
    });
    const added = events.filter(({ type: name }) => name === 'response.output_item.added');
    expect(added.map(({ output_index: index }) => index)).toEqual([...added.keys()]);
    expect(
      itemsDone(events)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(added.map(({ item }) => item?.id ?? '').toSorted());
  },
);

test.each<[string, ChatDelta[], ChatDelta]>([
  [
    'reasoning with a signature',
    [{ reasoning_content: 'hm' }, { content: 'a' }],
    { extra_content: { p: { s: 1 } } },
  ],
  ['a signature alone', [{ content: 'a' }], { extra_content: { p: { s: 1 } } }],
  [
    'a signed call',
    [{ content: 'a' }, { tool_calls: [{ ...call(0, 'c', '{}'), extra_content: { p: { s: 2 } } }] }],
    {},
  ],
  [
    'reasoning between text and call',
    [
      { reasoning_content: 'h' },
      { content: 'a' },
      { reasoning_content: 'm' },
      { tool_calls: [call(0, 'c', '{}')] },
    ],
    { extra_content: { p: { s: 1 } } },
  ],
])(
  'items of a stream with %s come back as one turn, as they were done and as the document has them',
  async (_name, deltas, last) => {
    const { events } = await reported(deltas, 'stop', last);
    const done = itemsDone(events);
    const results = done.some(({ type }) => type === 'function_call') ? ['c'] : [];
    const [, ...asDone] = await messagesOf(done, ...results);
    const [, ...asReported] = await messagesOf(events.at(-1)?.response?.output ?? [], ...results);
    expect(asDone).toEqual(asReported);
    expect(asDone.filter(({ role }) => role === 'assistant')).toHaveLength(1);
  },
);

describe('the frames of a stream', () => {
  test('opens the response for silence, counts on, and keeps what was said', async () => {
    const streamFrames = createResponseFrames(asked, { opId, createdMs: 1_999 });
    const silence = streamFrames.heartbeat() + streamFrames.heartbeat();
    const encoder = responseEncoder({ seals, streamFrames }, plan, 1_999);
    const answer = await encoder.encode([finished('stop', { content: 'a' })]);
    const events = eventsIn(silence + answer);
    expect(types(events).slice(0, 4)).toEqual([
      'created',
      'in_progress',
      'in_progress',
      'output_item.added',
    ]);
    expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
    expect(encoder.frames.join('')).toBe(silence);
  });

  test('repeats what was asked in the first event and in the last one, and not for silence or a refusal', async () => {
    const long: ResponsesRequest = {
      ...asked,
      instructions: 'i'.repeat(LONG),
      tools: [{ type: 'function', name: 'f', description: 'd'.repeat(LONG) }],
    };
    const longFrames = () => createResponseFrames(long, { opId, createdMs: 1_999 });
    const streamFrames = longFrames();
    const first = streamFrames.heartbeat();
    expect(first.length).toBeGreaterThan(2 * LONG);
    expect(eventsIn(first)[0]?.response).toMatchObject({ instructions: long.instructions });
    expect(streamFrames.heartbeat().length).toBeLessThan(SHORT);
    const empty = new GatewayError('insufficient_credit', 'No credit.');
    expect(streamFrames.failure(empty, 'req_1').length).toBeLessThan(SHORT);
    expect(longFrames().failure(empty, 'req_1').length).toBeLessThan(2 * SHORT);
    const encoder = responseEncoder(
      { seals, streamFrames: longFrames() },
      { ...plan, asked: long },
      1_999,
    );
    const frames = (await encoder.encode([finished('stop')])) + (await encoder.close(usage));
    expect(frames.length).toBeLessThan(5 * LONG);
    expect(eventsIn(frames).at(-1)?.response).toMatchObject({ instructions: long.instructions });
  });

  test('bridges by comments once the last event has its number', async () => {
    const streamFrames = createResponseFrames(asked, { opId, createdMs: 1_999 });
    const encoder = responseEncoder({ seals, streamFrames }, plan, 1_999);
    await encoder.encode([finished('stop', { content: 'a' })]);
    await encoder.close(usage);
    expect(streamFrames.heartbeat()).toBe(': ping\n\n');
  });

  test('tells an error with its code, and an empty wallet with the code that clients know', () => {
    const failureOf = (error: GatewayError): Event[] =>
      eventsIn(createResponseFrames(asked, { opId, createdMs: 1_999 }).failure(error, 'req_1'));
    const empty = failureOf(new GatewayError('insufficient_credit', 'No credit.'));
    expect(types(empty)).toEqual(['created', 'failed']);
    expect(empty[1]?.response).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_quota', message: 'No credit.' },
      output: [],
    });
    const late = failureOf(new GatewayError('upstream_timeout', 'Late.'));
    expect(late[1]?.response?.error).toMatchObject({ code: 'upstream_timeout' });
  });

  test('text of a model is no event', async () => {
    const { events } = await reported([{ content: '\n\nevent: response.completed\ndata: {}\n\n' }]);
    expect(types(events).filter((type) => type === 'completed')).toHaveLength(1);
  });
});

test('many calls that are never whole cost as many looks at them', async () => {
  const open = Array.from({ length: MANY }, (_, index) => ({
    tool_calls: [call(index, `c${index}`, '{"text":"')],
  }));
  const parse = JSON.parse.bind(JSON);
  let looks = 0;
  JSON.parse = (text: string): unknown => {
    looks += 1;
    return parse(text);
  };
  const streamFrames = createResponseFrames(asked, { opId, createdMs: 1_999 });
  const encoder = responseEncoder({ seals, streamFrames }, plan, 1_999);
  try {
    for (const delta of open) await encoder.encode([[{ index: 0, delta, finish_reason: null }]]);
  } finally {
    JSON.parse = parse;
  }
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(MANY);
  const ending = (await encoder.encode([finished('length')])) + (await encoder.close(usage));
  expect(itemsDone(eventsIn(ending))).toHaveLength(MANY);
});

test('a call of a function in a namespace has the names of the caller, in its event and in the document', async () => {
  const tools: ResponsesRequest['tools'] = [
    { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'f' }] },
  ];
  const given = { ...plan, asked: { ...asked, tools } };
  const streamFrames = createResponseFrames(given.asked, { opId, createdMs: 1_999 });
  const encoder = responseEncoder({ seals, streamFrames }, given, 1_999);
  const made = { ...call(0, 'a', '{}'), function: { name: 'n__f', arguments: '{}' } };
  const frames = await encoder.encode([finished('tool_calls', { tool_calls: [made] })]);
  const events = eventsIn(frames + (await encoder.close(usage)));
  const expected = { type: 'function_call', call_id: 'a', name: 'f', namespace: 'n' };
  expect(itemsDone(events)).toMatchObject([expected]);
  expect(events.at(-1)?.response?.output).toMatchObject([expected]);
});

test('a call of a custom tool is told in one piece, as its text', async () => {
  const tools: ResponsesRequest['tools'] = [
    { type: 'custom', name: 'patch' },
    { type: 'function', name: 'f' },
  ];
  const given = { ...plan, asked: { ...asked, tools } };
  const streamFrames = createResponseFrames(given.asked, { opId, createdMs: 1_999 });
  const encoder = responseEncoder({ seals, streamFrames }, given, 1_999);
  const deltas: ChatDelta[] = [
    { tool_calls: [{ ...call(0, 'a', '{"inp'), function: { name: 'patch', arguments: '{"inp' } }] },
    { tool_calls: [{ index: 0, function: { arguments: 'ut":"a\\nb"}' } }] },
    { tool_calls: [call(1, 'b', '{}')] },
  ];
  let frames = '';
  for (const delta of deltas)
    frames += await encoder.encode([[{ index: 0, delta, finish_reason: null }]]);
  frames += (await encoder.encode([finished('tool_calls')])) + (await encoder.close(usage));
  const events = eventsIn(frames);
  expect(types(events)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'custom_tool_call_input.delta',
    'custom_tool_call_input.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'completed',
  ]);
  expect([events[3]?.delta, events[4]?.input]).toEqual(['a\nb', 'a\nb']);
  const made = { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'a\nb' };
  expect(itemsDone(events)).toMatchObject([made, { type: 'function_call', name: 'f' }]);
  expect(events.at(-1)?.response?.output).toEqual(itemsDone(events));
  const [, reported, result] = await messagesOf(itemsDone(events).slice(0, 1), 'a');
  expect(reported).toMatchObject({
    tool_calls: [{ function: { arguments: '{"input":"a\\nb"}' } }],
  });
  expect(result).toMatchObject({ role: 'tool', tool_call_id: 'a' });
});

test('calls of tools that the client runs are items of their own, streamed as unstreamed', async () => {
  const made = (index: number, name: string, given: string): ChatDelta => ({
    tool_calls: [
      { index, id: `c${index}`, type: 'function', function: { name, arguments: given } },
    ],
  });
  const more = (index: number, given: string): ChatDelta => ({
    tool_calls: [{ index, function: { arguments: given } }],
  });
  const { events, unstreamed } = await reported(
    [
      made(0, 'shell', '{"commands":'),
      more(0, '["ls"]}'),
      made(1, 'apply_patch', '{"operation":{"type":"delete_file","path":"a"}}'),
      made(2, 'functions__exec', '{"input":"x"}'),
    ],
    'tool_calls',
    {},
    [
      { type: 'shell' },
      { type: 'apply_patch' },
      { type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec' }] },
    ],
  );
  expect(itemsDone(events)).toEqual(unstreamed.output);
  expect(unstreamed.output).toMatchObject([
    { type: 'shell_call', call_id: 'c0', action: { commands: ['ls'] } },
    { type: 'apply_patch_call', call_id: 'c1', operation: { path: 'a' } },
    { type: 'custom_tool_call', call_id: 'c2', name: 'exec', namespace: 'functions', input: 'x' },
  ]);
  expect(types(events).filter((type) => type.endsWith('.delta'))).toEqual([
    'custom_tool_call_input.delta',
  ]);
});
