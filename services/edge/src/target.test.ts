import { GatewayError } from '@tollgate/contract/error-codes';
import { TARGET_BYTES_MAX } from './bounds.ts';
import { assertNoCredential, parseTarget } from './routes.ts';

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
  return undefined;
}

test('a target is taken apart into path and query', () => {
  expect(parseTarget('/v1/models?a=%20&b=/?')).toEqual({
    path: '/v1/models',
    query: '?a=%20&b=/?',
  });
  expect(parseTarget('/')).toEqual({ path: '/', query: '' });
  expect(parseTarget("/v1/openai/gpt-4.1:x@2~_!$&'()*+,=/")).toMatchObject({ query: '' });
});

test.each([
  ['/v1/models/demo%2Fdemo-large', '/v1/models/demo/demo-large'],
  ['/v1/models/demo%2fclaude-3%3A0%40x%2B', '/v1/models/demo/claude-3:0@x+'],
])('the escapes of an id in %s are resolved', (target, path) => {
  expect(parseTarget(target).path).toBe(path);
});

test.each([
  '/v1/models/%252F',
  '/v1/models/..%2Fchat',
  '/v1/models/%2F%2Fx',
  '/v1/models/%00',
  '/v1/models/a%5Cb',
  '/v1/%2Fmodels/x',
  '/api/keys%2Fx',
])('no other escape is: %s', (target) => {
  expect(codeOf(() => parseTarget(target))).toBe('invalid_path');
});

test.each([
  '',
  '*',
  'v1',
  '//',
  '/v1//x',
  '/v1/.',
  '/v1/..',
  '/./v1',
  '/../',
  '/v1/%41',
  '/v1;x',
  '/v1\\x',
  '/v1/x y',
  '/v1/\n',
  '/v1/x#y',
  '/v1?x#y',
  '/v1?\u0000',
  '/v1?a b',
  '/v1/\u00e4',
  'http://x/v1',
  'x:443',
])('refuses %j', (target) => {
  expect(codeOf(() => parseTarget(target))).toBe('invalid_path');
});

test('names that begin with dots are no dot segments', () => {
  expect(parseTarget('/v1/...').path).toBe('/v1/...');
  expect(parseTarget('/v1/.well-known').path).toBe('/v1/.well-known');
});

test('a target has a longest length', () => {
  expect(codeOf(() => parseTarget(`/${'a'.repeat(TARGET_BYTES_MAX)}`))).toBe('target_too_long');
  expect(codeOf(() => parseTarget(`/${'a'.repeat(TARGET_BYTES_MAX - 1)}`))).toBeUndefined();
});

// A pattern that tries every split of these would not come to an end.
test.each(['/a', '/', 'a', '/.', '/a='])('comes to an end with %j over and over', (part) => {
  const longest = part.repeat(Math.floor((TARGET_BYTES_MAX - 2) / part.length));
  expect(codeOf(() => parseTarget(`/${longest}%`))).toBe('invalid_path');
});

test.each([
  '?api_key=x',
  '?API_KEY=',
  '?a=svc_live_x',
  '?svc_test_=',
  '?a=%73vc_live_1',
  '?a=svc%255Flive%255Fx',
])('E42 finds a credential in %s', (query) => {
  expect(codeOf(() => assertNoCredential(query))).toBe('invalid_api_key');
});

test.each(['', '?', '?limit=10&offset=0', '?keys=1', '?q=%', '?q=%zz'])('lets %j pass', (query) => {
  expect(codeOf(() => assertNoCredential(query))).toBeUndefined();
});
