import type { Family, MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { anthropic } from '../../anthropic/index.ts';

const ENDPOINT: Endpoint = {
  family: 'anthropic',
  provider: 'anthropic',
  upstreamModel: 'claude-sonnet-4-5',
  baseUrl: 'https://api.anthropic.com',
};
const body = {
  model: 'mine',
  max_tokens: 64_000,
  messages: [],
  top_k: 5,
  metadata: { user_id: 'u' },
};

function passthrough(headers: Record<string, string> = {}): Family {
  const family = anthropic.messages?.(ENDPOINT)?.({ body, headers });
  if (family === undefined) throw new Error('the family passes nothing on');
  return family;
}

test('the body goes as it came, but for the model and the ceiling', () => {
  const request = { model: 'x', messages: [], max_completion_tokens: 500 };
  expect(passthrough().chat?.toWire(request, ENDPOINT, true)).toEqual({
    ...body,
    model: 'claude-sonnet-4-5',
    max_tokens: 500,
    stream: true,
  });
});

test.each([
  ['claude-opus-4-7', {}, { effort: 'high' }],
  ['claude-opus-4-7', { output_config: { format: 'f' } }, { format: 'f', effort: 'high' }],
  ['claude-opus-4-7', { output_config: { effort: 'low' } }, { effort: 'low' }],
  ['claude-opus-4-7', { thinking: { type: 'disabled' } }, undefined],
  ['claude-sonnet-4-5', {}, undefined],
])(
  'the default effort of a key reaches %s where the caller says nothing: %j',
  (model, more, sent) => {
    const request = {
      model: 'x',
      messages: [],
      max_completion_tokens: 500,
      reasoning_effort: 'high',
    };
    const family = anthropic.messages?.(ENDPOINT)?.({ body: { ...body, ...more }, headers: {} });
    const endpoint = { ...ENDPOINT, upstreamModel: model };
    expect(family?.chat?.toWire(request, endpoint, false)).toHaveProperty('model', model);
    const wire = family?.chat?.toWire(request, endpoint, false) as { output_config?: object };
    expect(wire.output_config).toEqual(sent);
  },
);

test('headers of the caller go along and never take the place of ours', async () => {
  const given = { 'anthropic-beta': 'a,b', 'x-api-key': 'theirs', 'anthropic-version': '1' };
  const call = { method: 'POST' as const, url: 'https://x', headers: {}, body: '{}' };
  const signed = await passthrough(given).sign(call, { api_key: 'ours' }, new Date());
  expect(signed.headers).toEqual({
    'anthropic-beta': 'a,b',
    'x-api-key': 'ours',
    'anthropic-version': '2023-06-01',
  });
});

test('each event is handed on in front of what it means', () => {
  const mapper = passthrough().chat?.stream(ENDPOINT);
  const push = (payload: object): MappedEvent[] | undefined =>
    mapper?.push({ type: null, data: JSON.stringify(payload, null, 1) });
  const kinds = (events: MappedEvent[] | undefined): unknown[] =>
    (events ?? []).map((event) => (event.kind === 'passthrough' ? event.event.type : event.kind));
  const usage = { input_tokens: 3, output_tokens: 1 };
  expect(kinds(push({ type: 'message_start', message: { usage } }))).toEqual([
    'message_start',
    'prompt',
  ]);
  const start = push({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  });
  expect(kinds(start)).toEqual(['content_block_start']);
  const delta = push({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'Hi' },
  });
  expect(kinds(delta)).toEqual(['content_block_delta', 'choices']);
  const [first] = delta ?? [];
  expect(first?.kind === 'passthrough' && /[\r\n]/u.test(first.event.data)).toBe(false);
  expect(kinds(push({ type: 'something_new', more: 1 }))).toEqual(['something_new']);
  expect(kinds(mapper?.push({ type: null, data: 'no JSON' }))).toEqual(['failure']);
});

test('a whole answer is handed on and read for its counts', () => {
  const reply = {
    id: 'msg_1',
    type: 'message',
    content: [{ type: 'text', text: 'Hi', citations: null }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 1, service_tier: 'standard' },
  };
  const answer = passthrough().chat?.fromWire(reply, ENDPOINT);
  expect(answer?.passthrough).toBe(reply);
  expect(answer?.usage).toMatchObject({ input: 3, output: 1 });
});

test.each([
  ['invalid_request_error', 400, 'prompt is too long: 210000 tokens > 200000 maximum', true],
  ['invalid_request_error', 400, 'max_tokens: 9 > 8, which is the most of Anthropic', true],
  ['authentication_error', 401, 'invalid x-api-key', false],
  ['rate_limit_error', 429, 'This organization has reached its limit', false],
])('%s keeps its words where they are about the request: %s %s', (type, status, message, kept) => {
  const failure = passthrough().failure(status, {}, { type: 'error', error: { type, message } });
  expect(failure.message === message).toBe(kept);
});
