import {
  beginCalling,
  beginServing,
  endServing,
  currentTraceContext,
  isTracing,
  onBehalfOf,
  passOn,
} from './tracing.ts';

test('while tracing is off nothing is made, nothing is passed on, and work runs as it is', async () => {
  expect(isTracing()).toBe(false);
  const serving = beginServing({
    method: 'post',
    route: '/v1/chat/completions',
    requestId: 'req_1',
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    isTrusted: true,
  });
  const headers: Record<string, string> = {};
  const result = await serving.run(async () => {
    passOn(headers);
    const calling = beginCalling('GET /x', {});
    const found = calling.run(() => 7);
    calling.end();
    return Promise.resolve(found);
  });
  endServing(serving, 200, null);
  expect(result).toBe(7);
  expect(headers).toEqual({});
  expect(currentTraceContext()).toBeNull();
  expect(onBehalfOf([null, null], () => 'done')).toBe('done');
  expect(beginCalling('GET /x', {})).toBe(serving);
});
