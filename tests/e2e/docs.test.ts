import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import got from 'got';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 240_000;
const BROWSER_MS = 120_000;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const browserPath = process.env['CHROMIUM'] ?? BROWSERS.find((path) => existsSync(path));
/** Where the picture of the interactive view is left for people. */
const PICTURES = join(import.meta.dirname, '../../.tollgate');

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

/** Gives the page a credential of a scheme, as a reader would. */
async function authorize(page: Page, scheme: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const box = page.locator('.auth-container', { hasText: `${scheme} (` });
  await box.locator('input').fill(value);
  await box.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.btn-done').first().click();
}

/** Opens an operation, sends it, and gives what the page shows of the answer. */
async function tryOut(page: Page, operationId: string): Promise<{ status: string; text: string }> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table');
  await answer.waitFor();
  return {
    status: await answer.locator('tbody .response-col_status').innerText(),
    text: await answer.innerText(),
  };
}

// Without a browser the list of skipped tests says so.
(browserPath === undefined ? test.skip : test)(
  'operations are tried out from the interactive view in a browser, which loads nothing from elsewhere',
  async () => {
    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    const open = async (base: string) => {
      const page = await browser.newPage({ viewport: { width: 1_200, height: 1_500 } });
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${base}/`) && !url.startsWith('data:')) elsewhere.push(url);
      });
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(`${base}/api/docs`);
      await page.locator('.opblock').first().waitFor();
      return { page, elsewhere, complaints };
    };
    try {
      const { page, elsewhere, complaints } = await open(root);
      await authorize(page, 'apiKey', demo.env.TOLLGATE_TEST_KEY);
      const models = await tryOut(page, 'getV1Models');
      expect(models.status).toContain('200');
      expect(models.text).toContain('sandbox/echo');
      const chat = await tryOut(page, 'postV1ChatCompletions');
      expect(chat.status).toContain('200');
      expect(chat.text).toContain('Say hello.');
      expect(await page.locator('#operations-tag-Platform__users').count()).toBe(0);
      await mkdir(PICTURES, { recursive: true });
      await page
        .locator('.opblock[id$="-postV1ChatCompletions"] .responses-wrapper')
        .evaluate((element) => element.scrollIntoView());
      await page.screenshot({ path: join(PICTURES, 'api-docs.png') });
      expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });

      const { TOLLGATE_ADMIN_URL, TOLLGATE_ADMIN_EMAIL, TOLLGATE_ADMIN_PASSWORD } = demo.env;
      const session = await got
        .post(`${TOLLGATE_ADMIN_URL}/api/platform/auth/login`, {
          json: { email: TOLLGATE_ADMIN_EMAIL, password: TOLLGATE_ADMIN_PASSWORD },
        })
        .json<{ access_token: string }>();
      const internal = await open(TOLLGATE_ADMIN_URL);
      await authorize(internal.page, 'platformToken', session.access_token);
      const families = await tryOut(internal.page, 'getApiPlatformProviderFamilies');
      expect(families.status).toContain('200');
      expect(families.text).toContain('anthropic');
      expect(internal.elsewhere).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  BROWSER_MS,
);
