import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { aConnectProxy } from '../support/connect-proxy.ts';
import type { ConnectProxy } from '../support/connect-proxy.ts';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';
import { aStateDir } from '../support/state-dir.ts';
import { aTlsFront } from '../support/tls-front.ts';
import type { TlsFront } from '../support/tls-front.ts';

const START_MS = 240_000;
const MODEL = 'proxied/demo-small';
const PASSWORD = 'sailing-on-wednesdays';
const OTHER_PASSWORD = 'rowing on fridays';

let demo: Demo;
let watch: MoneyWatch;
let installation: ConnectProxy;
let own: ConnectProxy;
let other: ConnectProxy;
let front: TlsFront;
let folder: string;
let credential: string;

beforeAll(async () => {
  installation = await aConnectProxy('of-the-installation');
  own = await aConnectProxy(PASSWORD);
  other = await aConnectProxy(OTHER_PASSWORD);
  front = await aTlsFront(() => Number(new URL(demo.stack.urls['provider'] ?? '').port));
  folder = await aStateDir();
  const trusted = join(folder, 'authority.pem');
  await writeFile(trusted, front.authority);
  demo = await aDemo({
    timerScale: 0.1,
    env: {
      ALLOWED_PRIVATE_UPSTREAMS: [front.address, hostOf(own), hostOf(other)].join(','),
      NODE_EXTRA_CA_CERTS: trusted,
      HTTPS_PROXY: installation.url,
    },
  });
  watch = await watchMoney(demo);
  const id = await setUpFamily(demo, {
    family: 'openai-compatible',
    provider: 'proxied',
    credential: { api_key: 'compatible-key' },
    origin: `https://${front.address}`,
    proxyUrl: own.url,
    path: '/v1',
    models: [MODEL],
  });
  credential = `/provider-credentials/${id}`;
}, START_MS);
beforeEach(() => watch.begin());
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
  await Promise.all([installation?.close(), own?.close(), other?.close()]);
  front?.close();
  if (folder !== undefined) await removeStateDir(folder);
}, START_MS);

const hostOf = ({ url }: ConnectProxy): string => new URL(url).host;
const ask = (more: object = {}): Promise<Answer<{ error?: { code: string; message: string } }>> =>
  demo.v1('/chat/completions', {
    model: MODEL,
    messages: [{ role: 'user', content: '[[provider: chunks=2]] And then?' }],
    max_tokens: 200,
    ...more,
  });
const patch = (body: object): Promise<Answer<{ proxy_url: string | null; error?: Fault }>> =>
  demo.platform('PATCH', credential, body);
interface Fault {
  param: string;
  message: string;
}
/** Asks until the change has reached the process, each time over a new connection. */
async function askUntil(proxy: ConnectProxy): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    for (const each of [installation, own, other]) each.cut();
    const answer = await ask();
    if (answer.status === 200 && proxy.take().length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no call came through the proxy');
}

test('syncs, tests and calls go through the proxy of their credential alone', async () => {
  expect(new Set(own.take())).toEqual(new Set([front.address]));
  own.cut();
  const tested = await demo.platform<{ ok: boolean }>('POST', `${credential}/test`);
  expect([tested.status, tested.body.ok]).toEqual([200, true]);
  expect(own.take()).toEqual([front.address]);
  expect((await ask()).status).toBe(200);
  expect((await ask({ stream: true })).status).toBe(200);
  expect(new Set(own.take())).toEqual(new Set([front.address]));
  expect([installation.take(), other.take()]).toEqual([[], []]);
  await watch.sound('credential-proxy');
});

test('another proxy, and then none, hold for the next calls without the secret', async () => {
  const changed = await patch({ proxy_url: other.url });
  expect([changed.status, changed.body.proxy_url]).toEqual([200, `http://***@${hostOf(other)}`]);
  await askUntil(other);
  own.take();
  expect((await ask()).status).toBe(200);
  expect(own.take()).toEqual([]);
  expect((await patch({ proxy_url: null })).body.proxy_url).toBeNull();
  await askUntil(installation);
  expect((await patch({ proxy_url: own.url })).status).toBe(200);
  await askUntil(own);
  await watch.sound('credential-proxy');
});

test('a proxy that refuses the password costs nothing, and says nothing to callers', async () => {
  const consumed = async (): Promise<string> =>
    (await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed;
  const before = await consumed();
  own.cut();
  own.manner = 407;
  const { body } = await ask();
  own.manner = 'connect';
  expect(body.error?.code).toBe('upstream_unavailable');
  expect(body.error?.message).not.toMatch(/proxy|127\.0\.0\.1|sailing/iu);
  await watch.sound('credential-proxy');
  expect(await consumed()).toBe(before);
  expect((await ask()).status).toBe(200);
});

test('neither answers nor the trail nor logs have a password of a proxy', async () => {
  const { body: shown } = await demo.platform('GET', '/provider-credentials');
  const { body: trail } = await demo.platform('GET', '/audit-events?limit=100');
  const logs = join(demo.stack.stateDir, 'logs');
  const texts = await Promise.all(
    (await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')),
  );
  const all = [JSON.stringify(shown), JSON.stringify(trail), ...texts].join('');
  expect(all).toMatch(/PROXY_407/u);
  expect(all).toContain(`http://***@${hostOf(other)}`);
  expect(all).not.toMatch(/sailing-on|rowing|dG9sbGdhdGU6/u);
});
