import { connectDatabase, row, rows } from '@tollgate/db/connect';
import { jsonBody } from '../support/json-body.ts';
import { createAsyncJobs } from '@tollgate/inference/async/job-queue';
import { decodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import got from 'got';
import { Redis } from 'ioredis';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
/** The lease of 30 s, twice, at the stack's scale, with room for restarts on a busy machine. */
const END_MS = 60_000;
const ASYNC = { prefer: 'respond-async' };
/** At the stack's scale a stream has to begin within a second, and a call ends after 8 s. */
const CALL_TIMES = {
  UPSTREAM_FIRST_BYTE_SECONDS: '10',
  UPSTREAM_FIRST_BYTE_REASONING_SECONDS: '10',
  UPSTREAM_TOTAL_SECONDS: '80',
};

let demo: Demo;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.1, replicas: { worker: 2 }, env: CALL_TIMES });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

interface Handle {
  id: string;
  object: string;
  status: string;
  status_url: string;
  created_at: string;
  expires_at: string;
}
interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}
interface Credits {
  available: string;
  reserved: string;
  consumed: string;
}
interface Failure {
  error: { code: string; request_id: string };
}

const handleOf = ({ text }: Sent): Handle => JSON.parse(text) as Handle;
const failureOf = ({ text }: Sent): Failure => JSON.parse(text) as Failure;
const nano = (text: string): bigint => BigInt(text.replace('.', ''));
const credits = async (): Promise<Credits> => (await demo.creditsNow<Credits>()).body;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function send(
  method: string,
  path: string,
  given: { body?: unknown; headers?: Record<string, string>; key?: string } = {},
): Promise<Sent> {
  const sent = jsonBody(given.body);
  const response = await got(new URL(path, demo.env.TOLLGATE_BASE_URL), {
    ...sent,
    method: method as 'GET',
    headers: {
      ...sent.headers,
      authorization: `Bearer ${given.key ?? demo.env.TOLLGATE_API_KEY}`,
      ...given.headers,
    },
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    responseType: 'text',
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const chatBody = (content: string, more: object = {}): object => ({
  model: demo.env.TOLLGATE_MODEL,
  messages: [{ role: 'user', content }],
  max_tokens: 200,
  ...more,
});
const chat = (content: string, headers: Record<string, string> = {}): Promise<Sent> =>
  send('POST', '/v1/chat/completions', { body: chatBody(content), headers });

/** Refusals of a busy machine, which leave nothing behind. */
const COMES_BACK = /"code":"(overloaded|service_unavailable)"/;

/** Sends as clients do, who come back when a busy machine tells them to. */
async function accepted(sendIt: () => Promise<Sent>): Promise<Handle> {
  let sent = await sendIt();
  while (sent.status === 503 && COMES_BACK.test(sent.text)) {
    await pause(Number(sent.headers['retry-after'] ?? 1) * 1_000);
    sent = await sendIt();
  }
  expect([sent.status, sent.text]).toEqual([202, expect.stringContaining('async_operation')]);
  return handleOf(sent);
}

/** Polls as often as a test has patience for, until the operation is not active any more. */
async function ended({ status_url: path }: Handle): Promise<Sent> {
  const until = performance.now() + END_MS;
  for (;;) {
    const sent = await send('GET', path);
    if (sent.status !== 202) return sent;
    expect(Number(sent.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    if (performance.now() > until) throw new Error(`${path} is still ${sent.text}`);
    await pause(100);
  }
}

/** What one piece of work takes from the wallet, once nothing is held any more. */
async function costOf(work: () => Promise<unknown>): Promise<bigint> {
  const before = await credits();
  await work();
  const after = await settled();
  return nano(after.consumed) - nano(before.consumed);
}

async function settled(): Promise<Credits> {
  const until = performance.now() + END_MS;
  for (;;) {
    const wallet = await credits();
    if (wallet.reserved === '0.000000000') return wallet;
    if (performance.now() > until) throw new Error(`still held: ${JSON.stringify(wallet)}`);
    await pause(100);
  }
}

describe('an accepted operation', () => {
  test('ends with the answer and the charge of the same call made at once', async () => {
    let whole: Sent | undefined;
    const price = await costOf(async () => (whole = await chat('Good morning')));
    let result: Sent | undefined;
    const asyncPrice = await costOf(async () => {
      const sent = await chat('Good morning', { prefer: 'RESPOND-ASYNC; wait=5, return=minimal' });
      expect(sent.status).toBe(202);
      expect(sent.headers['preference-applied']).toBe('respond-async');
      expect(sent.headers['retry-after']).toBe('1');
      const handle = handleOf(sent);
      expect(handle).toEqual({
        id: expect.stringMatching(/^op_[0-9a-z]{26}$/),
        object: 'async_operation',
        status: 'queued',
        status_url: `/v1/async/${handle.id}`,
        created_at: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
      });
      result = await ended(handle);
      const again = await send('GET', handle.status_url);
      expect([again.status, again.text]).toEqual([200, result.text]);
      // As a client makes it whose base address ends in /v1.
      const joined = await send('GET', `/v1${handle.status_url}`);
      expect([joined.status, joined.text]).toEqual([200, result.text]);
    });
    expect(asyncPrice).toBe(price);
    expect(result?.status).toBe(200);
    const [sync, later] = [whole, result].map((sent) => ({
      ...JSON.parse(sent?.text ?? ''),
      id: '',
      created: 0,
    }));
    expect(later).toEqual(sync);
    for (const name of ['provider', 'model', 'output-policy', 'effective-max-tokens']) {
      const header = `x-svc-${name}`;
      expect([header, result?.headers[header]]).toEqual([header, whole?.headers[header]]);
    }
    expect(result?.headers['x-svc-original-request-id']).toMatch(/^req_/);
  });

  test('works on /v1/responses and is not heard of on embeddings', async () => {
    const body = { model: demo.env.TOLLGATE_MODEL, input: 'Good evening', max_output_tokens: 50 };
    const handle = await accepted(() => send('POST', '/v1/responses', { body, headers: ASYNC }));
    expect(JSON.parse((await ended(handle)).text)).toMatchObject({
      object: 'response',
      status: 'completed',
    });
    const embedded = await send('POST', '/v1/embeddings', {
      body: { model: 'demo/demo-embed', input: 'x' },
      headers: ASYNC,
    });
    expect(embedded.status).toBe(200);
  });

  test('what can be refused is refused at once, a stream among it', async () => {
    const path = '/v1/chat/completions';
    const stream = { body: chatBody('x', { stream: true }), headers: ASYNC };
    expect((await send('POST', path, stream)).status).toBe(400);
    const unknown = { body: chatBody('x', { model: 'demo/none' }), headers: ASYNC };
    expect((await send('POST', path, unknown)).status).toBe(404);
    const dear = { ...ASYNC, 'x-svc-max-credits': '0.000000001' };
    expect((await chat('x', dear)).status).toBe(402);
    // The embeddings above were charged behind their answer.
    const { body } = await demo.user<Credits>('GET', '/credits');
    expect(body.reserved).toBe('0.000000000');
  });

  test('ends with the typed error of its provider, free of charge', async () => {
    const price = await costOf(async () => {
      const refused = await ended(await accepted(() => chat('[[provider: status=400]] x', ASYNC)));
      expect([refused.status, failureOf(refused).error.code]).toEqual([400, 'upstream_rejected']);
      await demo.clearInvoice();
      const failed = await ended(await accepted(() => chat('[[provider: status=500]] x', ASYNC)));
      expect([failed.status, failureOf(failed).error.code]).toEqual([502, 'upstream_unavailable']);
      expect(failed.headers['x-should-retry']).toBe('false');
      expect(await demo.invoice()).toHaveLength(2);
    });
    expect(price).toBe(0n);
  });

  test('an answer that comes long after a stream must have begun is waited for', async () => {
    await demo.clearInvoice();
    const served = await ended(await accepted(() => chat('[[provider: delay=2500]] slow', ASYNC)));
    expect(served.status).toBe(200);
    expect(await demo.invoice()).toHaveLength(1);
  });

  test.each([
    ['stall-before-first-byte', 504, 'upstream_timeout'],
    ['cut-before-first-byte', 502, 'upstream_unavailable'],
  ])(
    'a provider that may have done the work (%s) is asked once, and nothing is charged',
    async (directive, status, code) => {
      const price = await costOf(async () => {
        await demo.clearInvoice();
        const failed = await ended(
          await accepted(() => chat(`[[provider: ${directive}]] x`, ASYNC)),
        );
        expect([failed.status, failureOf(failed).error.code]).toEqual([status, code]);
        expect(await demo.invoice()).toHaveLength(1);
      });
      expect(price).toBe(0n);
    },
    END_MS,
  );

  test('E idempotency: the handle while it runs, the answer afterwards, one charge', async () => {
    const key = { 'idempotency-key': 'async-1' };
    const content = '[[provider: delay=800]] once';
    await demo.clearInvoice();
    const handles = await Promise.all(
      Array.from({ length: 5 }, () => accepted(() => chat(content, { ...ASYNC, ...key }))),
    );
    const [first] = handles;
    if (first === undefined) throw new Error('nothing was accepted');
    expect(new Set(handles.map(({ id }) => id)).size).toBe(1);
    const result = await ended(first);
    for (const headers of [{ ...ASYNC, ...key }, key]) {
      const replayed = await chat(content, headers);
      expect([replayed.status, replayed.text]).toEqual([200, result.text]);
      expect(replayed.headers['x-idempotent-replay']).toBe('true');
    }
    const other = await chat('something else', { ...ASYNC, ...key });
    expect([other.status, failureOf(other).error.code]).toEqual([409, 'idempotency_key_mismatch']);
    expect(await demo.invoice()).toHaveLength(1);
  });

  test('FE11, A03, A05, A07, A08 is seen by its own key alone, and read only', async () => {
    const made = await demo.user<{ id: string; key: string; secret: string }>('POST', '/keys', {
      name: 'another',
    });
    const another = made.body.secret ?? made.body.key;
    const handle = await accepted(() => chat('mine', ASYNC));
    const foreign = await send('GET', handle.status_url, { key: another });
    const ids = ['op_01jd0000000000000000000000', 'op_', 'x', 'key_01jd0000000000000000000000'];
    for (const id of ids) {
      const unknown = await send('GET', `/v1/async/${id}`);
      expect([id, unknown.status]).toEqual([id, 404]);
      const { error } = failureOf(unknown);
      expect({ ...error, request_id: '' }).toEqual({
        ...failureOf(foreign).error,
        request_id: '',
      });
    }
    expect(foreign.status).toBe(404);
    for (const method of ['HEAD', 'DELETE', 'POST']) {
      expect([method, (await send(method, handle.status_url)).status]).toEqual([method, 405]);
    }
    const own = await accepted(() =>
      send('POST', '/v1/chat/completions', { body: chatBody('x'), headers: ASYNC, key: another }),
    );
    await demo.user('POST', `/keys/${made.body.id}/suspend`, {});
    await pause(1_000);
    expect((await send('GET', own.status_url, { key: another })).status).toBe(403);
    expect((await ended(handle)).status).toBe(200);
  });
});

describe('when things die', () => {
  test('FE07 Redis is wiped while 20 wait: each ends, each is dispatched once', async () => {
    await Promise.all(['worker', 'worker-2'].map((name) => demo.stack.stop(name)));
    await demo.clearInvoice();
    const sends = Array.from({ length: 20 }, (_, n) => accepted(() => chat(`wait ${n}`, ASYNC)));
    const handles = await Promise.all(sends);
    expect((await send('GET', handles[0]?.status_url ?? '')).status).toBe(202);
    const redis = new Redis(demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await Promise.all(['worker', 'worker-2'].map((name) => demo.stack.start(name)));
    const results = await Promise.all(handles.map(ended));
    expect(results.map(({ status }) => status)).toEqual(handles.map(() => 200));
    expect(await demo.invoice()).toHaveLength(20);
    await settled();
    await expectLedgerHolds(demo);
  });

  test('FE01 Redis is away: operations are accepted, and run when it is back', async () => {
    await demo.stack.stop('redis');
    const handles = [
      await accepted(() => chat('no queue', ASYNC)),
      await accepted(() => chat('two', ASYNC)),
    ];
    await demo.stack.start('redis');
    const results = await Promise.all(handles.map(ended));
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('FE05 a job is delivered many times: two workers, one dispatch', async () => {
    await demo.clearInvoice();
    const handle = await accepted(() => chat('[[provider: delay=600]] once', ASYNC));
    const id = decodeId('op', handle.id) ?? '';
    const redis = new Redis(demo.stack.connections.redisUrl, { maxRetriesPerRequest: null });
    const jobs = createAsyncJobs({ connection: redis, logger: createLogger('test', 'silent') });
    for (let copy = 100; copy < 110; copy += 1) jobs.send({ id, claims: copy });
    expect((await ended(handle)).status).toBe(200);
    await jobs.close();
    redis.disconnect();
    expect(await demo.invoice()).toHaveLength(1);
  });

  test('FE04 workers are killed while 10 run: each ends once, charged once or not at all', async () => {
    await demo.clearInvoice();
    const price = await costOf(async () => void (await chat('[[provider: delay=10]] work')));
    await demo.clearInvoice();
    let results: Sent[] = [];
    const paid = await costOf(async () => {
      const sends = Array.from({ length: 10 }, () =>
        accepted(() => chat('[[provider: delay=1500]] work', ASYNC)),
      );
      const handles = await Promise.all(sends);
      await pause(700);
      await Promise.all(['worker', 'worker-2'].map((name) => demo.stack.kill(name, 'SIGKILL')));
      results = await Promise.all(handles.map(ended));
    });
    const served = results.filter(({ status }) => status === 200);
    const codes = results
      .filter(({ status }) => status !== 200)
      .map((sent) => failureOf(sent).error.code);
    expect(codes.filter((code) => code !== 'outcome_indeterminate')).toEqual([]);
    expect(served.length).toBeGreaterThan(0);
    expect(paid).toBe(price * BigInt(served.length));
    const invoice = await demo.invoice();
    expect(invoice.length).toBeGreaterThan(10);
    expect(invoice.length).toBeLessThanOrEqual(20);
    await expectLedgerHolds(demo);
  });

  test('FE04 an operation that is too old: whether a provider was asked decides how it ends, and nobody pays', async () => {
    await Promise.all(['worker', 'worker-2'].map((name) => demo.stack.stop(name)));
    const handles = [
      await accepted(() => chat('never sent', ASYNC)),
      await accepted(() => chat('sent', ASYNC)),
    ];
    const [waiting, sent] = handles.map(({ id }) => decodeId('op', id) ?? '');
    const owner = connectDatabase({
      url: demo.stack.connections.databaseUrl,
      applicationName: 'test',
      poolMax: 1,
    });
    const paid = await costOf(async () => {
      await rows(
        owner,
        `update requests.operation set created_at = created_at - interval '1 hour',
           dispatches = case when id = :sent then 1 else 0 end
         where id in (:waiting, :sent)`,
        { waiting, sent },
      );
      await owner.destroy();
      await Promise.all(['worker', 'worker-2'].map((name) => demo.stack.start(name)));
      const results = await Promise.all(handles.map(ended));
      expect(results.map((result) => failureOf(result).error.code)).toEqual([
        'service_timeout',
        'outcome_indeterminate',
      ]);
    });
    expect(paid).toBe(0n);
    await expectLedgerHolds(demo);
  });

  test('FE07 hundreds of operations while Redis is wiped and workers die every few seconds', async () => {
    const price = await costOf(async () => void (await chat('soak')));
    await demo.clearInvoice();
    const results: Sent[] = [];
    const paid = await costOf(async () => {
      const chaos = wreck();
      const handles: Handle[] = [];
      while (handles.length < SOAK) {
        const sends = Array.from({ length: 50 }, () =>
          accepted(() => chat('[[provider: delay=400]] soak', ASYNC)),
        );
        handles.push(...(await Promise.all(sends)));
      }
      for (const handle of handles) results.push(await ended(handle));
      await chaos;
    });
    const served = results.filter(({ status }) => status === 200);
    const lost = results.filter(({ status }) => status !== 200);
    expect(new Set(lost.map((sent) => failureOf(sent).error.code))).toEqual(
      new Set(lost.length > 0 ? ['outcome_indeterminate'] : []),
    );
    expect(served.length).toBeGreaterThan(SOAK * 0.8);
    expect(paid).toBe(price * BigInt(served.length));
    const invoice = await demo.invoice();
    expect(invoice.length).toBeGreaterThanOrEqual(served.length);
    expect(invoice.length).toBeLessThanOrEqual(SOAK * 2);
    await expectLedgerHolds(demo);
    expect(await servedWithoutWay()).toBe(0n);
  }, 150_000);
});

/**
 * How many operations are sent: fifty at a time take part of each wreck, whose number `make
 * test-faults` alone has in full.
 */
const SOAK = process.env['TOLLGATE_FAULTS'] === 'full' ? 1_000 : 500;
/** Each worker dies at least twice, and Redis is wiped as often. */
const WRECKS = process.env['TOLLGATE_FAULTS'] === 'full' ? 8 : 4;
const WRECK_EVERY_MS = 2_500;

/**
 * Counts the records of answers that do not tell where the answer came from, at what price and
 * when.
 */
async function servedWithoutWay(): Promise<bigint | undefined> {
  const url = demo.stack.connections.databaseUrl;
  const db = connectDatabase({ url, applicationName: 'test-records', poolMax: 1 });
  try {
    const found = await row<{ count: bigint }>(
      db,
      `select count(*) as count from requests.record where async and outcome = 'served'
         and (provider is null or model is null or price_version_id is null or uplift_bp is null
           or output_policy is null or queue_ms is null or upstream_ms is null)`,
    );
    return found?.count;
  } finally {
    await db.destroy();
  }
}

/**
 * Kills a worker every few seconds, and wipes Redis with every second one. Whatever dies for ever
 * is not restarted any more.
 */
async function wreck(): Promise<void> {
  const redis = new Redis(demo.stack.connections.redisUrl);
  for (let round = 0; round < WRECKS; round += 1) {
    await demo.stack.kill(round % 2 === 0 ? 'worker' : 'worker-2', 'SIGKILL');
    if (round % 2 === 0) await redis.flushall();
    await pause(WRECK_EVERY_MS);
  }
  redis.disconnect();
}
