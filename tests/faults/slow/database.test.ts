import got from 'got';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack, Got } from '../../support/faulty-stack.ts';
import { tallyOf, underLoad } from '../../support/load.ts';
import {
  freezePostgres,
  terminateAll,
  whileDiskIsFull,
  whileReadOnly,
  whileShutOut,
} from '../../support/postgres-trouble.ts';

const START_MS = 240_000;
const PLAIN = '[[provider: delay=10]] A question.';
const SLOW = '[[provider: delay=1000]] A question.';
const LOAD = { callers: 4, prompt: PLAIN };
const SERVICES = ['edge', 'inference', 'account', 'admin', 'billing', 'docs', 'worker'];
const isFull = process.env['TOLLGATE_FAULTS'] === 'full';
/** How often all connections are ended, and how long after each other. */
const TERMINATIONS = isFull ? 60 : 6;
const TERMINATE_EVERY_MS = isFull ? 1_000 : 300;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({
    replicas: { inference: 1, billing: 1 },
    directBilling: true,
    pages: true,
  });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pids = (): (number | undefined)[] => SERVICES.map((name) => stack.demo.stack.pid(name));
const unlike = (answers: readonly Got[], ...statuses: number[]): Got[] =>
  answers.filter(({ status }) => !statuses.includes(status));

/** Whoever asks whether a process lives is told so, whatever else is away. */
async function expectAlive(): Promise<void> {
  const { urls } = stack.demo.stack;
  const asked = SERVICES.map(async (name) => {
    const url = `${urls[name === 'edge' ? 'public' : name]}/health/live`;
    const { statusCode } = await got(url, { throwHttpErrors: false, retry: { limit: 0 } });
    return [name, statusCode];
  });
  expect(await Promise.all(asked)).toEqual(SERVICES.map((name) => [name, 200]));
}

/**
 * What came while PostgreSQL was away is an answer or a 503; then all is well again, in the same
 * processes.
 */
async function expectHealed(
  id: string,
  answers: readonly Got[],
  before: (number | undefined)[],
): Promise<void> {
  await eventually(async () => (await stack.chat(PLAIN)).status === 200, 'calls fail for good');
  expect(pids()).toEqual(before);
  expect(tallyOf(unlike(answers, 200, 503))).toEqual({});
  expect(answers.length).toBeGreaterThan(0);
  await stack.money.sound(id);
}

test('FF01 FF26 PostgreSQL stops at once and starts again under load: 503 meanwhile, no process ends', async () => {
  const before = pids();
  const answers = await underLoad(stack, LOAD, async () => {
    const { stack: processes } = stack.demo;
    await pause(300);
    stack.money.injected();
    await processes.kill('postgres', 'SIGQUIT');
    await expectAlive();
    await processes.ready('postgres');
    await eventually(async () => (await stack.chat(PLAIN)).status === 200);
  });
  await expectHealed('FF01', answers, before);
});

test('FF02 the primary only reads after a failover: 503, and none of its connections is used again', async () => {
  const before = pids();
  const owner = stack.money.owner;
  // Its log names the connection of each statement that was refused.
  const refused = async (): Promise<string[]> => {
    const log = await stack.demo.stack.logs('postgres');
    const lines = log.matchAll(/\[(\d+)\] ERROR: {2}cannot execute .* in a read-only transaction/g);
    return [...lines].map(([, pid = '']) => pid);
  };
  const answers: Got[] = [];
  await whileReadOnly(owner, async () => {
    stack.money.injected();
    await eventually(async () => {
      answers.push(await stack.chat(PLAIN));
      return answers.at(-1)?.status === 503;
    }, 'writes are taken');
    answers.push(...(await Promise.all([1, 2, 3].map(() => stack.chat(PLAIN)))));
    await expectAlive();
  });
  await expectHealed('FF02', answers, before);
  const pidsRefused = await refused();
  expect(pidsRefused).not.toEqual([]);
  expect(new Set(pidsRefused).size).toBe(pidsRefused.length);
});

test('FF04 FF26 PostgreSQL stands still: every call is told 503 while it does, and what was under way is charged', async () => {
  const before = pids();
  const served = stack.chat(SLOW);
  await eventually(async () => (await stack.demo.invoice()).length === 1);
  const thaw = await freezePostgres(stack.demo.stack, stack.money.owner);
  let answers: Got[] = [];
  try {
    stack.money.injected();
    await pause(1_100);
    answers = await Promise.all(Array.from({ length: 5 }, () => stack.chat(PLAIN)));
    expect(unlike(answers, 503)).toEqual([]);
    expect((await served).status).toBe(200);
    await expectAlive();
  } finally {
    thaw();
  }
  await expectHealed('FF04', answers, before);
});

test('FF05 FF26 the disk of PostgreSQL is full: 503, what only reads is answered, nothing is sent', async () => {
  const before = pids();
  const accepted = await stack.chat(PLAIN, { headers: { prefer: 'respond-async' } });
  const { status_url: path } = JSON.parse(accepted.text) as { status_url: string };
  const poll = (): Promise<Got> => stack.send({ method: 'GET', path });
  await eventually(async () => (await poll()).status === 200);
  const answers: Got[] = [];
  const hits = (await stack.demo.invoice()).length;
  await whileDiskIsFull(stack.money.owner, async () => {
    stack.money.injected();
    answers.push(...(await Promise.all([1, 2, 3].map(() => stack.chat(PLAIN)))));
    expect(unlike(answers, 503)).toEqual([]);
    expect((await stack.send({ method: 'GET', path: '/v1/models' })).status).toBe(200);
    expect((await poll()).status).toBe(200);
    const made = await stack.demo.user('POST', '/keys', { name: 'k' });
    expect(made.status).toBe(503);
    expect((await stack.demo.invoice()).length).toBe(hits);
    await expectAlive();
  });
  await expectHealed('FF05', answers, before);
});

test.each(['tollgate_billing', 'tollgate_inference'])(
  'FF06 there are too many connections for %s: 503, and all is well once there are fewer',
  async (role) => {
    const before = pids();
    const answers: Got[] = [];
    await whileShutOut(stack.money.owner, role, async () => {
      stack.money.injected();
      await pause(1_100);
      answers.push(...(await Promise.all([1, 2, 3].map(() => stack.chat(PLAIN)))));
      expect(unlike(answers, 503)).toEqual([]);
      await expectAlive();
    });
    await expectHealed('FF06', answers, before);
  },
);

test(
  'FF07 FF26 every connection is ended again and again: some 503, no process ends',
  async () => {
    const before = pids();
    const answers = await underLoad(stack, LOAD, async () => {
      stack.money.injected();
      for (let turn = 0; turn < TERMINATIONS; turn += 1) {
        await terminateAll(stack.money.owner).catch(() => undefined);
        await expectAlive();
        await pause(TERMINATE_EVERY_MS);
      }
    });
    await expectHealed('FF07', answers, before);
    expect(tallyOf(answers)['200']).toBeGreaterThan(0);
  },
  START_MS,
);
