/**
 * The life of a batch: workers are killed, and what a batch needs is away, while its lines run. No
 * line is charged twice, and each ends with its answer or with an error.
 */
import { row, rows } from '@tollgate/db/connect';
import { operationIdOf } from '@tollgate/inference/batches/line-operation';
import { decodeId } from '@tollgate/runtime/ids';
import { reserveRoute, settleRoute } from '@tollgate/contract/routes/billing/reservations';
import got from 'got';
import { Redis } from 'ioredis';
import type OpenAI from 'openai';
import { begin, chatLine, clientOf, ended, untilAtBatchPrice } from '../support/a-batch.ts';
import type { EndedBatch } from '../support/a-batch.ts';
import { aBedrockStore, RECORDS_MIN } from '../support/bedrock-store.ts';
import type { BedrockStore } from '../support/bedrock-store.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { hasGo } from '../support/s3-server.ts';

const START_MS = 240_000;
const TEST_MS = 180_000;
const ALWAYS = 1_000_000;
/** How long billing is away, in milliseconds. */
const AWAY_MS = 1_500;
/** How long the claim of a worker that died stays valid: longer than the job takes. */
const DEAD_CLAIM = "interval '3 seconds'";
/** Longer than a turn, in milliseconds. */
const SLOW_MS = 4_000;

let stack: FaultyStack;
let client: OpenAI;
let store: BedrockStore | undefined;
beforeAll(async () => {
  stack = await aFaultyStack({ timerScale: 0.05 });
  client = clientOf(stack.demo);
}, START_MS);
afterAll(async () => {
  if (stack !== undefined) await expectLedgerHolds(stack.demo);
  await stack?.drop();
  await store?.drop();
}, START_MS);
beforeEach(() => stack.money.begin());
afterEach(async () => {
  stack.billing.clear();
  await stack.demo.calm();
});

/** Lines whose answers take so long. */
const lines = (count: number, delayMs = 0): object[] =>
  Array.from({ length: count }, (_, index) =>
    chatLine(stack.demo, `line-${index}`, `[[provider: delay=${delayMs}]] Say ${index}`),
  );

async function progressOf(id: string, of: OpenAI = client): Promise<number> {
  const { request_counts: counts } = await of.batches.retrieve(id);
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

/** Another owner with so much credit. */
async function anOwner(name: string, amount: string): Promise<Owner> {
  const user = await stack.demo.platform<{ id: string }>('POST', '/users', {
    email: `${name}@tollgate.example`,
    password: 'a password that is long enough',
  });
  const path = `/users/${user.body.id}`;
  const key = await stack.demo.platform<{ id: string; secret: string }>('POST', `${path}/keys`, {
    name,
    mode: 'live',
  });
  await stack.demo.platform('POST', `${path}/credit-grants`, { amount }, name);
  const turn = async (action: 'suspend' | 'resume'): Promise<void> => {
    const { status } = await stack.demo.platform('POST', `${path}/keys/${key.body.id}/${action}`);
    expect(status).toBe(200);
  };
  return { client: clientOf(stack.demo, key.body.secret), turn };
}
interface Owner {
  client: OpenAI;
  /** Suspends the key, or lets it be used again. */
  turn(action: 'suspend' | 'resume'): Promise<void>;
}

/** Does work while no other session reaches a table. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const blocker = await stack.money.owner.transaction();
  try {
    await rows(blocker, `lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await blocker.rollback();
  }
}

test(
  'FI01, FI02, FI03, FI08: the worker is killed at every step, and Redis is wiped: each line is charged once and keeps its answer, or ends free with an error',
  async () => {
    const { demo, money } = stack;
    const kill = (): Promise<void> => demo.stack.kill('worker', 'SIGKILL');
    const count = 20;
    const before = await stack.wallet();
    let id = '';
    await whileLocked('requests.batch_line', async () => {
      id = (await begin(client, lines(count, 100))).id;
      await eventually(() => isWaitedFor('requests.batch_line'), 'the file is not checked');
      await kill();
    });
    // Between the charge and the end of lines: their answers are kept, and not asked for again.
    await whileLocked('requests.record', async () => {
      await eventually(async () => (await stack.wallet()).consumed > before.consumed);
      await eventually(() => isWaitedFor('requests.record'), 'no line ends');
      await kill();
    });
    const asked = (await demo.invoice()).length;
    await demo.control({ behaviour: 'status=503', times: ALWAYS });
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    await demo.calm();
    expect(asked).toBeLessThanOrEqual(8);
    await eventually(async () => {
      await hurry(id);
      return (await progressOf(id)) > 8;
    }, 'no line ends');
    const redis = new Redis(demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await kill();
    money.injected();
    await eventually(async () => (await progressOf(id)) === count, 'the lines do not end');
    await kill();
    const end = await ended(client, id);
    expect(end.batch.status).toBe('completed');
    await expectExact(end, count);
    // A line that is hurried may run five times while its provider counts as down.
    for (const { response } of end.errors) {
      expect(['outcome_indeterminate', 'routing_error']).toContain(response?.body.error?.code);
    }
    expect(end.output.length).toBeGreaterThan(8);
    // What the provider had served when a worker died is asked for again.
    await money.sound('FI01', { unbilled: 16 });
  },
  TEST_MS,
);

/** The pauses of lines that are run again grow to minutes; none is waited for. */
async function hurry(id: string): Promise<void> {
  await rows(
    stack.money.owner,
    `with hurried as (update requests.batch_line set not_before = null
       where batch_id = :id and state = 'waiting')
     update requests.batch set turn_at = now() where id = :id`,
    { id: decodeId('batch', id) },
  );
}

/** Whether a statement waits for a lock of a table. */
async function isWaitedFor(table: string): Promise<boolean> {
  const waiting = await row(
    stack.money.owner,
    'select 1 as one from pg_locks where relation = cast(:table as regclass) and not granted limit 1',
    { table },
  );
  return waiting !== null;
}

test(
  'FI05 billing is away while lines run: they wait, are charged once, and go on once it is back',
  async () => {
    const { money, billing } = stack;
    const { id } = await begin(client, lines(16, 100));
    await eventually(async () => (await progressOf(id)) > 0, 'no line ends');
    billing.order({ path: settleRoute.path, trouble: 'lose-reply', times: 4 });
    billing.order({ path: reserveRoute.path, trouble: 'lose-reply', times: 2 });
    billing.order({ path: '/', trouble: 'refuse' });
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    // Everybody asks again after a pause, heartbeats of all processes included.
    expect(billing.met()).toBeLessThan(AWAY_MS / 10);
    billing.clear();
    money.injected();
    const end = await ended(client, id);
    await expectExact(end, 16);
    expect(end.batch.request_counts).toMatchObject({ completed: 16, failed: 0 });
    await money.sound('FI05');
  },
  TEST_MS,
);

test(
  'FI06, FI07, FI09: the key is suspended, the window ends, or credit does: what runs is finished and charged, all other lines end with an error',
  async () => {
    const { money } = stack;
    const count = 24;
    const poor = await anOwner('poor', '0.0005');
    const suspended = await anOwner('suspended', '1');
    const owners = [suspended.client, client, poor.client];
    const begun = await Promise.all(owners.map((one) => begin(one, lines(count, 150))));
    const [first = '', second = ''] = begun.map(({ id }) => id);
    await eventually(async () => (await progressOf(first, suspended.client)) > 0, 'no line ends');
    await suspended.turn('suspend');
    await eventually(async () => (await progressOf(second)) > 0, 'no line ends');
    await row(money.owner, 'update requests.batch set expires_at = now() where id = :id', {
      id: decodeId('batch', second),
    });
    money.injected();
    const wanted = [
      { status: 'failed', code: 'key_suspended', stopped: true },
      { status: 'expired', code: 'batch_expired', stopped: false },
      { status: 'failed', code: 'insufficient_credit', stopped: true },
    ];
    for (const [index, { status, code, stopped }] of wanted.entries()) {
      const id = begun[index]?.id ?? '';
      await eventually(async () => isOver(id), `the batch of ${code} does not end`);
      // A suspended key reads no results either.
      if (code === 'key_suspended') await suspended.turn('resume');
      const end = await ended(owners[index] as OpenAI, id);
      expect(end.batch.status).toBe(status);
      expect(end.batch.errors?.data?.map((one) => one.code) ?? []).toEqual(stopped ? [code] : []);
      expect(end.output.length).toBeGreaterThan(0);
      expect(new Set(end.errors.map(({ error }) => error?.code))).toEqual(new Set([code]));
      await expectExact(end, count);
    }
    await money.sound('FI06');
  },
  TEST_MS,
);

test(
  'FI10 lines of as many owners as a worker serves are slow: another owner is served meanwhile, and a call of an owner with a limit too',
  async () => {
    const { money, demo } = stack;
    const owners: Owner[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) owners.push(await anOwner(`slow-${name}`, '1'));
    const slow = await Promise.all(
      owners.slice(1).map((one) => begin(one.client, lines(3, SLOW_MS))),
    );
    await eventually(async () => (await demo.invoice()).length >= 12, 'the lines do not run');
    money.injected();
    const { id } = await begin(owners[0]?.client as OpenAI, lines(3));
    await eventually(() => isOver(id), 'the batch does not end');
    const overs = await Promise.all(slow.map((batch) => isOver(batch.id)));
    expect(overs).toEqual([false, false, false, false]);
    const limits = { concurrent_requests: 2 };
    const key = await demo.user<{ secret: string }>('POST', '/keys', { name: 'two', limits });
    const two = clientOf(demo, key.body.secret);
    const { id: limited } = await begin(two, lines(4, 400));
    await eventually(async () => (await progressOf(limited, two)) > 0, 'no line ends');
    const answer = await stack.chat('Meanwhile', { secret: key.body.secret });
    expect([answer.status, await isOver(limited)]).toEqual([200, false]);
    for (const batch of [...slow, { id: limited }]) {
      await eventually(() => isOver(batch.id), 'a batch does not end');
    }
    await expectExact(await ended(two, limited), 4);
    await money.sound('FI10');
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
    await eventually(async () => {
      await hurry(id);
      return isOver(id);
    }, 'the lines do not end');
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
  },
  TEST_MS,
);

/** What is asked for over the batch interface of each provider. */
const OVER = [
  { setUp: OPENAI, model: 'openai/gpt-4o-mini', path: '/openai/v1/batches' },
  { setUp: ANTHROPIC, model: 'anthropic/claude-haiku-4-5', path: '/v1/messages/batches' },
  { setUp: GOOGLE, model: 'google/gemini-2.5-flash', path: ':batchGenerateContent' },
] as const;

/** Gives the models of each provider a batch price of half of theirs. */
async function priceBatches(): Promise<void> {
  for (const { setUp, model } of OVER) {
    await setUpFamily(stack.demo, { ...setUp, models: [model] });
    await priceBatchesOf(model, [chatLine(stack.demo, 'early', 'Say none', { model })]);
  }
}

async function priceBatchesOf(model: string, early: readonly object[]): Promise<void> {
  const { body } = await stack.demo.platform<
    { id: string; public_id: string; price: { prices: Record<string, string> } }[]
  >('GET', '/models');
  const found = body.find((one) => one.public_id === model);
  const prices = Object.entries(found?.price.prices ?? {}).flatMap(([name, amount]) => [
    [name, amount],
    [`batch_${name}`, String(Number(amount) / 2)],
  ]);
  const given = { prices: Object.fromEntries(prices) };
  const { status } = await stack.demo.platform('POST', `/models/${found?.id}/prices`, given);
  expect(status).toBe(201);
  await eventually(async () => {
    const { data } = await client.models.list();
    const { pricing } = data.find(({ id }) => id === model) as unknown as { pricing: object };
    return 'batch_input' in pricing;
  }, 'the batch price is not seen');
  await untilAtBatchPrice(client, early);
}

const linesFor = (model: string, texts: readonly string[]): object[] =>
  texts.map((text, index) => chatLine(stack.demo, `line-${index}`, text, { model }));

test(
  'FI11 a worker is killed while its provider begins a job and while results are read: the job is found again, each line is run and charged once at the batch price',
  async () => {
    const { demo, money } = stack;
    await priceBatches();
    await money.begin();
    const count = 10;
    const texts = Array.from({ length: count }, (_, index) => `Say ${index} again`);
    const kill = (): Promise<void> => demo.stack.kill('worker', 'SIGKILL');
    const begun: { id: string; of: OpenAI }[] = [];
    for (const { model, path } of OVER) {
      // The provider begins the job, and its reply comes when nobody waits for it any more.
      await demo.control({ behaviour: 'delay=30000', path, times: 1 });
      const { client: of } = await anOwner(`over-${model.slice(0, 5)}`, '1');
      begun.push({ id: (await begin(of, linesFor(model, texts))).id, of });
    }
    await eventually(async () => {
      const asked = await demo.invoice();
      return OVER.every(({ path }) => asked.some((line) => line.path.endsWith(path)));
    }, 'a provider is not asked');
    await kill();
    await demo.calm();
    money.injected();
    await whileLocked('requests.record', async () => {
      await eventually(() => isWaitedFor('requests.record'), 'no line ends');
      await kill();
    });
    for (const { id, of } of begun) {
      await eventually(() => isOver(id), 'the batch does not end');
      const end = await ended(of, id);
      expect(end.batch).toMatchObject({ status: 'completed', lines_at_batch_price: count });
      await expectExact(end, count);
    }
    const paths = (await demo.invoice()).map(({ path }) => path);
    for (const [at, { path }] of OVER.entries()) {
      // A turn that ends before all lines are gathered leaves the rest to a second job.
      const jobs = await jobsOf(begun[at]?.id ?? '');
      expect(jobs.reduce((sum, { lines: some }) => sum + some, 0)).toBe(count);
      expect(paths.filter((one) => one.endsWith(path))).toHaveLength(jobs.length);
    }
    expect(paths.filter((path) => path.endsWith('#batch'))).toHaveLength(OVER.length * count);
    await money.sound('FI11');
  },
  TEST_MS,
);

interface BatchJob {
  state: string;
  job: string | null;
  lines: number;
}

/** The jobs of a batch, also those that are over. */
function jobsOf(id: string): Promise<BatchJob[]> {
  return rows(
    stack.money.owner,
    'select state, job, lines from requests.batch_job where batch_id = :id',
    { id: decodeId('batch', id) },
  );
}

/** The job of a batch that has one. */
async function jobOf(id: string): Promise<BatchJob | null> {
  return (await jobsOf(id))[0] ?? null;
}

test(
  'FI12 a job is cancelled, refused for a full queue, or its credential is away: what was run is charged, and each line ends once',
  async () => {
    const { demo, money } = stack;
    const [{ model }, { model: claude }] = OVER;
    const many = ['[batch: polls=1000] a', 'b', 'c', 'd'];
    const { client: other } = await anOwner('other', '1');
    const cancelled = (await begin(client, linesFor(model, many))).id;
    const stopped = (await begin(other, linesFor(claude, many))).id;
    const full = (await begin(client, linesFor(model, ['[batch: full] e', 'f']))).id;
    for (const id of [cancelled, stopped]) {
      await eventually(async () => (await jobOf(id))?.state === 'sent', 'a job is not sent');
    }
    await demo.control({ behaviour: 'status=401', path: '/batches', times: 2 });
    money.injected();
    await client.batches.cancel(cancelled);
    await other.batches.cancel(stopped);
    for (const id of [cancelled, stopped]) {
      await eventually(() => isOver(id), 'a cancelled batch does not end');
    }
    await eventually(async () => {
      await hurry(full);
      return isOver(full);
    }, 'lines without room do not end');
    for (const [id, of] of [
      [cancelled, client],
      [stopped, other],
    ] as const) {
      const end = await ended(of, id);
      expect(end.batch.status).toBe('cancelled');
      expect([end.output.length, end.errors.length]).toEqual([2, 2]);
      expect(new Set(end.errors.map(({ error }) => error?.code))).toEqual(
        new Set(['batch_cancelled']),
      );
      await expectExact(end, many.length);
    }
    const end = await ended(client, full);
    expect(end.batch).toMatchObject({ status: 'completed', lines_at_batch_price: 2 });
    await expectExact(end, 2);
    await money.sound('FI12');
  },
  TEST_MS,
);

test(
  'FI16 a worker dies while it settles a result, and its claim of the line outlives that of the batch: the line is not run again',
  async () => {
    const { demo, money } = stack;
    const count = 3;
    for (const { model } of OVER.slice(0, 2)) {
      const texts = ['[batch: polls=3] a', 'b', 'c'];
      const { client: of } = await anOwner(`claimed-${model.slice(0, 5)}`, '1');
      const { id } = await begin(of, linesFor(model, texts));
      const batchId = decodeId('batch', id) ?? '';
      await eventually(async () => (await jobOf(id))?.state === 'sent', 'a job is not sent');
      money.injected();
      const claimed = await rows(
        money.owner,
        `update requests.operation set state = 'running', claims = claims + 1,
           lease_owner = gen_random_uuid(), lease_until = now() + ${DEAD_CLAIM}
         where id = :id returning id`,
        { id: operationIdOf({ batchId, line: 2, run: 1 }) },
      );
      expect(claimed).toHaveLength(1);
      await eventually(() => isOver(id), 'the batch does not end');
      const end = await ended(of, id);
      expect(end.batch).toMatchObject({ status: 'completed', lines_at_batch_price: count });
      await expectExact(end, count);
    }
    const paths = (await demo.invoice()).map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('#batch'))).toHaveLength(2 * count);
    expect(paths.filter((path) => /\/(?:completions|messages)$/u.test(path))).toEqual([]);
    await money.sound('FI16');
  },
  TEST_MS,
);

const whenThere = hasGo ? test : test.skip;
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
const JOBS = '/model-invocation-job';

/** As many lines as a job of Bedrock needs; the first of them have these texts. */
const recordsOf = (texts: readonly string[]): object[] =>
  linesFor(
    NOVA,
    Array.from({ length: RECORDS_MIN }, (_, at) => texts[at] ?? `Say ${at} of many`),
  );

/** Sets Bedrock up once, with a bucket and a batch price. */
async function setUpBedrock(): Promise<void> {
  if (store !== undefined) return;
  store = await aBedrockStore(stack.demo, [NOVA]);
  await priceBatchesOf(NOVA, recordsOf([]));
  await stack.money.begin();
}

whenThere(
  'FI14 a worker is killed while it fills a job of Bedrock, while Bedrock begins the job and while its results are read: one job, each line charged once, and no file is left',
  async () => {
    const { demo, money } = stack;
    await setUpBedrock();
    const kill = (): Promise<void> => demo.stack.kill('worker', 'SIGKILL');
    await demo.control({ behaviour: 'delay=30000', path: JOBS, times: 1 });
    const { client: of } = await anOwner('over-bedrock', '1');
    const { id } = await begin(
      of,
      recordsOf(['[batch: twice] Say it', '[batch: stranger] Say it']),
    );
    // A job that has too few lines when its worker dies is filled on by the next one.
    await eventually(async () => ((await jobOf(id))?.lines ?? 0) > 0, 'no job is filled');
    await kill();
    const begun = async (): Promise<number> =>
      (await demo.invoice()).filter(({ path }) => path.endsWith(JOBS)).length;
    await eventually(async () => (await begun()) > 0, 'Bedrock is not asked');
    await kill();
    await demo.calm();
    money.injected();
    await whileLocked('requests.record', async () => {
      await eventually(() => isWaitedFor('requests.record'), 'no line ends');
      await kill();
    });
    await eventually(() => isOver(id), 'the batch does not end');
    const end = await ended(of, id);
    expect(end.batch).toMatchObject({ status: 'completed', lines_at_batch_price: RECORDS_MIN });
    await expectExact(end, RECORDS_MIN);
    expect(await begun()).toBe(1);
    const served = (await demo.invoice()).filter(({ path }) => path.endsWith('#batch'));
    expect(served).toHaveLength(RECORDS_MIN);
    await eventually(async () => (await store?.keys())?.length === 0, 'files stay in the bucket');
    await money.sound('FI14');
  },
  TEST_MS,
);

whenThere(
  'FI15 a job of Bedrock is stopped, fails, or meets a quota: what was run is charged, each line ends once, and no file is left',
  async () => {
    const { money } = stack;
    await setUpBedrock();
    const names = ['stopped', 'failed', 'full'] as const;
    const texts = { stopped: 'polls=1000', failed: 'failed', full: 'full' };
    const owners = await Promise.all(names.map((name) => anOwner(`bedrock-${name}`, '1')));
    const begun: string[] = [];
    for (const [at, name] of names.entries()) {
      const records = recordsOf([`[batch: ${texts[name]}] Say it`]);
      begun.push((await begin(owners[at]?.client as OpenAI, records)).id);
    }
    const [stopped = '', failed = '', full = ''] = begun;
    await eventually(async () => (await jobOf(stopped))?.state === 'sent', 'no job is sent');
    money.injected();
    // Records run from the second look on; a job that is stopped before has no results.
    await eventually(() => hasLooked(stopped), 'the job is not looked at');
    await owners[0]?.client.batches.cancel(stopped);
    for (const id of begun) await eventually(() => isOver(id), 'a batch does not end');
    const half = await ended(owners[0]?.client as OpenAI, stopped);
    expect(half.batch).toMatchObject({ status: 'cancelled' });
    expect(half.output).toHaveLength(RECORDS_MIN / 2);
    await expectExact(half, RECORDS_MIN);
    const byWorkers = await ended(owners[1]?.client as OpenAI, failed);
    expect(byWorkers.batch).toMatchObject({ status: 'completed', lines_at_batch_price: 0 });
    await expectExact(byWorkers, RECORDS_MIN);
    const later = await ended(owners[2]?.client as OpenAI, full);
    const atBatchPrice = { status: 'completed', lines_at_batch_price: RECORDS_MIN };
    expect(later.batch).toMatchObject(atBatchPrice);
    await expectExact(later, RECORDS_MIN);
    await eventually(async () => (await store?.keys())?.length === 0, 'files stay in the bucket');
    await money.sound('FI15');
  },
  TEST_MS,
);

/** Whether the state of a job of a batch was read since it was begun. */
async function hasLooked(id: string): Promise<boolean> {
  const job = decodeURIComponent((await jobOf(id))?.job ?? '');
  const name = job.slice(job.lastIndexOf('/') + 1);
  const url = `${stack.demo.stack.urls['provider']}/__invoice`;
  const asked = await got(url).json<{ path: string }[]>();
  return asked.some(({ path }) => path.includes(JOBS) && path.endsWith(name));
}

async function isOver(id: string): Promise<boolean> {
  const found = await row<{ over: boolean }>(
    stack.money.owner,
    'select finished_at is not null as over from requests.batch where id = :id',
    { id: decodeId('batch', id) },
  );
  return found?.over === true;
}
