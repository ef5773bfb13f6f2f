import { rows } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import { Redis } from 'ioredis';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';

const START_MS = 240_000;
const ASYNC = { prefer: 'respond-async' };
/** More than a worker has permits. */
const CROWD = 40;
/** What the operations of test keys of one user may be, with some to spare. */
const TEST_BACKLOG = 100;

interface Reply {
  id: string;
  error?: { code: string; param: string };
}

let demo: Demo;
let watch: MoneyWatch;
let redis: Redis;
/** Keys of a user besides the demo's. */
let otherKey: string;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 1 });
  watch = await watchMoney(demo);
  redis = new Redis(demo.stack.connections.redisUrl);
  otherKey = await anotherUser();
}, START_MS);
beforeEach(() => watch.begin());
afterEach(() => signalProvider('SIGCONT'));
afterAll(async () => {
  redis?.disconnect();
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

async function anotherUser(): Promise<string> {
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'patient@example.com',
    name: 'Patient',
    password: 'a long enough password 1',
  });
  const granted = await demo.platform('POST', `/users/${user.id}/credit-grants`, { amount: '10' });
  expect(granted.status).toBe(201);
  const made = await demo.platform<{ secret: string }>('POST', `/users/${user.id}/keys`, {
    name: 'patient',
    mode: 'live',
  });
  return made.body.secret;
}

/** The provider takes connections and answers nothing, until it goes on. */
function signalProvider(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = demo.stack.pid('provider');
  if (pid !== undefined) process.kill(pid, signal);
}

function ask(secret: string, headers: object = ASYNC, model?: string): Promise<Answer<Reply>> {
  const body = {
    model: model ?? demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: 'Whose turn is it?' }],
    max_tokens: 20,
  };
  return demo.v1<Reply>('/chat/completions', body, {
    authorization: `Bearer ${secret}`,
    ...headers,
  });
}

async function accepted(secret: string): Promise<string> {
  const sent = await ask(secret);
  expect([sent.status, sent.body.error]).toEqual([202, undefined]);
  return decodeId('op', sent.body.id) ?? '';
}

/** How many of the operations are in each state. */
async function statesOf(ids: readonly string[]): Promise<Record<string, number>> {
  const found = await rows<{ state: string; count: number }>(
    watch.owner,
    `select state, cast(count(*) as int) as count from requests.operation
     where id = any(cast(:ids as uuid[])) group by state`,
    { ids: [...ids] },
  );
  return Object.fromEntries(found.map(({ state, count }) => [state, count]));
}

async function aKey(given: object): Promise<string> {
  const made = await demo.user<{ secret: string }>('POST', '/keys', { name: 'k', ...given });
  expect(made.status).toBe(201);
  return made.body.secret;
}

const statusOf = ({ status, body }: Answer<Reply>): unknown[] => [
  status,
  body.error?.code,
  body.error?.param,
];

test("FE31: an owner's operations fill half of the permits, and another's has its turn at once", async () => {
  signalProvider('SIGSTOP');
  const many = await Promise.all(
    Array.from({ length: CROWD }, () => accepted(demo.env.TOLLGATE_API_KEY)),
  );
  await eventually(async () => ((await statesOf(many))['running'] ?? 0) >= CROWD / 3);
  const one = await accepted(otherKey);
  watch.injected();
  await eventually(async () => (await statesOf([one]))['running'] === 1, 'it got no turn');
  expect((await statesOf(many))['queued']).toBeGreaterThanOrEqual(CROWD / 2);
  signalProvider('SIGCONT');
  await eventually(async () => (await statesOf([...many, one]))['done'] === CROWD + 1);
  await watch.sound('FE31');
});

test("FE32: an accepted operation keeps its permit of the key's limit to its end, also when Redis is wiped", async () => {
  const secret = await aKey({ limits: { concurrent_requests: 2 } });
  const refused = [429, 'rate_limit_exceeded', 'concurrent_requests'];
  signalProvider('SIGSTOP');
  const two = [await accepted(secret), await accepted(secret)];
  for (const headers of [ASYNC, {}]) expect(statusOf(await ask(secret, headers))).toEqual(refused);
  await redis.flushall();
  watch.injected();
  expect(statusOf(await ask(secret))).toEqual(refused);
  const permits = async (): Promise<number> => {
    const [name] = await redis.keys('limit:*:concurrent_requests');
    return name === undefined ? 0 : redis.zcard(name);
  };
  await eventually(async () => (await permits()) === 2, 'the permits were not taken again');
  expect(statusOf(await ask(secret, {}))).toEqual(refused);
  signalProvider('SIGCONT');
  await eventually(async () => (await statesOf(two))['done'] === 2);
  expect((await ask(secret, {})).status).toBe(200);
  await watch.sound('FE32');
});

test("FE33: a backlog of one user's test calls ends at its bound, and nobody else's is any shorter", async () => {
  const secret = await aKey({ mode: 'test' });
  const headers = { authorization: `Bearer ${secret}` };
  const listed = await demo.v1<{ data: { id: string; capability: string }[] }>(
    '/models',
    undefined,
    headers,
  );
  const model = listed.body.data.find(({ capability }) => capability === 'chat')?.id;
  await demo.stack.stop('worker');
  watch.injected();
  const statuses: number[] = [];
  for (let count = 0; count < TEST_BACKLOG + 5; count += 1) {
    statuses.push((await ask(secret, ASYNC, model)).status);
  }
  expect(statuses).toEqual([
    ...Array.from({ length: TEST_BACKLOG }, () => 202),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  expect(statusOf(await ask(secret, ASYNC, model))).toEqual([429, 'rate_limit_exceeded', 'Prefer']);
  const others = [await accepted(demo.env.TOLLGATE_API_KEY), await accepted(otherKey)];
  await demo.stack.start('worker');
  await eventually(async () => (await statesOf(others))['done'] === 2);
  await watch.sound('FE33');
});
