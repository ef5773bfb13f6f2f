import { readLineRequest } from './line-request.ts';

const URL = '/v1/chat/completions';
const good = { custom_id: 'a', method: 'POST', url: URL, body: { model: 'm' } };

test('a line gives its name, its body and its model', () => {
  expect(readLineRequest(good, URL)).toEqual({ customId: 'a', body: { model: 'm' }, model: 'm' });
});

test.each([
  [[], 'invalid_request', null],
  [null, 'invalid_request', null],
  [{ ...good, more: 1 }, 'invalid_request', 'line'],
  [{ ...good, custom_id: '' }, 'invalid_custom_id', 'custom_id'],
  [{ ...good, custom_id: 7 }, 'invalid_custom_id', 'custom_id'],
  [{ ...good, custom_id: 'x'.repeat(513) }, 'invalid_custom_id', 'custom_id'],
  [{ ...good, custom_id: 'a\u0000' }, 'invalid_custom_id', 'custom_id'],
  [{ ...good, method: 'post' }, 'invalid_method', 'method'],
  [{ ...good, url: '/v1/embeddings' }, 'mismatched_url', 'url'],
  [{ ...good, url: '/v1/videos' }, 'invalid_url', 'url'],
  [{ ...good, url: undefined }, 'invalid_url', 'url'],
  [{ ...good, body: 'text' }, 'invalid_request', 'body'],
  [{ ...good, body: {} }, 'missing_required_parameter', 'body.model'],
])('%j is refused as %s', (line, code, param) => {
  expect(readLineRequest(line, URL)).toEqual({ code, message: expect.any(String), param });
});
