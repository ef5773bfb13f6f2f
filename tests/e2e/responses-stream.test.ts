import { formatCredits } from '@tollgate/money/credits';
import OpenAI from 'openai';
import type {
  FunctionTool,
  ResponseInputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';

const START_MS = 180_000;
/** Longer than a stream may stay silent at the scale of the stack. */
const SLOW_MS = 2_000;
const REASONER = 'demo/demo-reasoner';
/** More is said than may be. */
const LONG = { input: 'A sentence that is longer than what may be said.', max_output_tokens: 3 };
const NOTHING = '0.000000000';

interface Document {
  id: string;
  status: string;
  created_at: number;
  output: { id: string; type: string; encrypted_content?: string }[];
  error: { code: string; message: string } | null;
  usage: object | null;
}
interface Event {
  type: string;
  sequence_number: number;
  response?: Document;
  item?: { type: string };
}
interface Listed {
  status: number;
  stream: boolean;
  outcome: string;
  error_code: string | null;
  charged: string;
}

interface Refused {
  request_id: string;
  status: number;
  error_code: string | null;
}

let demo: Demo;
let client: OpenAI;
beforeAll(async () => {
  demo = await aSharedDemo({ timerScale: 0.05 });
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

const bodyOf = (directive: string, more: object = {}) => ({
  model: demo.env.TOLLGATE_MODEL,
  input: `[[provider: ${directive}]] What is told.`,
  ...more,
});
const stream = (directive: string, more: object = {}, headers: Record<string, string> = {}) =>
  demo.v1<string>('/responses', bodyOf(directive, { stream: true, ...more }), headers);

function eventsIn(text: string): Event[] {
  const frames = text.split('\n\n').filter((frame) => frame !== '' && !frame.startsWith(':'));
  const events = frames.map((frame) => {
    const [, named = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
    const event = JSON.parse(data) as Event;
    expect(event.type).toBe(named);
    return event;
  });
  expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
  return events;
}
const typesOf = (events: Event[]): string[] =>
  events.map(({ type }) => type.replace(/^response\./, ''));
/** Events without those that come again and again. */
const orderOf = (text: string): string[] =>
  typesOf(eventsIn(text)).filter((type, index, all) => type !== all[index - 1]);

async function consumed(): Promise<bigint> {
  const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
}
async function nothingHeld(): Promise<void> {
  await eventually(async () => {
    const { body } = await demo.user<{ reserved: string }>('GET', '/credits');
    return body.reserved === NOTHING;
  });
}
async function recordOf(requestId: unknown): Promise<Listed> {
  let found: Listed | undefined;
  await eventually(async () => {
    const path = `/requests?request_id=${String(requestId)}`;
    [found] = (await demo.user<{ data: Listed[] }>('GET', path)).body.data;
    return found !== undefined;
  });
  if (found === undefined) throw new Error('no record');
  return found;
}
/** What differs between two calls that are the same. */
function withoutIds({ id: _id, created_at: _at, ...rest }: Document): object {
  const output = rest.output.map(({ id: _item, encrypted_content: _sealed, ...item }) => item);
  return { ...rest, output };
}

const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

describe('a stream of responses', () => {
  test('has all of its events in their order, and ends with the document that the same call gets whole', async () => {
    const before = await consumed();
    const answer = await stream('chunks=5');
    const streamed = (await consumed()) - before;
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-svc-model': demo.env.TOLLGATE_MODEL,
      'x-svc-provider': 'demo',
    });
    expect(orderOf(answer.body)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
    const last = eventsIn(answer.body).at(-1)?.response;
    const whole = await demo.v1<Document>('/responses', bodyOf('chunks=5'));
    expect(last && withoutIds(last)).toEqual(withoutIds(whole.body));
    expect((await consumed()) - before).toBe(streamed * 2n);
    expect(await recordOf(answer.headers['x-request-id'])).toMatchObject({
      status: 200,
      stream: true,
      outcome: 'served',
    });
  });

  test('tells reasoning and calls, and takes the items back as they were done', async () => {
    const input: object[] = [{ role: 'user', content: 'Call get_weather for Oslo.' }];
    const given = { model: REASONER, tools: [weather], stream: true };
    const first = await demo.v1<string>('/responses', { ...given, input });
    expect(orderOf(first.body)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'reasoning_text.delta',
      'reasoning_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ]);
    const events = eventsIn(first.body);
    const done = events.flatMap(({ type, item }) =>
      type === 'response.output_item.done' && item !== undefined ? [item] : [],
    );
    expect(events.at(-1)?.response?.output).toEqual(done);
    const { call_id } = done[1] as unknown as { call_id: string };
    const result = { type: 'function_call_output', call_id, output: 'Sunny, 21 degrees' };
    const second = await demo.v1<string>('/responses', {
      ...given,
      input: [...input, ...done, result],
    });
    expect(orderOf(second.body).at(-1)).toBe('completed');
    expect(JSON.stringify(eventsIn(second.body).at(-1))).toContain('Sunny, 21 degrees');
  });

  test('R10 holds text that imitates events inside one event', async () => {
    const input = 'x\n\nevent: response.completed\ndata: {"type":"response.completed"}\n\n';
    const { body } = await stream('chunks=1', { input });
    expect(typesOf(eventsIn(body)).filter((type) => type === 'completed')).toHaveLength(1);
  });

  test('that reaches its ceiling is incomplete', async () => {
    const { body } = await stream('chunks=20', LONG);
    const last = eventsIn(body).at(-1);
    expect(last?.type).toBe('response.incomplete');
    expect(last?.response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete' }],
    });
  });

  test('is settled before its last event', async () => {
    const call = openCall(demo, bodyOf('chunks=3', { stream: true }), {}, '/responses');
    await call.ended;
    const before = await consumed();
    await nothingHeld();
    expect(await consumed()).toBe(before);
    expect(call.text()).toContain('event: response.completed');
  });

  test('is said by the contract of each chat model, and by no other', async () => {
    interface Model {
      capability: string;
      request_contract: { responses?: { parameters: { stream: object } } };
    }
    const { body } = await demo.v1<{ data: Model[] }>('/models');
    for (const { capability, request_contract: contract } of body.data) {
      const expected =
        capability === 'chat'
          ? {
              parameters: {
                stream: { supported: true },
                web_search: { supported: false, ignored: true },
              },
            }
          : undefined;
      expect(contract.responses).toEqual(expected);
    }
  });
});

describe('a stream of responses that is silent', () => {
  test('is opened and kept open by events, and names no model before one has answered', async () => {
    const { status, headers, body } = await stream(`delay=${SLOW_MS}`);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-svc-model');
    const types = typesOf(eventsIn(body));
    expect(types.slice(0, 3)).toEqual(['created', 'in_progress', 'in_progress']);
    expect(types.at(-1)).toBe('completed');
  });

  test('between two pieces is kept open by events', async () => {
    const { body } = await stream('chunks=4; chunk-delay=1000');
    expect(body).toMatch(/output_text\.delta[\s\S]*response\.in_progress[\s\S]*output_text\.delta/);
    expect(typesOf(eventsIn(body)).at(-1)).toBe('completed');
  });

  test('FC22 and fails then ends with response.failed, at no cost', async () => {
    const before = await consumed();
    const { status, headers, body } = await stream(`status=503; delay=${SLOW_MS}`);
    expect(status).toBe(200);
    const last = eventsIn(body).at(-1);
    expect(last).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'upstream_unavailable' } },
    });
    expect(await consumed()).toBe(before);
    expect(await recordOf(headers['x-request-id'])).toMatchObject({ status: 502 });
  });

  test('FC22 is still served by the next target of an alias', async () => {
    const models = (await demo.user<{ id: string; model: string }[]>('GET', '/models')).body;
    const idOf = (name: string) => models.find(({ model }) => model === name)?.id ?? '';
    const targets = ['demo/demo-small', 'demo/demo-large'].map((name) => ({
      model_id: idOf(name),
    }));
    const alias = { name: 'either', strategy: 'ordered', targets };
    expect((await demo.platform('POST', '/aliases', alias)).status).toBe(201);
    await eventually(async () => (await stream('chunks=1', { model: 'either' })).status === 200);
    await demo.clearInvoice();
    await demo.control({ behaviour: `status=503; delay=${SLOW_MS}`, times: 1 });
    const { body } = await stream('chunks=2', { model: 'either' });
    const events = eventsIn(body);
    expect(typesOf(events).slice(0, 2)).toEqual(['created', 'in_progress']);
    expect(typesOf(events).filter((type) => type === 'created')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { model: 'demo/demo-large' },
    });
    expect(await demo.invoice()).toHaveLength(2);
  });
});

describe('a stream of responses that does not come to its end', () => {
  test('FC21 because the provider breaks off ends with response.failed and is charged for what came', async () => {
    const before = await consumed();
    const { headers, body } = await stream('chunks=10; cut after=4');
    expect(eventsIn(body).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { error: { code: 'upstream_stream_interrupted' } },
    });
    expect(body).not.toContain('response.completed');
    expect(await consumed()).toBeGreaterThan(before);
    const record = await recordOf(headers['x-request-id']);
    expect(record).toMatchObject({ outcome: 'partial', error_code: 'upstream_stream_interrupted' });
  });

  test('R11 because the caller leaves is charged', async () => {
    const before = await consumed();
    const body = bodyOf('chunks=12; chunk-delay=50', { stream: true });
    const call = openCall(demo, body, { 'x-request-id': 'left-a-stream' }, '/responses');
    await eventually(() => call.text().includes('output_text.delta'));
    call.leave();
    await nothingHeld();
    expect(await consumed()).toBeGreaterThan(before);
    expect(await recordOf('left-a-stream')).toMatchObject({ outcome: 'client_gone' });
  });

  test('because it failed at once has its own status', async () => {
    const { status } = await stream('status=503');
    expect(status).toBe(502);
  });
});

describe('a stream of responses under an idempotency key', () => {
  test.each([
    ['as it was', 'chunks=4'],
    ['with what silence has made it say', `chunks=4; delay=${SLOW_MS}`],
  ])('is replayed %s, byte for byte, and paid once', async (name, directive) => {
    const key = { 'idempotency-key': `replayed-${name.length}` };
    const before = await consumed();
    const first = await stream(directive, {}, key);
    const charged = (await consumed()) - before;
    const again = await stream(directive, {}, key);
    expect(again.headers['x-idempotent-replay']).toBe('true');
    expect(again.body).toBe(first.body);
    expect((await consumed()) - before).toBe(charged);
    expect(await demo.invoice()).toHaveLength(1);
  });
});

describe('what is refused before anything is sent', () => {
  test('R12 an empty wallet is told in the stream, and recorded as what it is', async () => {
    const made = await demo.platform<{ id: string }>('POST', '/users', {
      email: 'poor@example.com',
      password: 'correct horse battery staple',
    });
    const key = await demo.platform<{ secret: string }>('POST', `/users/${made.body.id}/keys`, {
      name: 'k',
      mode: 'live',
    });
    const authorization = `Bearer ${key.body.secret}`;
    const streamed = await stream('chunks=1', {}, { authorization });
    expect(streamed.status).toBe(200);
    const events = eventsIn(streamed.body);
    expect(typesOf(events)).toEqual(['created', 'failed']);
    expect(events[1]?.response?.error?.code).toBe('insufficient_quota');
    const id = streamed.headers['x-request-id'];
    const whole = await demo.v1('/responses', bodyOf('chunks=1'), { authorization });
    expect(whole.status).toBe(402);
    await eventually(async () => {
      const listed = await demo.platform<{ data: Refused[] }>('GET', '/requests?limit=50');
      const record = listed.body.data.find(({ request_id: known }) => known === id);
      return record?.status === 402 && record.error_code === 'insufficient_credit';
    });
    expect(await demo.invoice()).toEqual([]);
  });

  test('R12 a full context is told in the stream, and recorded as what it is', async () => {
    const input = 'word '.repeat(400_000);
    const { status, headers, body } = await stream('chunks=1', { input });
    expect(status).toBe(200);
    const events = eventsIn(body);
    expect(typesOf(events)).toEqual(['created', 'failed']);
    expect(events[1]?.response?.error?.code).toBe('context_length_exceeded');
    expect(await recordOf(headers['x-request-id'])).toMatchObject({
      status: 400,
      error_code: 'context_length_exceeded',
    });
  });

  test('everything else has its own status', async () => {
    expect((await stream('chunks=1', { model: 'demo/none' })).status).toBe(404);
    expect((await stream('chunks=1', { store: true })).status).toBe(400);
    const later = await stream('chunks=1', {}, { prefer: 'respond-async' });
    expect(later.status).toBe(400);
  });
});

describe('the official client', () => {
  test('reads what the wallet paid as usage.cost of the last event', async () => {
    await nothingHeld();
    const before = await consumed();
    const { usage } = await client.responses
      .stream({ model: demo.env.TOLLGATE_MODEL, input: 'Hello' })
      .finalResponse();
    const charge = (await consumed()) - before;
    expect(charge).toBeGreaterThan(0n);
    expect(usage).toMatchObject({ cost: Number(formatCredits(charge)) });
  });

  test('follows a stream to its final response', async () => {
    const texts: string[] = [];
    const running = client.responses
      .stream({ model: demo.env.TOLLGATE_MODEL, input: 'Hello there' })
      .on('response.output_text.delta', ({ delta }) => texts.push(delta));
    const final = await running.finalResponse();
    expect(final.status).toBe('completed');
    expect(texts.join('')).toBe(final.output_text);
    expect(final.output_text).toContain('Hello there');
    expect(final.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('goes through a loop with tools and reasoning', async () => {
    const input: ResponseInputItem[] = [{ role: 'user', content: 'Call get_weather for Oslo.' }];
    const given = { model: REASONER, tools: [weather] };
    const first = await client.responses.stream({ ...given, input }).finalResponse();
    const call = first.output.find((item) => item.type === 'function_call');
    input.push(...(first.output as ResponseInputItem[]), {
      type: 'function_call_output',
      call_id: call?.call_id ?? '',
      output: 'Sunny, 21 degrees',
    });
    const second = await client.responses.stream({ ...given, input }).finalResponse();
    expect(second.output_text).toContain('Sunny, 21 degrees');
  });

  test('sees a stream that was silent, cut short, incomplete or refused', async () => {
    const lastOf = async (directive: string, more: object = {}): Promise<string> => {
      const events = await client.responses.create({ ...bodyOf(directive, more), stream: true });
      let last: ResponseStreamEvent | undefined;
      for await (const event of events) last = event;
      return last?.type ?? '';
    };
    expect(await lastOf(`delay=${SLOW_MS}`)).toBe('response.completed');
    expect(await lastOf('chunks=10; cut after=4')).toBe('response.failed');
    expect(await lastOf('chunks=20', LONG)).toBe('response.incomplete');
    expect(await lastOf('chunks=1', { input: 'word '.repeat(400_000) })).toBe('response.failed');
  });
});

test('after all of this every rule of the ledger holds', async () => {
  await nothingHeld();
  await expectLedgerHolds(demo);
});
