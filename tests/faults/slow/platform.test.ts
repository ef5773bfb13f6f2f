import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { freePort } from '@tollgate/deploy/local/ports';
import { recordChange } from '@tollgate/db/changes';
import { row, rows, transaction } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack, Got } from '../../support/faulty-stack.ts';
import type { InnerTrouble } from '../../support/inner-trouble.ts';
import { tallyOf, underLoad } from '../../support/load.ts';
import { openCall } from '../../support/open-call.ts';
import { aProcessTrouble } from '../../support/process-trouble.ts';
import { OPENAI_PROVIDERS, setUpProvider } from '../../support/listed-providers.ts';

const START_MS = 240_000;

/** Inside the first process of inference. */
const inner = aProcessTrouble();
let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({
    replicas: { inference: 2, billing: 2 },
    env: { REPLICAS: '2' },
    envOf: (name) => (name === 'inference' ? inner.env : {}),
    directBilling: true,
  });
}, START_MS);
afterAll(async () => {
  await stack?.drop();
  await inner.drop();
}, START_MS);
beforeEach(() => stack.money.begin());

const PLAIN = '[[provider: delay=10]] A question.';
const SLOW = '[[provider: delay=1500]] A question.';
const LOAD = { callers: 4, prompt: PLAIN };
const HOUR_MS = 3_600_000;
/** More than the pipe of a process holds. */
const LOGGED_CALLS = 600;
/** The only port of providers, beside 443, for which nobody has to be root. */
const OTHER_PORT = 8443;
/** Another model than that of the demo, with a credential of its own. */
const [OTHER] = OPENAI_PROVIDERS;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const order = (trouble: InnerTrouble): Promise<void> =>
  inner.order(stack.demo.stack, 'inference', trouble);
const hits = async (): Promise<number> => (await stack.demo.invoice()).length;
const ask = (model: string): Promise<Got> => stack.chat(PLAIN, { body: { model } });

/** Does work while the first process of inference is the only one. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  await stack.demo.stack.stop('inference-2');
  try {
    return await work();
  } finally {
    await stack.demo.stack.start('inference-2');
  }
}

async function untilServed(): Promise<void> {
  await eventually(async () => (await stack.chat(PLAIN)).status === 200, 'calls fail for good');
}

async function readiness(process: string): Promise<{ status: number; body: object }> {
  const answer = await got(`${stack.demo.stack.urls[process]}/health/ready`, {
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as object };
}

/** Longer than a process may drain at the scale of this stack. */
const ENDLESS = '[[provider: chunks=100; chunk-delay=300]] A question.';
const NEVER = '[[provider: drip=500]] A question.';

test('FF13 server_shutdown ends what is not done when a process must leave', async () => {
  const { demo, money } = stack;
  const body = {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: ENDLESS }],
    max_tokens: 200,
  };
  const { whole, stream } = await alone(async () => {
    const begun = {
      whole: stack.chat(NEVER),
      stream: openCall(demo, { ...body, stream: true }),
    };
    await begun.stream.frames(2);
    await eventually(async () => (await demo.invoice()).length === 2);
    return begun;
  });
  const since = await stack.entries();
  await demo.stack.kill('inference', 'SIGTERM');
  expect(await stream.ended).toEqual({ cut: false });
  const last = stream.text().split('\n\n').at(-2) ?? '';
  const { error } = JSON.parse(last.slice('data: '.length)) as { error: object };
  expect(error).toMatchObject({ code: 'server_shutdown', type: 'service_error' });
  expect(error).toMatchObject({ request_id: stream.headers()['x-request-id'] });
  expect(stream.text()).not.toContain('[DONE]');
  // Blanks have bridged the wait, so that the status has left.
  expect(await whole).toMatchObject({ status: 200, code: 'server_shutdown' });
  const ends = await rows<{ state: string; partial: boolean | null; reason: string | null }>(
    money.owner,
    `select state, partial, close_reason as reason from billing.reservation
     order by created_at desc limit 2`,
  );
  expect(ends.toSorted((left, right) => left.state.localeCompare(right.state))).toMatchObject([
    { state: 'released', reason: 'server_shutdown' },
    { state: 'settled', partial: true },
  ]);
  expect((await stack.entries()) - since).toBe(2n);
  await money.sound('FF13');
  await demo.stack.ready('inference');
});

test('FF10 a process of billing is killed under load: the other one is asked', async () => {
  const answers = await underLoad(stack, LOAD, async () => {
    await pause(300);
    stack.money.injected();
    await stack.demo.stack.kill('billing', 'SIGKILL');
    await pause(500);
    await stack.demo.stack.ready('billing');
  });
  const failed = answers.filter(({ status }) => status !== 200);
  expect(failed.filter(({ code }) => code !== 'billing_unavailable')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(Math.ceil(answers.length / 100));
  await stack.money.sound('FF10');
});

test('FF12 the control planes are away: keys that were never seen are served all the same', async () => {
  const { demo } = stack;
  const made = await demo.user<{ secret: string }>('POST', '/keys', { name: 'never seen' });
  await Promise.all(['account', 'admin'].map((name) => demo.stack.stop(name)));
  try {
    const answers = [await stack.chat(PLAIN), await stack.chat(PLAIN, made.body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    await Promise.all(['account', 'admin'].map((name) => demo.stack.start(name)));
  }
  await stack.money.sound('FF12');
});

/**
 * What is under way in a process that dies is cut and costs nothing; the next call is served by
 * another one.
 */
async function expectDeath(id: string, death: () => Promise<void>): Promise<void> {
  const { demo, money } = stack;
  const before = demo.stack.pid('inference');
  const charged = await stack.costOf(async () => {
    const { whole, stream } = await alone(async () => {
      const messages = [{ role: 'user', content: ENDLESS }];
      const model = demo.env.TOLLGATE_MODEL;
      const begun = {
        whole: stack.chat(NEVER),
        stream: openCall(demo, { model, messages, max_tokens: 200, stream: true }),
      };
      await begun.stream.frames(2);
      await eventually(async () => (await hits()) === 2);
      return begun;
    });
    money.injected();
    await death();
    expect(await stream.ended).toEqual({ cut: true });
    expect((await whole).status).not.toBe(200);
    await eventually(() => demo.stack.pid('inference') !== before, 'the process lives');
  });
  expect(charged).toBe(0n);
  await untilServed();
  await demo.stack.ready('inference');
  await money.sound(id);
}

test('FF14 a process is told to stop and killed before it has', () =>
  expectDeath('FF14', async () => {
    const { stack: processes } = stack.demo;
    const ended = processes.kill('inference', 'SIGTERM');
    await pause(100);
    await processes.kill('inference', 'SIGKILL');
    await ended;
  }));

test('FF15 a process has no memory left', () =>
  expectDeath('FF15', () => order({ death: 'memory' })));

test.each(['rejection', 'timer'] as const)(
  'FF18 a process meets an error that nobody thought of (%s): it says so and leaves',
  async (death) => {
    await expectDeath('FF18', () => order({ death }));
    expect(await stack.demo.stack.logs('inference')).toMatch(
      /"level":"fatal".*an error that nobody thought of.*uncaught error/,
    );
  },
);

describe('FF16 the clock of a process is wrong', () => {
  afterEach(async () => {
    await order({});
    await stack.demo.stack.start('inference-2');
    await stack.demo.stack.ready('inference');
  });

  /** A key that ends after so many milliseconds by the database's clock. */
  async function aKeyFor(ms: number): Promise<{ id: string; secret: string }> {
    const found = await row<{ at: Date }>(
      stack.money.owner,
      `select clock_timestamp() + :ms * interval '1 millisecond' as at`,
      { ms },
    );
    const made = await stack.demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'k',
      expires_at: found?.at.toISOString(),
    });
    expect(made.status).toBe(201);
    return made.body;
  }

  async function untilOver(id: string): Promise<void> {
    await eventually(async () => {
      const found = await row<{ over: boolean }>(
        stack.money.owner,
        'select expires_at < now() as over from keys.api_key where id = :id',
        { id: decodeId('key', id) },
      );
      return found?.over === true;
    });
  }

  test('ahead: a key is good until its end', async () => {
    await stack.demo.stack.stop('inference-2');
    await order({ skewMs: 25_000 });
    const { secret } = await aKeyFor(20_000);
    expect((await stack.chat(PLAIN, { secret })).status).toBe(200);
    await stack.money.sound('FF16');
  });

  test('behind: a key is not good any more after its end', async () => {
    await stack.demo.stack.stop('inference-2');
    await order({ skewMs: -25_000 });
    const { id, secret } = await aKeyFor(1_500);
    expect((await stack.chat(PLAIN, { secret })).status).toBe(200);
    await untilOver(id);
    const refused = await stack.chat(PLAIN, { secret });
    expect([refused.status, refused.code]).toEqual([403, 'key_expired']);
    await stack.money.sound('FF16');
  });

  test.each([HOUR_MS / 6, -HOUR_MS / 6, -HOUR_MS])(
    'by %d ms: it says so, others serve, and what was under way is charged once',
    async (skewMs) => {
      const before = await hits();
      const { served } = await alone(async () => {
        const begun = { served: stack.chat(SLOW) };
        await eventually(async () => (await hits()) === before + 1, 'the call was not dispatched');
        stack.money.injected();
        await order({ skewMs });
        // Whoever is asked before the clock shows says that it cannot serve, and not that there is
        // nothing.
        const met = await Promise.all(
          [1, 2, 3].map(() => stack.send({ method: 'GET', path: '/v1/models' })),
        );
        expect(met.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
        return begun;
      });
      await eventually(
        async () => (await readiness('inference')).status === 503,
        'the process did not say that its clock is wrong',
      );
      expect((await readiness('inference')).body).toEqual({
        status: 'not_ready',
        reasons: 'clock',
      });
      expect((await served).status).toBe(200);
      await untilServed();
      const answers = await Promise.all([1, 2, 3, 4].map(() => stack.chat(PLAIN)));
      expect(tallyOf(answers)).toEqual({ 200: 4 });
      await order({});
      // With such a clock it could not settle in time: the charge may come late, and once.
      await stack.money.sound('FF16');
    },
  );
});

describe('a provider that is not what it was', () => {
  if (OTHER === undefined) throw new Error('there is no other provider');
  const { model, credential, path } = OTHER;
  let credentialId = '';
  beforeAll(async () => {
    // What one process knows already another may not know yet.
    await stack.demo.stack.stop('inference-2');
    credentialId = await setUpProvider(stack.demo, OTHER);
    await eventually(async () => (await ask(model)).status === 200);
  }, START_MS);
  afterAll(() => stack.demo.stack.start('inference-2'), START_MS);

  const baseUrl = async (base: string): Promise<void> => {
    const changed = await stack.demo.platform('PATCH', `/provider-credentials/${credentialId}`, {
      base_url: base,
      credential,
    });
    expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
  };

  test('FF17 its name is gone, then leads to a private address: 502, free, and nothing is sent there', async () => {
    const met: unknown[] = [];
    const server = createServer((socket) => void met.push(socket.destroy()));
    await new Promise<void>((resolve) => server.listen(OTHER_PORT, '127.0.0.1', resolve));
    try {
      for (const address of [null, '127.0.0.1', '10.0.0.1', '169.254.169.254']) {
        await order({ names: { 'flips.example': address } });
        await baseUrl(`https://flips.example:${OTHER_PORT}`);
        stack.money.injected();
        const answer = async (): Promise<string> => {
          const { status, code } = await ask(model);
          return `${status} ${code}`;
        };
        const refusal = '502 upstream_unavailable';
        // Until the new address is known the old one serves, and is paid.
        await eventually(async () => (await answer()) === refusal, `${address} is not refused`);
        // By now so many calls may have failed that the breaker answers.
        const cost = await stack.costOf(async () =>
          expect([refusal, '503 routing_error']).toContain(await answer()),
        );
        expect(cost).toBe(0n);
      }
      expect(met).toEqual([]);
    } finally {
      server.close();
      await order({});
      await baseUrl(`${stack.demo.stack.urls['provider']}${path}`);
    }
    await eventually(async () => (await ask(model)).status === 200);
    await stack.money.sound('FF17');
  });

  /** Whoever writes the catalogue says so. */
  const announce = (): Promise<void> =>
    transaction(stack.money.owner, (trx) => recordChange(trx, 'catalog', null));

  test.each(['{}', '{"revision": 1, "dimensions": null}', '{"parameters": []}'])(
    'FF22 the contract of a model is %s: it is not offered, the others are',
    async (contract) => {
      const { owner } = stack.money;
      const kept = await row<{ contract: string }>(
        owner,
        'select cast(contract as text) as contract from catalog.model where public_id = :model',
        { model },
      );
      const write = async (text: string): Promise<void> => {
        await rows(
          owner,
          'update catalog.model set contract = cast(:text as jsonb) where public_id = :model',
          { text, model },
        );
        await announce();
      };
      const offered = async (): Promise<string[]> => {
        const listed = await stack.send({ method: 'GET', path: '/v1/models' });
        expect(listed.status).toBe(200);
        return (JSON.parse(listed.text) as { data: { id: string }[] }).data.map(({ id }) => id);
      };
      await write(contract);
      await eventually(async () => !(await offered()).includes(model), 'it is offered');
      expect((await offered()).length).toBeGreaterThan(0);
      expect((await stack.chat(PLAIN)).status).toBe(200);
      expect((await ask(model)).status).toBe(404);
      await write(kept?.contract ?? '');
      await eventually(async () => (await ask(model)).status === 200);
      await stack.money.sound('FF22');
    },
  );

  test('FF23 a credential cannot be opened: 502, free, and readiness names the reason alone', async () => {
    const { owner } = stack.money;
    const id = decodeId('cred', credentialId) ?? credentialId;
    const kept = await row<{ key: Buffer }>(
      owner,
      'select wrapped_key as key from catalog.provider_credential where id = :id',
      { id },
    );
    const write = async (key: Buffer): Promise<void> => {
      await rows(
        owner,
        'update catalog.provider_credential set wrapped_key = :key where id = :id',
        {
          id,
          key,
        },
      );
      await announce();
    };
    await write(Buffer.from((kept?.key ?? Buffer.alloc(1)).toReversed()));
    const refused = async (): Promise<boolean> => {
      const { status, code } = await ask(model);
      return status === 502 && code === 'upstream_credential_rejected';
    };
    await eventually(refused, 'it was opened');
    expect(await stack.costOf(async () => expect(await refused()).toBe(true))).toBe(0n);
    expect(await readiness('inference')).toEqual({
      status: 200,
      body: { status: 'ready', degraded: 'credential' },
    });
    expect((await stack.chat(PLAIN)).status).toBe(200);
    await write(kept?.key ?? Buffer.alloc(0));
    await eventually(async () => (await ask(model)).status === 200);
    await stack.money.sound('FF23');
  });
});

test('FF24 nobody reads the log of a process: it answers as before', async () => {
  const { env } = stack.demo.stack;
  const [port, internal] = [await freePort(), await freePort()];
  const [metrics, away] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['services/edge/src/main.ts'], {
    env: {
      ...process.env,
      ...env['edge'],
      PUBLIC_PORT: String(port),
      INTERNAL_PORT: String(internal),
      METRICS_PORT: String(metrics),
      // Each call is told of in the log.
      INFERENCE_URL: `http://127.0.0.1:${away}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    await eventually(async () => (await stack.chat(PLAIN, { baseUrl })).status === 503);
    const answers: Got[] = [];
    const caller = async (): Promise<void> => {
      while (answers.length < LOGGED_CALLS) answers.push(await stack.chat(PLAIN, { baseUrl }));
    };
    await Promise.all([1, 2, 3, 4].map(caller));
    expect(tallyOf(answers)).toEqual({ '503 service_unavailable': answers.length });
    let read = 0;
    child.stdout.on('data', (bytes: Buffer) => (read += bytes.length));
    // All of it was kept, and there was more of it than a pipe takes.
    await eventually(() => read > LOGGED_CALLS * 200, 'the log is not whole');
  } finally {
    child.kill('SIGKILL');
  }
  await stack.money.sound('FF24');
}, 240_000);
