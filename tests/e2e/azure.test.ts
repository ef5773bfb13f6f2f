import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aListeningProxy } from '../support/listening-proxy.ts';
import type { ListeningProxy } from '../support/listening-proxy.ts';
import { aProcessTrouble } from '../support/process-trouble.ts';

const START_MS = 180_000;
/** A resource by a name of Azure's; the processes are told that it is this machine. */
const RESOURCE = 'tollgate-test.openai.azure.com';
const trouble = aProcessTrouble();

let proxy: ListeningProxy;
let demo: Demo;
beforeAll(async () => {
  proxy = await aListeningProxy();
  const at = proxy.address.replace('127.0.0.1', RESOURCE);
  demo = await aDemo({
    env: { ...trouble.env, ALLOWED_PRIVATE_UPSTREAMS: at, RESPONSES_STREAMING: 'true' },
  });
  proxy.target = demo.stack.urls['provider'];
  for (const name of ['admin', 'inference']) {
    await trouble.order(demo.stack, name, { names: { [RESOURCE]: '127.0.0.1' } });
  }
  const resource = { family: 'openai-compatible', origin: `http://${at}` };
  await setUpFamily(demo, {
    ...resource,
    provider: 'azure',
    credential: { api_key: 'azure-key', api_version: '2025-04-01-preview' },
    path: '/openai',
    models: ['azure/gpt-5.6', 'azure/gpt-4o-mini'],
  });
  await setUpFamily(demo, {
    ...resource,
    provider: 'azure-v1',
    credential: { api_key: 'azure-key' },
    path: '/openai/v1',
    models: ['azure-v1/gpt-5.6'],
  });
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await proxy?.close();
  await trouble.drop();
}, START_MS);

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const SAID = [{ role: 'user', content: 'get_weather' }];
const FUNCTION = { name: 'get_weather', parameters };
const ROUTES = {
  chat: {
    path: '/chat/completions',
    body: { messages: SAID, tools: [{ type: 'function', function: FUNCTION }] },
    calls: /"name":\s*"get_weather"/u,
  },
  messages: {
    path: '/messages',
    body: {
      max_tokens: 2_000,
      messages: SAID,
      tools: [{ name: 'get_weather', input_schema: parameters }],
    },
    calls: /"type":\s*"tool_use"/u,
  },
  responses: {
    path: '/responses',
    body: { input: SAID, tools: [{ type: 'function', ...FUNCTION, strict: false }] },
    calls: /"type":\s*"function_call"/u,
  },
} as const;

async function answered(path: string, body: object): Promise<[number, string]> {
  const answer = await demo.v1(path, body);
  const { body: said } = answer;
  return [answer.status, typeof said === 'string' ? said : JSON.stringify(said)];
}

// The fake provider knows Azure's addresses only, wants the version in each of the older interface,
// and takes no bearer token for this host.
describe.each([
  ['azure/gpt-5.6', '/openai/responses'],
  ['azure-v1/gpt-5.6', '/openai/v1/responses'],
])('function tools of %s', (model, upstream) => {
  test.each(['chat', 'messages', 'responses'] as const)(
    `on %s go to ${upstream}, whole and streamed`,
    async (route) => {
      const { path, body, calls } = ROUTES[route];
      await demo.clearInvoice();
      for (const stream of [false, true]) {
        const expected = [200, expect.stringMatching(calls)];
        expect(await answered(path, { ...body, model, stream })).toEqual(expected);
      }
      const lines = await demo.invoice();
      expect(lines.map((line) => [line.path, line.status, line.stream, line.credential])).toEqual([
        [upstream, 200, false, '-key'],
        [upstream, 200, true, '-key'],
      ]);
    },
  );
});

test('a model without the restriction stays at its deployment', async () => {
  await demo.clearInvoice();
  const { path, body } = ROUTES.chat;
  const [status] = await answered(path, { ...body, model: 'azure/gpt-4o-mini' });
  expect(status).toBe(200);
  expect((await demo.invoice()).map((line) => line.path)).toEqual([
    '/openai/deployments/gpt-4o-mini/chat/completions',
  ]);
});

test('all of it is paid for', () => expectLedgerHolds(demo));
