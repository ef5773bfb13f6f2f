import { createAsyncJobs } from '@tollgate/inference/async/job-queue';
import { row, rows } from '@tollgate/db/connect';
import { forgetExpiredBodies } from '@tollgate/requests/operations/idempotency.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { Asked, FaultyStack, Got } from '../../support/faulty-stack.ts';

const START_MS = 240_000;
const HOLDS = '/internal/reservations?';
const RESERVE = '/internal/reservations/reserve';
const PLAIN = '[[provider: delay=10]] A question.';
const SLOW = '[[provider: delay=1500]] A question.';
const WORKERS = ['worker', 'worker-2'];

let stack: FaultyStack;
/** What a call of each prompt costs. */
let price: bigint;
let slowPrice: bigint;
beforeAll(async () => {
  stack = await aFaultyStack({ replicas: { inference: 2, edge: 2, worker: 2 } });
  price = await stack.costOf(() => stack.chat(PLAIN));
  slowPrice = await stack.costOf(() => stack.chat(SLOW));
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());
afterEach(() => stack.billing.clear());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const hits = async (): Promise<number> => (await stack.demo.invoice()).length;
const keyed = (key: string, more: Asked = {}): Asked => ({
  ...more,
  headers: { 'idempotency-key': key, ...more.headers },
});
const second = (): string => stack.demo.stack.urls['public-2'] ?? '';

async function met(count = 1): Promise<void> {
  await eventually(() => stack.billing.met() >= count, 'billing was not called');
}

async function untilHits(count: number): Promise<void> {
  await eventually(async () => (await hits()) >= count, 'the provider was not called');
}

interface Accepted {
  id: string;
  uuid: string;
  path: string;
}

async function accepted(content: string, asked: Asked = {}): Promise<Accepted> {
  const headers = { prefer: 'respond-async', ...asked.headers };
  const sent = await stack.chat(content, { ...asked, headers });
  expect([sent.status, sent.code]).toEqual([202, null]);
  const { id, status_url: path } = JSON.parse(sent.text) as { id: string; status_url: string };
  return { id, uuid: decodeId('op', id) ?? '', path };
}

const poll = (path: string, asked: Asked = {}): Promise<Got> =>
  stack.send({ ...asked, method: 'GET', path });

async function ended({ path }: Accepted): Promise<Got> {
  let last: Got | undefined;
  await eventually(async () => {
    last = await poll(path);
    return last.status !== 202 && last.status !== 0;
  }, `${path} did not end`);
  if (last === undefined) throw new Error('nothing was polled');
  return last;
}

interface OperationNow {
  claims: number;
  dispatches: number;
  lease_owner: string | null;
}

async function operation(uuid: string): Promise<OperationNow> {
  const found = await row<OperationNow>(
    stack.money.owner,
    'select claims, dispatches, lease_owner from requests.operation where id = :uuid',
    { uuid },
  );
  if (found === null) throw new Error(`there is no operation ${uuid}`);
  return found;
}

async function withRedis<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(stack.demo.stack.connections.redisUrl, { maxRetriesPerRequest: null });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function aKey(): Promise<{ id: string; secret: string }> {
  const made = await stack.demo.user<{ id: string; secret: string }>('POST', '/keys', {
    name: 'k',
  });
  expect(made.status).toBe(201);
  return made.body;
}

describe('E operations that run later', () => {
  test('FE02 killed between the row and the queue: the pump sends the job', async () => {
    const { demo } = stack;
    const charged = await stack.costOf(async () => {
      await Promise.all(WORKERS.map((name) => demo.stack.stop(name)));
      await demo.stack.stop('redis');
      const one = await accepted(PLAIN);
      stack.money.injected();
      await demo.stack.kill('inference', 'SIGKILL');
      await demo.stack.start('redis');
      await Promise.all(WORKERS.map((name) => demo.stack.start(name)));
      await demo.stack.ready('inference');
      expect((await ended(one)).status).toBe(200);
    });
    expect([charged, await hits()]).toEqual([price, 1]);
    await stack.money.sound('FE02');
  });

  test('FE03 a worker is killed before it dispatches: another one runs it, charged once', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: HOLDS, trouble: 'hang' });
      const one = await accepted(PLAIN);
      await met();
      stack.money.injected();
      await Promise.all(WORKERS.map((name) => stack.demo.stack.kill(name, 'SIGKILL')));
      stack.billing.clear();
      expect((await ended(one)).status).toBe(200);
      expect((await operation(one.uuid)).dispatches).toBe(1);
    });
    expect([charged, await hits()]).toEqual([price, 1]);
    await stack.money.sound('FE03');
  });

  test('FE06 a worker sleeps past its lease and wakes up: what it has is thrown away', async () => {
    const { demo } = stack;
    await demo.stack.ready();
    const charged = await stack.costOf(async () => {
      await demo.stack.stop('worker-2');
      const one = await accepted(SLOW);
      await untilHits(1);
      stack.money.injected();
      await demo.stack.kill('worker', 'SIGSTOP');
      await demo.stack.start('worker-2');
      const result = await ended(one);
      expect(result.status).toBe(200);
      await demo.stack.kill('worker', 'SIGCONT');
      await pause(1_000);
      expect((await poll(one.path)).text).toBe(result.text);
      expect((await operation(one.uuid)).dispatches).toBe(2);
    });
    expect([charged, await hits()]).toEqual([slowPrice, 2]);
    await stack.money.sound('FE06', { unbilled: 1 });
  });

  test('FE08 Redis comes back with jobs of operations that have ended: nothing is sent', async () => {
    const handles = await Promise.all([accepted(PLAIN), accepted(PLAIN)]);
    for (const one of handles) expect((await ended(one)).status).toBe(200);
    const entries = await stack.entries();
    await withRedis(async (redis) => {
      const jobs = createAsyncJobs({ connection: redis, logger: createLogger('test', 'silent') });
      for (const { uuid: id } of handles) {
        for (const claims of [0, 1, 2]) jobs.send({ id, claims });
      }
      await eventually(async () => (await redis.llen('bull:async:wait')) === 0);
      await pause(500);
      await jobs.close();
    });
    expect([await hits(), await stack.entries()]).toEqual([2, entries]);
    await stack.money.sound('FE08');
  });

  test('FE09 Redis takes no more writes: accepted all the same, and answered at once as ever', async () => {
    const charged = await stack.costOf(async () => {
      const one = await withRedis(async (redis) => {
        await redis.config('SET', 'maxmemory-policy', 'noeviction');
        await redis.config('SET', 'maxmemory', '1');
        stack.money.injected();
        const handle = await accepted(PLAIN);
        expect((await stack.chat(PLAIN)).status).toBe(200);
        await redis.config('SET', 'maxmemory', '0');
        return handle;
      });
      expect((await ended(one)).status).toBe(200);
    });
    expect([charged, await hits()]).toEqual([price * 2n, 2]);
    await stack.money.sound('FE09');
  });

  test('FE10 an operation that is the end of each worker: given up after three, free of charge', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: HOLDS, trouble: 'hang' });
      const one = await accepted(PLAIN);
      stack.money.injected();
      for (let claim = 1; claim <= 3; claim += 1) {
        await eventually(async () => (await operation(one.uuid)).claims === claim, 'not claimed');
        await met(claim);
        await Promise.all(WORKERS.map((name) => stack.demo.stack.kill(name, 'SIGKILL')));
      }
      stack.billing.clear();
      const result = await ended(one);
      expect([result.status, result.code]).toEqual([502, 'outcome_indeterminate']);
    });
    expect([charged, await hits()]).toEqual([0n, 0]);
    await stack.money.sound('FE10');
  });

  test('FE12 a result past its life: 404 result_expired, and the key is not free', async () => {
    const one = await accepted(PLAIN, keyed('fe12'));
    expect((await ended(one)).status).toBe(200);
    const entries = await stack.entries();
    await rows(
      stack.money.owner,
      `update requests.operation set expires_at = now() - interval '1 second' where id = :uuid`,
      { uuid: one.uuid },
    );
    const late = await poll(one.path);
    expect([late.status, late.code]).toEqual([404, 'result_expired']);
    const other = await aKey();
    expect((await poll(one.path, { secret: other.secret })).code).toBe('not_found');
    const repeated = await stack.chat(PLAIN, keyed('fe12'));
    expect([repeated.status, repeated.code]).toEqual([409, 'idempotency_result_expired']);
    expect([await stack.entries(), await hits()]).toEqual([entries, 1]);
    await stack.money.sound('FE12');
  });

  test('B17 A02 an operation is polled a hundred times: the same bytes, no entry', async () => {
    const one = await accepted(PLAIN);
    expect((await ended(one)).status).toBe(200);
    const entries = await stack.entries();
    const polls = await Promise.all(Array.from({ length: 100 }, () => poll(one.path)));
    expect(polls.map(({ status }) => status)).toEqual(polls.map(() => 200));
    expect(new Set(polls.map(({ text }) => text)).size).toBe(1);
    expect(await stack.entries()).toBe(entries);
  });
});

describe('E idempotency keys', () => {
  test('FE13, I-06 fifty at once with one key on two replicas: one dispatch, one charge', async () => {
    await stack.demo.stack.ready();
    const answers: Got[] = [];
    const charged = await stack.costOf(async () => {
      const sends = Array.from({ length: 50 }, async (_, n) => {
        const baseUrl = n % 2 === 0 ? {} : { baseUrl: second() };
        let last: Got | undefined;
        await eventually(async () => {
          last = await stack.chat(SLOW, keyed('fe13', baseUrl));
          if (last.status === 429) expect(last.code).toBe('idempotency_in_progress');
          return last.status !== 429;
        });
        if (last !== undefined) answers.push(last);
      });
      await Promise.all(sends);
    });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    // Blanks may have bridged the wait of the first.
    expect(new Set(answers.map(({ text }) => text.trimStart())).size).toBe(1);
    const first = answers.filter(({ headers }) => headers['x-idempotent-replay'] === 'false');
    expect(first).toHaveLength(1);
    expect([charged, await hits()]).toEqual([slowPrice, 1]);
    await stack.money.sound('FE13');
  });

  test('FE13 a repetition of a call that has been going on for long is to wait longer', async () => {
    const first = stack.chat('[[provider: delay=5000]] A question.', keyed('fe13-long'));
    await untilHits(1);
    await rows(
      stack.money.owner,
      `update requests.idempotency set created_at = now() - interval '5 seconds'
       where state = 'running'`,
    );
    const early = await stack.chat('[[provider: delay=5000]] A question.', keyed('fe13-long'));
    expect([early.status, early.code]).toEqual([429, 'idempotency_in_progress']);
    expect(['4', '8']).toContain(early.headers['retry-after']);
    expect((await first).status).toBe(200);
    await stack.money.sound('FE13');
  });

  test('FE14 one key and another body: refused while the first runs and after it', async () => {
    const charged = await stack.costOf(async () => {
      const first = stack.chat(SLOW, keyed('fe14'));
      await untilHits(1);
      const during = await stack.chat(PLAIN, keyed('fe14'));
      expect((await first).status).toBe(200);
      const after = await stack.chat(PLAIN, keyed('fe14', { baseUrl: second() }));
      expect([during.status, during.code]).toEqual([409, 'idempotency_key_mismatch']);
      expect([after.status, after.code]).toEqual([409, 'idempotency_key_mismatch']);
    });
    expect([charged, await hits()]).toEqual([slowPrice, 1]);
    await stack.money.sound('FE14');
  });

  test('FE15 who runs the key dies: a waiting repetition takes over, charged once', async () => {
    const charged = await stack.costOf(async () => {
      // Processes take turns: with one of them it is known who runs the key.
      await stack.demo.stack.stop('inference-2');
      const lost = stack.chat(SLOW, keyed('fe15'));
      await untilHits(1);
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      await stack.demo.stack.start('inference-2');
      let last: Got | undefined;
      await eventually(async () => {
        last = await stack.chat(SLOW, keyed('fe15', { baseUrl: second() }));
        if (last.status === 429) expect(last.code).toBe('idempotency_in_progress');
        return last.status === 200;
      }, 'nobody took over');
      expect([last?.status, last?.headers['x-idempotent-replay']]).toEqual([200, 'false']);
      expect((await lost).status).not.toBe(200);
    });
    expect([charged, await hits()]).toEqual([slowPrice, 2]);
    await stack.demo.stack.ready();
    await stack.money.sound('FE15', { unbilled: 1 });
  });

  test('FE16 a key is repeated while its model is disabled: the stored answer', async () => {
    const { demo, money } = stack;
    const first = await stack.chat(PLAIN, keyed('fe16'));
    expect(first.status).toBe(200);
    const entries = await stack.entries();
    const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
      'GET',
      '/models',
    );
    const model = models.find(({ public_id: name }) => name === demo.env.TOLLGATE_MODEL);
    const decide = (enabled: boolean) =>
      demo.platform('POST', `/models/${model?.id}/decision`, {
        decision: enabled ? 'enable' : 'disable',
      });
    const decided = await decide(false);
    expect([decided.status, decided.body]).toEqual([200, expect.anything()]);
    await eventually(async () => (await stack.chat(PLAIN)).status !== 200, 'still routable');
    const again = await stack.chat(PLAIN, keyed('fe16'));
    expect([again.status, again.text, again.headers['x-idempotent-replay']]).toEqual([
      200,
      first.text,
      'true',
    ]);
    await decide(true);
    await eventually(async () => (await stack.chat(PLAIN)).status === 200, 'not routable again');
    expect(await stack.entries()).toBeGreaterThan(entries);
    await money.sound('FE16');
  });

  test('FE17 a key is repeated after the API key was suspended: 403', async () => {
    const { id, secret } = await aKey();
    expect((await stack.chat(PLAIN, keyed('fe17', { secret }))).status).toBe(200);
    const entries = await stack.entries();
    await stack.demo.user('POST', `/keys/${id}/suspend`, {});
    let last: Got | undefined;
    await eventually(async () => {
      last = await stack.chat(PLAIN, keyed('fe17', { secret }));
      return last.status === 403;
    });
    expect(last?.code).toBe('key_suspended');
    expect([await stack.entries(), await hits()]).toEqual([entries, 1]);
    await stack.money.sound('FE17');
  });

  test('FE18 a key is free again after 402, 429 and 503', async () => {
    const dear = { 'x-svc-max-credits': '0.000000001' };
    const unpaid = await stack.chat(PLAIN, keyed('fe18', { headers: dear }));
    expect(unpaid.status).toBe(402);
    const provider = '[[provider: status=429 retry-after=1]] A question.';
    const limited = await stack.chat(provider, keyed('fe18-429'));
    expect([limited.status, limited.code]).toEqual([429, 'upstream_rate_limited']);
    stack.billing.order({ path: RESERVE, trouble: 'refuse' });
    const away = await stack.chat(PLAIN, keyed('fe18'));
    expect(away.status).toBe(503);
    stack.billing.clear();
    const charged = await stack.costOf(async () => {
      const served = await stack.chat(PLAIN, keyed('fe18'));
      expect([served.status, served.headers['x-idempotent-replay']]).toEqual([200, 'false']);
    });
    expect(charged).toBe(price);
    await stack.demo.clearInvoice();
    expect((await stack.chat(provider, keyed('fe18-429'))).status).toBe(429);
    expect(await hits()).toBeGreaterThan(0);
  });

  test('FE19 I-07 a key is repeated after its answer was forgotten: 409 as long as it is known, never a second run', async () => {
    const ask = (content = PLAIN): Promise<Got> => stack.chat(content, keyed('fe19'));
    const later = (column: string): Promise<unknown> =>
      rows(
        stack.money.owner,
        `update requests.idempotency set ${column} = now() - interval '1 second'
         where state = 'done' and key_sha = sha256('fe19')`,
      );
    const reported = async (asked: Promise<Got>): Promise<unknown> => {
      const { status, code } = await asked;
      return [status, code];
    };
    const expired = [409, 'idempotency_result_expired'];
    expect((await ask()).status).toBe(200);
    const entries = await stack.entries();
    await later('body_expires_at');
    expect(await reported(ask())).toEqual(expired);
    // The worker takes the answer away; that it was given stays known.
    await forgetExpiredBodies(stack.money.owner);
    expect(await reported(ask())).toEqual(expired);
    expect(await reported(stack.chat(PLAIN, keyed('fe19', { baseUrl: second() })))).toEqual(
      expired,
    );
    expect(await reported(ask(SLOW))).toEqual([409, 'idempotency_key_mismatch']);
    expect([await stack.entries(), await hits()]).toEqual([entries, 1]);
    await later('tombstone_until');
    expect((await ask(SLOW)).headers['x-idempotent-replay']).toBe('false');
    await stack.money.sound('FE19');
  });

  test('B24 a key is repeated five times: one hold', async () => {
    const before = await stack.entries();
    for (let time = 0; time < 5; time += 1) {
      const baseUrl = time % 2 === 0 ? {} : { baseUrl: second() };
      expect((await stack.chat(PLAIN, keyed('b24', baseUrl))).status).toBe(200);
    }
    expect([(await stack.entries()) - before, await hits()]).toEqual([2n, 1]);
    await stack.money.sound('B24');
  });
});
