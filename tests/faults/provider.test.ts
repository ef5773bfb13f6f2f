import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo, InvoiceLine } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { OPENAI_PROVIDERS, setUpProvider } from '../support/listed-providers.ts';

const START_MS = 240_000;
/** Nano-credits a token, as `setUpProvider` prices models. */
const INPUT = 1_000n;
const OUTPUT = 4_000n;
/** Less than the lease of 3 s that the stack's scale leaves. */
const STALL_MS = 1_500;

const [, COMPATIBLE] = OPENAI_PROVIDERS;

let demo: Demo;
let watch: MoneyWatch;
let mute: Server;
let credential: string;
const sockets = new Set<Socket>();
/** Whether the mute server keeps connections; else a call at the old address fails at once. */
let isKept = true;
beforeAll(async () => {
  if (COMPATIBLE === undefined) throw new Error('no compatible provider');
  // Takes connections and never says a word.
  mute = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (isKept) socket.pause();
    else socket.destroy();
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  demo = await aDemo({
    timerScale: 0.1,
    env: { ALLOWED_PRIVATE_UPSTREAMS: `127.0.0.1:${mutePort()}` },
  });
  watch = await watchMoney(demo);
  credential = await setUpProvider(demo, COMPATIBLE);
}, START_MS);
beforeEach(() => watch.begin());
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  mute?.close();
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

const mutePort = (): number => (mute.address() as AddressInfo).port;
const MODEL = 'compatible/demo-small';

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
};
const bodyOf = (directive: string, more: object = {}): object => ({
  model: MODEL,
  messages: [{ role: 'user', content: `[[provider: ${directive}]] And then?` }],
  max_tokens: 200,
  ...more,
});
const worth = ({ prompt_tokens: input, completion_tokens: output }: InvoiceLine): bigint =>
  BigInt(input) * INPUT + BigInt(output) * OUTPUT;
const invoiceWorth = async (): Promise<bigint> =>
  (await demo.invoice()).reduce((sum, line) => sum + worth(line), 0n);

async function moveProvider(base_url: string): Promise<void> {
  const moved = await demo.platform('PATCH', `/provider-credentials/${credential}`, {
    base_url,
    credential: { api_key: 'compatible-key' },
  });
  expect({ status: moved.status, body: moved.body }).toMatchObject({ status: 200 });
}

/**
 * Kills inference while it waits for the provider; what was held is given back, and the key serves
 * the call.
 */
async function killAndRepeat(id: string, reached: () => Promise<boolean>): Promise<void> {
  const before = await consumed();
  const key = { 'idempotency-key': `again-${id}` };
  const body = bodyOf('chunks=5');
  const call = openCall(demo, body, key);
  await eventually(reached, 'the provider was not reached');
  watch.injected();
  await demo.stack.kill('inference', 'SIGKILL');
  expect((await call.ended).cut || call.status() >= 500).toBe(true);
  await demo.stack.ready();
  await watch.sound(id);
  expect(await consumed()).toBe(before);
  isKept = false;
  await moveProvider(`${demo.stack.urls['provider']}/v1`);
  await demo.clearInvoice();
  await eventually(async () => {
    const { status, headers, body: answer } = await demo.v1('/chat/completions', body, key);
    // Where the old address is still asked, a failure comes in a document whose status has been
    // sent.
    const isWhole = JSON.stringify(answer).includes('finish_reason');
    return status === 200 && isWhole && headers['x-idempotent-replay'] === 'false';
  }, 'the key did not serve the call');
  expect(await consumed()).toBe(before + (await invoiceWorth()));
  expect(await demo.invoice()).toHaveLength(1);
}

/** Moves the provider to where nobody answers, and waits until inference knows. */
async function silence(scheme: 'http' | 'https'): Promise<() => Promise<boolean>> {
  isKept = true;
  await moveProvider(`${scheme}://127.0.0.1:${mutePort()}/v1`);
  const known = sockets.size;
  await eventually(async () => {
    const probe = openCall(demo, bodyOf('chunks=1'));
    const isMute = await Promise.race([
      eventually(() => sockets.size > known).then(() => true),
      probe.ended.then(() => false),
    ]);
    probe.leave();
    return isMute;
  }, 'the provider was not moved');
  await watch.begin();
  const reached = sockets.size;
  return () => Promise.resolve(sockets.size > reached);
}

describe('kill -9 of inference', () => {
  test('FB01 before a byte of the call has left: nobody pays, and the key serves it', async () => {
    // Without a handshake the request stays here.
    await killAndRepeat('FB01', await silence('https'));
  });

  test('FB02 when the call has left and nobody has read it: nobody pays, and the key serves it', async () => {
    await killAndRepeat('FB02', await silence('http'));
  });

  test('FB03 while the provider works: nobody pays, and the key serves it', async () => {
    await moveProvider(`${demo.stack.urls['provider']}/v1`);
    await eventually(
      async () => (await demo.v1('/chat/completions', bodyOf('chunks=1'))).status === 200,
    );
    await watch.begin();
    await demo.control({ behaviour: 'stall-before-first-byte', times: 1 });
    await killAndRepeat('FB03', async () => (await demo.invoice()).length === 1);
  });
});

describe('FB19 calls of tools that are wrong', () => {
  const tools = [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    },
  ];
  const KINDS = [
    'broken-arguments',
    'not-an-object',
    'prototype-arguments',
    'deep-arguments',
    'unknown-name',
    'empty-name',
    'null-name',
    'huge-index',
    'text-index',
    'same-id',
    'many',
  ];
  describe.each([false, true])('stream: %s', (stream) => {
    // Refused answers in a row would shut the credential.
    afterEach(async () =>
      expect((await demo.v1('/chat/completions', bodyOf('chunks=1'))).status).toBe(200),
    );

    test.each(KINDS)('FB19 %s: passed through and charged, or refused and free', async (kind) => {
      const before = await consumed();
      const answer: Answer = await demo.v1(
        '/chat/completions',
        bodyOf(`tool=${kind}`, { tools, stream, max_tokens: 4_000 }),
      );
      expect([200, 502]).toContain(answer.status);
      const text = JSON.stringify(answer.body);
      const isWhole = answer.status === 200 && !text.includes('upstream_stream_interrupted');
      await watch.sound('FB19', { unbilled: isWhole ? 0 : 1 });
      const paid = (await consumed()) - before;
      if (isWhole) expect(paid).toBe(await invoiceWorth());
      else if (answer.status === 502) expect(paid).toBe(0n);
      else expect(paid).toBeGreaterThan(0n);
    });
  });
});

test.each(['nul', 'surrogate', 'controls'])(
  'FB20 content with %s is stored as it was sent, and charged as any other',
  async (content) => {
    const before = await consumed();
    for (const stream of [false, true]) {
      const key = { 'idempotency-key': `bytes-${content}-${stream}` };
      const body = bodyOf(`content=${content}`, { stream });
      const first = openCall(demo, body, key);
      await first.ended;
      const again = openCall(demo, body, key);
      await again.ended;
      expect(first.status()).toBe(200);
      expect(again.headers()['x-idempotent-replay']).toBe('true');
      expect(again.text()).toBe(first.text());
    }
    await watch.sound('FB20');
    expect(await demo.invoice()).toHaveLength(2);
    expect(await consumed()).toBe(before + (await invoiceWorth()));
  },
);

test('FB23 a process that stands still for a while loses neither a stream nor a hold', async () => {
  const before = await consumed();
  const call = openCall(demo, bodyOf('chunks=40; chunk-delay=40', { stream: true }));
  await call.frames(5);
  watch.injected();
  await demo.stack.kill('inference', 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, STALL_MS));
  await demo.stack.kill('inference', 'SIGCONT');
  expect(await call.ended).toEqual({ cut: false });
  expect(call.text().endsWith('data: [DONE]\n\n')).toBe(true);
  await watch.sound('FB23');
  expect(await consumed()).toBe(before + (await invoiceWorth()));
});

describe('vectors that do not fit their inputs', () => {
  const EMBED = 'vectors/demo-embed';
  const asked = (kind: string): object => ({
    model: EMBED,
    input: ['one', 'two', `[[provider: vectors=${kind}]] three`],
  });

  beforeAll(async () => {
    const family = 'openai-compatible';
    const credential = { api_key: 'compatible-key' };
    await setUpFamily(demo, {
      family,
      provider: 'vectors',
      credential,
      path: '/v1',
      models: [EMBED],
    });
    await watch.begin();
  });

  test.each(['fewer', 'more', 'mixed', 'empty', 'null'])(
    'FB24 %s: no answer, and nobody pays',
    async (kind) => {
      const before = await consumed();
      const { status, body } = await demo.v1('/embeddings', asked(kind));
      expect({ status, body }).toMatchObject({
        status: 502,
        body: { error: { code: 'upstream_invalid_response' } },
      });
      await watch.sound('FB24', { unbilled: 1 });
      expect(await consumed()).toBe(before);
    },
  );
});

describe('B21 a price that cannot be one', () => {
  test.each(['-1', 'NaN', '1e-400', ''])('%j is refused', async (input) => {
    const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
      'GET',
      '/models?provider=compatible',
    );
    const id = models.find(({ public_id: name }) => name === MODEL)?.id;
    const { status } = await demo.platform('POST', `/models/${id}/prices`, {
      prices: { input, output: '1' },
    });
    expect(status).toBe(422);
  });

  test('a model without a price is not shown, and not served', async () => {
    const { body } = await demo.v1<{ data: { id: string }[] }>('/models');
    expect(body.data.map(({ id }) => id)).not.toContain('compatible/demo-large');
    const answer = await demo.v1('/chat/completions', {
      ...bodyOf('chunks=1'),
      model: 'compatible/demo-large',
    });
    expect(answer.status).toBe(404);
    expect(await demo.invoice()).toEqual([]);
  });
});
