/**
 * The life of a batch: workers are killed, and what a batch needs is away, while its lines run. No
 * line is charged twice, and each ends with its answer or with an error.
 */
import { row, rows } from '@tollgate/db/connect';
import { operationIdOf } from '@tollgate/inference/batches/line-operation';
import { decodeId } from '@tollgate/runtime/ids';
import { settleRoute } from '@tollgate/contract/routes/billing/reservations';
import { Redis } from 'ioredis';
import type OpenAI from 'openai';
import { begin, chatLine, clientOf, ended } from '../support/a-batch.ts';
import type { EndedBatch } from '../support/a-batch.ts';
import { eventually } from '../support/eventually.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const TEST_MS = 180_000;
const ALWAYS = 1_000_000;
/** Kills of one test, and the time between two, in milliseconds. */
const KILLS = 4;
const BETWEEN_KILLS_MS = 900;

let stack: FaultyStack;
let client: OpenAI;
beforeAll(async () => {
  stack = await aFaultyStack({ timerScale: 0.05 });
  client = clientOf(stack.demo);
}, START_MS);
afterAll(async () => {
  if (stack !== undefined) await expectLedgerHolds(stack.demo);
  await stack?.drop();
}, START_MS);
beforeEach(() => stack.money.begin());
afterEach(async () => {
  stack.billing.clear();
  await stack.demo.calm();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lines whose answers take so long. */
const lines = (count: number, delayMs = 0): object[] =>
  Array.from({ length: count }, (_, index) =>
    chatLine(stack.demo, `line-${index}`, `[[provider: delay=${delayMs}]] Say ${index}`),
  );

async function progressOf(id: string): Promise<number> {
  const { request_counts: counts } = await client.batches.retrieve(id);
  return (counts?.completed ?? 0) + (counts?.failed ?? 0);
}

/** The charges of each line of a batch, over all of its runs. */
async function chargesOf(id: string, count: number): Promise<bigint[][]> {
  const batchId = decodeId('batch', id) ?? '';
  const charges: bigint[][] = [];
  for (let line = 1; line <= count; line += 1) {
    const ids = [1, 2, 3, 4, 5, 6].map((run) => operationIdOf({ batchId, line, run }));
    const found = await rows<{ nano: bigint }>(
      stack.money.owner,
      `select coalesce(charged_n, late_charged_n) as nano from billing.reservation
       where op_id = any(cast(:ids as uuid[])) and coalesce(charged_n, late_charged_n) > 0`,
      { ids },
    );
    charges.push(found.map(({ nano }) => nano));
  }
  return charges;
}

/**
 * Every line has ended in one file, those with an answer were charged once and no other was, and
 * the batch says what they cost.
 */
async function expectExact({ batch, output, errors }: EndedBatch, count: number): Promise<void> {
  const names = [...output, ...errors].map(({ custom_id }) => custom_id);
  expect(names.toSorted()).toEqual(
    Array.from({ length: count }, (_, index) => `line-${index}`).toSorted(),
  );
  await eventually(async () => (await stack.wallet()).reserved === 0n, 'credit stays held');
  const charges = await chargesOf(batch.id, count);
  const answered = new Set(output.map(({ custom_id }) => custom_id));
  expect(charges.map((nanos) => nanos.length)).toEqual(
    charges.map((_, index) => Number(answered.has(`line-${index}`))),
  );
  const sum = charges.flat().reduce((total, nano) => total + nano, 0n);
  expect(BigInt(batch.cost.replace('.', ''))).toBe(sum);
  const records = await rows<{ charged: bigint }>(
    stack.money.owner,
    'select charged_n as charged from requests.record where request_id like :of',
    { of: `${batch.id}-%` },
  );
  expect(records.reduce((total, { charged }) => total + charged, 0n)).toBe(sum);
}

test(
  'FI01 the worker is killed again and again while lines run: each line is charged once, or ends free with an error',
  async () => {
    const { demo, money } = stack;
    const count = 40;
    const { id } = await begin(client, lines(count, 300));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    for (let times = 0; times < KILLS; times += 1) {
      await demo.stack.kill('worker', 'SIGKILL');
      money.injected();
      await pause(BETWEEN_KILLS_MS);
    }
    const end = await ended(client, id);
    expect(end.batch.status).toBe('completed');
    await expectExact(end, count);
    for (const { response } of end.errors) {
      expect(response?.body.error?.code).toBe('outcome_indeterminate');
    }
    // What the provider had served when a worker died is asked for again.
    await money.sound('FI01', { unbilled: KILLS * 8 });
  },
  TEST_MS,
);

test(
  'FI02 the worker is killed between the charge and the end of lines: their answers are kept, and charged once',
  async () => {
    const { demo, money } = stack;
    const before = await stack.wallet();
    const blocker = await money.owner.transaction();
    let id = '';
    try {
      await rows(blocker, 'lock table requests.record in access exclusive mode');
      id = (await begin(client, lines(4))).id;
      await eventually(async () => (await stack.wallet()).consumed > before.consumed);
      await demo.control({ behaviour: 'status=500', times: ALWAYS });
      await demo.stack.kill('worker', 'SIGKILL');
      money.injected();
    } finally {
      await blocker.rollback();
    }
    await demo.calm();
    const end = await ended(client, id);
    expect(end.batch.request_counts).toMatchObject({ total: 4, completed: 4, failed: 0 });
    await expectExact(end, 4);
    await money.sound('FI02');
  },
  TEST_MS,
);

test(
  'FI03 Redis is wiped while lines run: none is lost',
  async () => {
    const { id } = await begin(client, lines(24, 200));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    const redis = new Redis(stack.demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    stack.money.injected();
    const end = await ended(client, id);
    expect(end.batch.request_counts).toMatchObject({ completed: 24, failed: 0 });
    await expectExact(end, 24);
    await stack.money.sound('FI03');
  },
  TEST_MS,
);

test(
  'FI04 the provider is down: each line is tried a few times and ends with an error, for nothing',
  async () => {
    const { demo, money } = stack;
    await demo.control({ behaviour: 'status=503', times: ALWAYS });
    const { id } = await begin(client, lines(4));
    money.injected();
    const end = await ended(client, id);
    expect(end.batch).toMatchObject({
      status: 'completed',
      request_counts: { completed: 0, failed: 4 },
      cost: '0.000000000',
    });
    for (const { response, error } of end.errors) {
      expect([response?.body.error?.code, error]).toEqual([
        expect.stringMatching(/^(?:upstream_unavailable|routing_error)$/u),
        null,
      ]);
    }
    await expectExact(end, 4);
    // Five runs of two calls each, at most.
    expect((await demo.invoice()).length).toBeLessThanOrEqual(40);
    await money.sound('FI04');
    // The worker leaves this provider alone for a while; the next one knows nothing of that.
    await demo.stack.kill('worker', 'SIGKILL');
  },
  TEST_MS,
);

test(
  'FI05 billing is away while lines run: they wait, and each is charged once',
  async () => {
    const { money, billing } = stack;
    const { id } = await begin(client, lines(16, 100));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    billing.order({ path: settleRoute.path, trouble: 'lose-reply', times: 4 });
    billing.order({ path: '/', trouble: 'refuse', times: 20 });
    money.injected();
    const end = await ended(client, id);
    await expectExact(end, 16);
    expect(end.batch.request_counts).toMatchObject({ completed: 16, failed: 0 });
    await money.sound('FI05');
  },
  TEST_MS,
);

test(
  'FI06 the key is suspended while lines run: those that run are finished, all others end with an error',
  async () => {
    const { demo, money } = stack;
    const key = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'of the batch',
      mode: 'live',
    });
    const own = clientOf(demo, key.body.secret);
    const { id } = await begin(own, lines(60, 200));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    expect((await demo.user('POST', `/keys/${key.body.id}/suspend`)).status).toBe(200);
    money.injected();
    const end = await ended(client, id);
    expect(end.batch).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'key_suspended' }] },
    });
    expect(end.output.length).toBeGreaterThan(0);
    expect(end.errors.length).toBeGreaterThan(0);
    for (const { error } of end.errors) expect(error?.code).toBe('key_suspended');
    await expectExact(end, 60);
    await money.sound('FI06');
  },
  TEST_MS,
);

test(
  'FI07 the window ends while lines run: those that run are finished, all others expire',
  async () => {
    const { money } = stack;
    const { id } = await begin(client, lines(60, 200));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    await row(money.owner, 'update requests.batch set expires_at = now() where id = :id', {
      id: decodeId('batch', id),
    });
    money.injected();
    const end = await ended(client, id);
    expect(end.batch).toMatchObject({ status: 'expired', expired_at: expect.anything() });
    expect(end.output.length).toBeGreaterThan(0);
    for (const { error } of end.errors) expect(error?.code).toBe('batch_expired');
    await expectExact(end, 60);
    await money.sound('FI07');
  },
  TEST_MS,
);

test(
  'FI08 the worker is killed while it checks a file and while it writes results: the batch ends once',
  async () => {
    const { demo, money } = stack;
    const blocker = await money.owner.transaction();
    let id = '';
    try {
      await rows(blocker, 'lock table requests.batch_line in access exclusive mode');
      id = (await begin(client, lines(3))).id;
      await pause(BETWEEN_KILLS_MS);
      await demo.stack.kill('worker', 'SIGKILL');
      money.injected();
    } finally {
      await blocker.rollback();
    }
    await eventually(async () => (await progressOf(id)) === 3, 'the lines do not end');
    await demo.stack.kill('worker', 'SIGKILL');
    const end = await ended(client, id);
    expect(end.batch.request_counts).toMatchObject({ total: 3, completed: 3, failed: 0 });
    await expectExact(end, 3);
    await money.sound('FI08', { unbilled: 3 });
  },
  TEST_MS,
);

test(
  'FI09 credit ends while lines run: the batch stops with an error on each line that is left',
  async () => {
    const { demo, money } = stack;
    const user = await demo.platform<{ id: string }>('POST', '/users', {
      email: 'short@tollgate.example',
      password: 'a password with little credit',
    });
    const path = `/users/${user.body.id}`;
    const key = await demo.platform<{ secret: string }>('POST', `${path}/keys`, {
      name: 'short',
      mode: 'live',
    });
    await stack.demo.platform('POST', `${path}/credit-grants`, { amount: '0.0005' }, 'short');
    const poor = clientOf(demo, key.body.secret);
    const { id } = await begin(poor, lines(60));
    money.injected();
    const end = await ended(poor, id);
    expect(end.batch).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'insufficient_credit' }] },
    });
    expect(end.output.length).toBeGreaterThan(0);
    for (const { error } of end.errors) expect(error?.code).toBe('insufficient_credit');
    await expectExact(end, 60);
    await money.sound('FI09');
  },
  TEST_MS,
);
