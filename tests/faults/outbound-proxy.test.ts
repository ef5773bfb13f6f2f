import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { aConnectProxy } from '../support/connect-proxy.ts';
import type { ConnectManner, ConnectProxy } from '../support/connect-proxy.ts';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { openCall } from '../support/open-call.ts';
import { aTlsFront } from '../support/tls-front.ts';
import type { TlsFront } from '../support/tls-front.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';
import { aStateDir } from '../support/state-dir.ts';

const START_MS = 240_000;
const MODEL = 'proxied/demo-small';
const PASSWORD = 'sailing-on-wednesdays';

let demo: Demo;
let watch: MoneyWatch;
let proxy: ConnectProxy;
let front: TlsFront;
let folder: string;

beforeAll(async () => {
  proxy = await aConnectProxy(PASSWORD);
  front = await aTlsFront(() => Number(new URL(demo.stack.urls['provider'] ?? '').port));
  folder = await aStateDir();
  const trusted = join(folder, 'authority.pem');
  await writeFile(trusted, front.authority);
  demo = await aDemo({
    timerScale: 0.1,
    env: {
      ALLOWED_PRIVATE_UPSTREAMS: address(),
      NODE_EXTRA_CA_CERTS: trusted,
      HTTPS_PROXY: proxy.url,
      NO_PROXY: 'localhost,direct.example',
    },
  });
  watch = await watchMoney(demo);
  await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'proxied',
    credential: { api_key: 'compatible-key' },
    origin: `https://${address()}`,
    path: '/v1',
    models: [MODEL],
  });
}, START_MS);
beforeEach(async () => {
  proxy.manner = 'connect';
  await watch.begin();
});
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
  await proxy?.close();
  front?.close();
  if (folder !== undefined) await removeStateDir(folder);
}, START_MS);

const address = (): string => front.address;
const bodyOf = (directive: string, more: object = {}): object => ({
  model: MODEL,
  messages: [{ role: 'user', content: `[[provider: ${directive}]] And then?` }],
  max_tokens: 200,
  ...more,
});
const ask = (more: object = {}): Promise<Answer<{ error?: { code: string; message: string } }>> =>
  demo.v1('/chat/completions', bodyOf('chunks=2', more));
const consumed = async (): Promise<string> =>
  (await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed;

test('models were listed and calls are sent through the proxy, which no caller hears of', async () => {
  expect(new Set(proxy.take())).toEqual(new Set([address()]));
  proxy.cut();
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(proxy.take()).toEqual([address()]);
  expect((await ask({ stream: true })).status).toBe(200);
  // The connection is kept for the next call.
  expect(proxy.take()).toEqual([]);
  await watch.sound('FB29');
});

const TROUBLES: [string, ConnectManner, number, string][] = [
  ['refuses our password (407)', 407, 502, 'upstream_unavailable'],
  ['does not reach the provider (502)', 502, 502, 'upstream_unavailable'],
  ['hangs up', 'hang-up', 502, 'upstream_unavailable'],
  ['hangs', 'hang', 502, 'upstream_unavailable'],
];

test.each(TROUBLES)('FB29 a proxy that %s costs nothing', async (_what, manner, status, code) => {
  const before = await consumed();
  proxy.cut();
  proxy.take();
  proxy.manner = manner;
  watch.injected();
  const answer = await ask();
  const { error } = answer.body;
  expect({ code: error?.code, isAnError: [200, status].includes(answer.status) }).toEqual({
    code,
    isAnError: true,
  });
  expect(error?.message).not.toMatch(/proxy|127\.0\.0\.1|sailing/iu);
  expect(proxy.take().length).toBeGreaterThan(0);
  proxy.manner = 'connect';
  expect(await demo.invoice()).toEqual([]);
  await watch.sound('FB29');
  expect(await consumed()).toBe(before);
  // Failures in a row would shut the credential.
  expect((await ask()).status).toBe(200);
});

test('FC23 a proxy that dies midway through a stream: what was delivered is charged', async () => {
  const before = await consumed();
  const call = openCall(demo, bodyOf('chunks=40; chunk-delay=100', { stream: true }));
  await call.frames(3);
  watch.injected();
  proxy.cut();
  await call.ended;
  expect(call.text()).toContain('upstream_stream_interrupted');
  expect(call.text()).not.toContain('[DONE]');
  await watch.sound('FC23');
  expect(Number(await consumed())).toBeGreaterThan(Number(before));
});

test('the password of the proxy is in no log', async () => {
  const logs = join(demo.stack.stateDir, 'logs');
  const texts = await Promise.all(
    (await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')),
  );
  expect(texts.join('')).toMatch(/PROXY_407/u);
  expect(texts.join('')).not.toMatch(/sailing-on|dG9sbGdhdGU6/u);
});
