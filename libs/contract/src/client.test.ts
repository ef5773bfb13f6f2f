import { createClient } from './client.ts';
import type { UserRoute } from './routes/account.ts';
import type { PlatformRoute } from './routes/admin.ts';

/** A client whose requests are noted and answered alike. */
function aClient(body: string | null, status = 200) {
  const asked: Request[] = [];
  const client = createClient<UserRoute | PlatformRoute>({
    baseUrl: 'http://gateway.example',
    fetch: async (request) => {
      asked.push(request);
      return new Response(body, { status });
    },
  });
  return { client, asked };
}

test('a client puts ids into paths, and leaves out of the query what is not given', async () => {
  const { client, asked } = aClient('{}');
  await client.GET('/api/keys/{key_id}/insights', {
    params: { path: { key_id: 'a/b' }, query: { days: 7 } },
  });
  await client.GET('/api/requests', { params: { query: { request_id: undefined as never } } });
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://gateway.example/api/keys/a%2Fb/insights?days=7',
    'GET http://gateway.example/api/requests',
  ]);
});

test('a client sends a body as JSON, with the headers of the call', async () => {
  const { client, asked } = aClient('{"threshold":"5"}');
  const { data } = await client.PUT('/api/credits/threshold', {
    params: { header: { 'idempotency-key': 'one' } },
    body: { threshold: '5' },
  });
  expect(data?.threshold).toBe('5');
  expect(asked[0]?.headers.get('content-type')).toBe('application/json');
  expect(asked[0]?.headers.get('idempotency-key')).toBe('one');
  expect(await asked[0]?.text()).toBe('{"threshold":"5"}');
});

test('a client gives no data for 204, and the error of a refusal also where it is no JSON', async () => {
  const gone = await aClient(null, 204).client.POST('/api/auth/logout');
  expect([gone.data, gone.error]).toEqual([undefined, undefined]);
  const refused = await aClient('{"error":{"code":"not_found"}}', 404).client.GET('/api/keys');
  expect(refused.error).toEqual({ error: { code: 'not_found' } });
  const broken = await aClient('<html>', 502).client.GET('/api/keys');
  expect([broken.data, broken.error, broken.response.status]).toEqual([undefined, '<html>', 502]);
});
