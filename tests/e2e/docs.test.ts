import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import got from 'got';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 240_000;

let demo: Demo;
let root: string;

beforeAll(async () => {
  demo = await aDemo({ pages: true });
  root = demo.stack.urls['public'] ?? '';
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

test('a client of the official SDK lists and calls each tool through the edge', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/docs/mcp', root)) as Transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search_docs',
    'read_doc',
    'list_endpoints',
    'get_schema',
    'check_request',
  ]);
  const inputs: Record<string, Record<string, unknown>> = {
    search_docs: { query: 'credit' },
    read_doc: { page: 'errors' },
    list_endpoints: {},
    get_schema: { name: 'ChatRequest' },
    check_request: { endpoint: '/v1/embeddings', request: { model: 'm', input: 'x' } },
  };
  for (const { name } of tools) {
    const result = await client.callTool({ name, arguments: inputs[name] ?? {} });
    const [content] = result.content as { type: string; text: string }[];
    expect([name, result.isError ?? false, content?.type]).toEqual([name, false, 'text']);
    expect((content?.text ?? '').length).toBeGreaterThan(50);
  }
  await client.close();
});

test('the edge gives no credential on, and each listener its own description', async () => {
  const secret = demo.env.TOLLGATE_API_KEY;
  const read = (base: string) =>
    got(`${base}/api/openapi.json`, {
      headers: { authorization: `Bearer ${secret}`, cookie: 'svc_session=x' },
    }).json<{ paths: object }>();
  const open = await read(root);
  const internal = await read(demo.env.TOLLGATE_ADMIN_URL);
  expect(open.paths).not.toHaveProperty('/api/platform/users');
  expect(internal.paths).toHaveProperty('/api/platform/users');
  expect(await demo.stack.logs('docs')).not.toContain(secret.slice(12));
});
