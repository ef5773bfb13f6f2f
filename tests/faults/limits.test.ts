import { row } from '@tollgate/db/connect';
import { Redis } from 'ioredis';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';

const START_MS = 240_000;
const TINY = { 'x-svc-max-credits': '0.000000001' };

interface Reply {
  id: string;
  error?: { code: string; param: string; required?: string };
}

let demo: Demo;
let watch: MoneyWatch;
let redis: Redis;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 1 });
  watch = await watchMoney(demo);
  redis = new Redis(demo.stack.connections.redisUrl);
}, START_MS);
beforeEach(() => watch.begin());
afterAll(async () => {
  redis?.disconnect();
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

const ask = (headers: object): Promise<Answer<Reply>> => {
  const messages = [{ role: 'user', content: 'How much is left?' }];
  const body = { model: demo.env.TOLLGATE_MODEL, messages, max_tokens: 50 };
  return demo.v1<Reply>('/chat/completions', body, { ...headers });
};

async function aKey(limits: object): Promise<Record<string, string>> {
  const made = await demo.user<{ secret: string }>('POST', '/keys', { name: 'k', limits });
  expect(made.status).toBe(201);
  return { authorization: `Bearer ${made.body.secret}` };
}

const reported = ({ status, body }: Answer<Reply>): unknown[] => [
  status,
  body.error?.code,
  body.error?.param,
];

/** Nano-credits that the sums of today have of all keys. */
async function charged(): Promise<bigint> {
  const found = await row<{ charged: bigint }>(
    watch.owner,
    `select cast(coalesce(sum(charged_n), 0) as bigint) as charged from requests.rollup
     where level = 'key_day'`,
  );
  return found?.charged ?? 0n;
}

test.each(['credits_per_day', 'credits_per_month'])(
  'FF31: Redis is wiped: what was spent of %s stays spent',
  async (name) => {
    const hold = (await ask(TINY)).body.error?.required ?? '';
    const key = await aKey({ [name]: hold });
    const before = await charged();
    expect((await ask(key)).status).toBe(200);
    expect(reported(await ask(key))).toEqual([429, 'quota_exceeded', name]);
    await eventually(async () => (await charged()) > before, 'the charge is in no sum');
    await redis.flushall();
    watch.injected();
    expect(reported(await ask(key))).toEqual([429, 'quota_exceeded', name]);
    await watch.sound('FF31');
  },
);

/** How long a limit of six requests a minute takes to let one more pass, in milliseconds. */
const REFILL_MS = 10_000;

test('FE34: an answer is repeated within the limits only, and the wait that is told is enough', async () => {
  const key = { ...(await aKey({ requests_per_minute: 6 })), 'idempotency-key': 'fe34' };
  const startedMs = performance.now();
  const first = await ask(key);
  expect(first.status).toBe(200);
  watch.injected();
  const repeated = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
  const served = repeated.filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(5);
  const refilled = Math.ceil((performance.now() - startedMs) / REFILL_MS);
  expect(served.length).toBeLessThanOrEqual(6 + refilled);
  for (const { body, headers } of served) {
    expect([body.id, headers['x-idempotent-replay']]).toEqual([first.body.id, 'true']);
  }
  const refused = await ask(key);
  expect(reported(refused)).toEqual([429, 'rate_limit_exceeded', 'requests_per_minute']);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeLessThanOrEqual(10);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  expect((await ask(key)).status).toBe(200);
  await watch.sound('FE34');
});
