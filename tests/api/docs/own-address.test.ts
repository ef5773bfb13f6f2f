import { someDocs } from './support/docs.ts';
import type { RunningDocs } from './support/docs.ts';

let docs: RunningDocs;
beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

const get = (path: string, headers: Record<string, string>) => docs.send('GET', path, { headers });
const PAGES = ['/docs', '/docs/errors', '/api/docs', '/api/openapi.json', '/docs/mcp'];

describe('H05 a request that was not meant for us', () => {
  test.each([
    'evil.example',
    'evil.example:8080',
    'docs.example.com.evil.example',
    'docs.example.com.',
  ])('is refused by the host %s on every address', async (host) => {
    for (const path of PAGES) expect((await get(path, { host })).status).toBe(403);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { host, 'content-type': 'application/json' };
    const called = await docs.send('POST', '/docs/mcp', { headers, body });
    expect([called.status, called.text]).toEqual([
      403,
      expect.stringContaining('cross_site_request'),
    ]);
  });

  test.each(['https://evil.example', 'null', 'https://docs.example.com.evil.example', 'garbage'])(
    'is refused by the origin %s',
    async (origin) => {
      expect((await get('/docs/errors', { origin })).status).toBe(403);
      expect((await get('/docs/errors', { origin, host: 'docs.example.com' })).status).toBe(403);
    },
  );

  test('is told from one of ours', async () => {
    const own: Record<string, string>[] = [
      {},
      { host: 'docs.example.com' },
      { host: 'DOCS.example.com:443', origin: 'https://docs.example.com' },
      { host: 'inner.example.com', origin: 'https://inner.example.com' },
      { host: 'localhost:8080', origin: 'http://localhost:8080' },
      { host: 'edge-internal' },
      { host: 'edge.tollgate.svc:8081' },
      { host: '[::1]:8080' },
      { host: '10.1.2.3:8080', origin: 'http://10.1.2.3:8080' },
    ];
    for (const headers of own) {
      expect([headers, (await get('/docs/errors', headers)).status]).toEqual([headers, 200]);
    }
  });
});
