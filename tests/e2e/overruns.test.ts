import { randomUUID } from 'node:crypto';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

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

async function aCaller(): Promise<Caller> {
  const email = `${randomUUID()}@example.com`;
  const password = randomUUID();
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', { email, password });
  const path = `/users/${user.id}`;
  const { body: key } = await demo.platform<{ secret: string }>('POST', `${path}/keys`, {
    name: 'overruns',
    mode: 'live',
  });
  const granted = await demo.platform('POST', `${path}/credit-grants`, { amount: '10' });
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

function holdsOf({ userId }: Caller): Promise<Hold[]> {
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
