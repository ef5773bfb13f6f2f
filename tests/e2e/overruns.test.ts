import { randomUUID } from 'node:crypto';
import type { UsageAlarmsOut } from '@tollgate/contract/platform/usage-alarms';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { whenReported } from '../support/reported.ts';
import { scrape, sumOf } from '../support/scrape.ts';

const START_MS = 240_000;
/** Enough calls that both processes serve some of them. */
const CALLS = 6;
const WORDS = 3_000;

interface Caller {
  userId: string;
  secret: string;
}
interface Hold {
  amount_n: bigint;
  charged_n: bigint;
}

let demo: Demo;
let owner: Knex;

beforeAll(async () => {
  demo = await aDemo({ replicas: { inference: 2 }, env: { REPLICAS: '2' } });
  owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'overruns',
    logger: createLogger('overruns', 'silent'),
    poolMax: 1,
  });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

async function aCaller(amount = '10'): Promise<Caller> {
  const email = `${randomUUID()}@example.com`;
  const password = randomUUID();
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', { email, password });
  const path = `/users/${user.id}`;
  const { body: key } = await demo.platform<{ secret: string }>('POST', `${path}/keys`, {
    name: 'overruns',
    mode: 'live',
  });
  const granted = await demo.platform('POST', `${path}/credit-grants`, { amount });
  expect(granted.status).toBe(201);
  return { userId: decodeId('usr', user.id) ?? '', secret: key.secret };
}

/** A prompt of which the provider counts twice as many tokens as its words. */
async function ask({ secret }: Caller): Promise<void> {
  const body = {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: 'qzxwvkjf '.repeat(WORDS) }],
    max_tokens: 1,
  };
  const headers = { authorization: `Bearer ${secret}` };
  expect((await demo.v1('/chat/completions', body, headers)).status).toBe(200);
}

async function holdsOf({ userId }: Caller): Promise<Hold[]> {
  await whenReported(owner);
  return rows<Hold>(
    owner,
    `select amount_n, charged_n from billing.reservation
     where user_id = :userId and state = 'settled' order by created_at`,
    { userId },
  );
}

async function factorOf({ userId }: Caller): Promise<number> {
  const [found] = await rows<{ factor: number }>(
    owner,
    'select factor from keys.widening where owner_id = :userId',
    { userId },
  );
  return found?.factor ?? 1;
}

describe('a caller whose prompts come out above their bound', () => {
  test('is held in full from the next call on, in every process; others are not', async () => {
    const [hostile, honest] = [await aCaller(), await aCaller()];
    await ask(hostile);
    await eventually(async () => (await factorOf(hostile)) > 2, 'nothing was noted');
    // Every process reads the change log within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (let call = 0; call < CALLS; call += 1) await ask(hostile);
    await ask(honest);

    const [first, ...later] = await holdsOf(hostile);
    expect(later).toHaveLength(CALLS);
    for (const { amount_n: amount, charged_n: charged } of later) {
      expect(charged).toBeGreaterThan(first?.amount_n ?? 0n);
      expect(charged).toBeLessThanOrEqual(amount);
    }
    expect((await holdsOf(honest))[0]?.amount_n).toBe(first?.amount_n);
  });
});

/** Rounds that would each lose as much as the first if overruns went on. */
const ROUNDS = 4;
const CALLS_A_ROUND = 20;
/** What the provider counts for a prompt of some words. */
const COUNTED = 100_000;
const CREDIT = '0.01';

/**
 * Calls with a tiny prompt of which the provider counts far more than any text comes to.
 * @returns how many were served
 */
async function aRound({ secret }: Caller): Promise<number> {
  const body = {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: `[[provider: tokens input=${COUNTED}]] Hi.` }],
    max_tokens: 1,
  };
  const headers = { authorization: `Bearer ${secret}` };
  const calls = Array.from({ length: CALLS_A_ROUND }, () =>
    demo.v1('/chat/completions', body, headers),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 402)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}

async function lostBy({ userId }: Caller): Promise<bigint> {
  const [found] = await rows<{ lost: bigint }>(
    owner,
    `select cast(coalesce(sum(uncovered_n), 0) as bigint) as lost from billing.provider_cost
     where user_id = :userId`,
    { userId },
  );
  return found?.lost ?? 0n;
}

const isHeld = async ({ userId }: Caller): Promise<boolean> => {
  const found = await rows(
    owner,
    'select 1 from keys.persistent_overrun where owner_id = :userId',
    { userId },
  );
  return found.length > 0;
};

async function grantTo({ userId }: Caller, amount: string): Promise<void> {
  const path = `/users/${encodeId('usr', userId)}/credit-grants`;
  expect((await demo.platform('POST', path, { amount })).status).toBe(201);
}

describe('EC11 a caller whose overruns no wider bound ends', () => {
  test('loses the platform less than three times what the first round lost, however often it comes back', async () => {
    const caller = await aCaller(CREDIT);
    const honest = await aCaller(CREDIT);
    const served = await aRound(caller);
    expect(served).toBeGreaterThan(1);
    const first = await lostBy(caller);
    expect(first).toBeGreaterThan(0n);
    await eventually(() => isHeld(caller), 'nothing was noted');
    // Every process reads the change log within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (let round = 1; round < ROUNDS; round += 1) {
      await grantTo(caller, CREDIT);
      await aRound(caller);
    }
    expect(await lostBy(caller)).toBeLessThan(3n * first);
    // Nobody else is held for it, and operators see whose calls these are.
    const body = {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: 'Hi.' }],
      max_tokens: 1,
    };
    const answer = await demo.v1('/chat/completions', body, {
      authorization: `Bearer ${honest.secret}`,
    });
    expect(answer.status).toBe(200);
    const alarms = await demo.platform<UsageAlarmsOut>('GET', '/usage-alarms');
    expect(alarms.body.held_at_worst).toMatchObject([
      { user_id: encodeId('usr', caller.userId), model: demo.env.TOLLGATE_MODEL },
    ]);
    expect(alarms.body.held_at_worst[0]?.excess).toBeGreaterThan(COUNTED / 2);
    const raised = await rows(
      owner,
      `select true as seen from webhooks.alarm where type = 'usage.overrun'
         and starts_with(subject, :userId)`,
      { userId: caller.userId },
    );
    expect(raised).toHaveLength(1);
    const series = await scrape(demo.stack.urls['inference-metrics'] ?? '');
    const labels = { provider: 'demo', model: demo.env.TOLLGATE_MODEL };
    expect(sumOf(series, 'tollgate_overruns_persistent_total', labels)).toBeGreaterThan(0);
  });

  test('is held at the count that was seen, until a day has passed without another overrun', async () => {
    const caller = await aCaller();
    const { userId } = caller;
    await aRound(caller);
    await eventually(() => isHeld(caller), 'nothing was noted');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await aRound(caller);
    const last = (await holdsOf(caller)).at(-1);
    expect(last?.charged_n).toBeLessThanOrEqual(last?.amount_n ?? 0n);
    await rows(
      owner,
      `update keys.persistent_overrun set at = now() - interval '25 hours' where owner_id = :userId`,
      { userId },
    );
    expect(
      await rows(owner, 'select 1 from keys.held_model where owner_id = :userId', { userId }),
    ).toEqual([]);
  });

  test('is a fault of the model once three callers are: it is held for every caller', async () => {
    const callers = [await aCaller(), await aCaller(), await aCaller()];
    for (const caller of callers) await aRound(caller);
    for (const caller of callers) await eventually(() => isHeld(caller), 'nothing was noted');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const stranger = await aCaller();
    await aRound(stranger);
    for (const { amount_n: amount, charged_n: charged } of await holdsOf(stranger)) {
      expect(charged).toBeLessThanOrEqual(amount);
    }
    expect(await lostBy(stranger)).toBe(0n);
  });
});
