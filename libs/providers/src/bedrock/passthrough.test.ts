import type { Family, MappedEvent, Endpoint } from '../adapter/adapter.ts';
import { bedrock } from './index.ts';

const TARGET: Endpoint = {
  family: 'bedrock',
  provider: 'bedrock',
  upstreamModel: 'us.anthropic.claude-opus-4-7',
  baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
};
const body = {
  model: 'mine',
  max_tokens: 64_000,
  stream: true,
  service_tier: 'auto',
  messages: [],
  top_k: 5,
};

function passthrough(headers: Record<string, string> = {}): Family {
  const family = bedrock.messages?.(TARGET)?.({ body, headers });
  if (!family) throw new Error('the family passes nothing on');
  return family;
}
const wrap = (event: object): { type: string; data: string } => ({
  type: 'chunk',
  data: JSON.stringify({
    bytes: Buffer.from(JSON.stringify(event)).toString('base64'),
    p: 'abc',
  }),
});
const kinds = (events: readonly MappedEvent[] = []): string[] =>
  events.map((event) => (event.kind === 'passthrough' ? event.event.data : event.kind));

test('the body goes as it came, with the version and the features that the host knows', () => {
  const named = {
    'anthropic-beta': 'claude-code-20250219,context-1m-2025-08-07,effort-2025-11-24',
  };
  const request = { model: 'x', messages: [], max_completion_tokens: 500 };
  expect(passthrough(named).chat?.toWire(request, TARGET, true)).toEqual({
    messages: [],
    top_k: 5,
    max_tokens: 500,
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: ['context-1m-2025-08-07', 'effort-2025-11-24'],
  });
  const thinking = { ...request, reasoning_effort: 'high' };
  expect(passthrough().chat?.toWire(thinking, TARGET, false)).toMatchObject({
    output_config: { effort: 'high' },
  });
  expect(passthrough().chat?.path(TARGET, true)).toBe(
    '/model/us.anthropic.claude-opus-4-7/invoke-with-response-stream',
  );
});

test('other models are not asked so', () => {
  expect(bedrock.messages?.({ ...TARGET, upstreamModel: 'amazon.nova-lite-v1:0' })).toBeNull();
});

test('the prompt is counted within the body of a call', () => {
  const counter = passthrough().promptCounter;
  const asked = counter?.toWire(TARGET) as { input: { invokeModel: { body: string } } };
  const reported: unknown = JSON.parse(
    Buffer.from(asked.input.invokeModel.body, 'base64').toString('utf8'),
  );
  expect(reported).toEqual({
    messages: [],
    top_k: 5,
    max_tokens: 64_000,
    anthropic_version: 'bedrock-2023-05-31',
  });
  expect(counter?.fromWire({ inputTokens: 7 })).toBe(7);
});

test('events are taken out of those of the host, without what the host adds', () => {
  const mapper = passthrough().chat?.stream(TARGET);
  const usage = { input_tokens: 3, output_tokens: 1 };
  const start = { type: 'message_start', message: { usage } };
  expect(kinds(mapper?.push(wrap(start)))).toEqual([JSON.stringify(start), 'prompt']);
  expect(mapper?.push({ type: 'later', data: '{}' })).toEqual([]);
  const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage };
  expect(kinds(mapper?.push(wrap(end)))).toEqual([JSON.stringify(end), 'usage']);
  const stop = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': { latency: 1 } };
  expect(kinds(mapper?.push(wrap(stop)))[0]).toBe('{"type":"message_stop"}');
});

test('an exception and an event that is broken are failures, once', () => {
  const mapper = passthrough().chat?.stream(TARGET);
  const failed = mapper?.push({
    type: 'exception:throttlingException',
    data: '{"message":"Too many"}',
  });
  expect(failed).toMatchObject([{ kind: 'failure', failure: { kind: 'rate_limited' } }]);
  expect([mapper?.end(), mapper?.state()]).toEqual([[], 'closed']);
  expect(kinds(passthrough().chat?.stream(TARGET).push({ type: 'chunk', data: '{"by' }))).toEqual([
    'failure',
  ]);
});

test('errors keep their words where they are about the request', () => {
  const report = (name: string, message: string): string =>
    passthrough().failure(400, { 'x-amzn-errortype': name }, { message }).message;
  expect(report('ValidationException', 'max_tokens: 9 > 8')).toBe('max_tokens: 9 > 8');
  expect(report('ThrottlingException', 'max_tokens: 9 > 8')).not.toContain('9 > 8');
});
