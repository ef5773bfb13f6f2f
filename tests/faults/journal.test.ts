import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anotherKey } from '../support/another-key.ts';
import { eventually } from '../support/eventually.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { scrape, sumOf } from '../support/scrape.ts';

const START_MS = 240_000;
const SETTLE = '/internal/reservations/settle';
const CALLS = 20;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ timerScale: 0.2 });
  // The first beat of the process comes before its way to billing is there.
  await eventually(async () => {
    await calls(1);
    return (await shown('tollgate_journal_settlements_total')) > 0;
  });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());
afterEach(() => stack.billing.clear());

/** Answers of calls at once; each of them has to end well. */
async function calls(count: number): Promise<void> {
  const asked = Array.from({ length: count }, (_, at) => stack.chat(`Question ${at}.`));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: count }, () => 200));
}

const spoolOf = (): string => stack.demo.stack.env['inference']?.['SPOOL_DIR'] ?? '';

/** The settlements that stand in the files of the journal. */
async function journaled(): Promise<string[]> {
  const names = (await readdir(spoolOf())).filter((name) => name.endsWith('.journal'));
  const texts = await Promise.all(
    names.map((name) => readFile(join(spoolOf(), name), 'utf8').catch(() => '')),
  );
  return texts
    .join('')
    .split('\n')
    .filter((line) => line.includes('"kind":"settle"'));
}

/** What the process shows of its metric. */
async function shown(metric: string): Promise<number> {
  return sumOf(await scrape(stack.demo.stack.urls['inference-metrics'] ?? ''), metric);
}

test('FD15 a process is killed behind its answers: the next one tells what only its journal has, and each call is charged once', async () => {
  const { billing, demo, money } = stack;
  const cost = await stack.costOf(() => calls(1));
  const charged = await stack.costOf(async () => {
    billing.order({ path: SETTLE, trouble: 'hang' });
    await calls(CALLS);
    expect((await journaled()).length).toBeGreaterThanOrEqual(CALLS);
    await demo.stack.kill('inference', 'SIGKILL');
    money.injected();
    billing.clear();
  });
  expect(charged).toBeGreaterThanOrEqual(cost * BigInt(CALLS));
  await money.sound('FD15');
});

test('FD16 billing hears no settlement for a while: callers notice nothing, and each call is charged once', async () => {
  const { billing, money } = stack;
  const charged = await stack.costOf(async () => {
    billing.order({ path: SETTLE, trouble: 'refuse' });
    await calls(CALLS);
    await eventually(async () => (await shown('tollgate_journal_handed_over_total')) >= CALLS);
    money.injected();
    billing.clear();
  });
  expect(charged).toBeGreaterThan(0n);
  await money.sound('FD16');
});

test('FD17 the answer to a batch of the journal is lost: what is told twice is charged once', async () => {
  const { billing, money } = stack;
  billing.order({ path: SETTLE, trouble: 'lose-reply', times: 2 });
  money.injected();
  await calls(CALLS);
  await eventually(() => billing.met() >= 1);
  await money.sound('FD17');
});

test('FD18 a process stands still behind its answer until its holds are swept: the charge comes late, once', async () => {
  const { billing, demo, money } = stack;
  const charged = await stack.costOf(async () => {
    billing.order({ path: SETTLE, trouble: 'hang' });
    await calls(1);
    await demo.stack.kill('inference', 'SIGSTOP');
    await eventually(async () => (await stack.wallet()).reserved === 0n, 'the hold was not swept');
    money.injected();
    billing.clear();
    await demo.stack.kill('inference', 'SIGCONT');
    await eventually(async () => (await lateCharges()) === 1n, 'no late charge came');
  });
  expect(charged).toBeGreaterThan(0n);
  await money.sound('FD18');
});

async function lateCharges(): Promise<bigint> {
  const { body } = await stack.demo.user<{ data: { type: string }[] }>(
    'GET',
    '/credits/transactions?limit=5',
  );
  return BigInt(body.data.filter(({ type }) => type === 'settle_late').length);
}

test('FD20 credit for one call at a time: who asks again with the answer in hand is not refused for a charge that is on its way', async () => {
  const { demo, money } = stack;
  const secret = await anotherKey(demo, 'one-at-a-time');
  const { body: users } = await demo.platform<{ id: string }[]>(
    'GET',
    '/users?search=one-at-a-time',
  );
  const json = { model: demo.env.TOLLGATE_MODEL, messages: MESSAGES, max_tokens: 200 };
  const quote = await stack.send({ path: '/v1/chat/completions/quote', secret, json });
  const { max_cost: most } = JSON.parse(quote.text) as { max_cost: string };
  const granted = await demo.platform('POST', `/users/${users[0]?.id}/credit-grants`, {
    amount: (Number(most) * ONE_AND_A_HALF).toFixed(9),
    expires_at: null,
    reason: 'room for one call at a time',
  });
  expect(granted.status).toBe(201);
  for (let again = 0; again < 5; again += 1) {
    const { status, code } = await stack.send({ secret, json });
    expect([again, status, code]).toEqual([again, 200, null]);
  }
  await money.sound('FD20');
});

/** Credit for the holds of one call and no more than half another. */
const ONE_AND_A_HALF = 1.5;
const MESSAGES = [{ role: 'user', content: 'One question.' }];
