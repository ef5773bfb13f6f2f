import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { Redis } from 'ioredis';
import got from 'got';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { expectLedgerHolds } from '../../support/ledger.ts';
import { ledgerCounts, putDay, putSessions, putRecords } from '../../support/old-rows.ts';

const START_MS = 240_000;
/**
 * A lease and a look of the pump at the stack's scale, with room for restarts on a busy machine.
 */
const END_MS = 90_000;
const OLD_SESSIONS = 40_000;
const OLD_RECORDS = 12_000;
const BATCH_ROWS = 5_000;
const OVER = "identity.session where expires_at < now() - interval '39 days'";

interface Purge {
  id: string;
  status: string;
  categories: { category: string; rows_purged: string; batches: number }[];
}

let demo: Demo;
let owner: Knex;

beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.1 });
  owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'test-owner',
    poolMax: 2,
  });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const count = async (table: string): Promise<number> =>
  Number((await row<{ n: bigint }>(owner, `select count(*) as n from ${table}`))?.n);
const token = async (): Promise<string> => {
  const { TOLLGATE_ADMIN_URL, TOLLGATE_ADMIN_EMAIL, TOLLGATE_ADMIN_PASSWORD } = demo.env;
  const answer = await got.post(`${TOLLGATE_ADMIN_URL}/api/platform/auth/login`, {
    json: { email: TOLLGATE_ADMIN_EMAIL, password: TOLLGATE_ADMIN_PASSWORD },
  });
  return (JSON.parse(answer.body) as { access_token: string }).access_token;
};
const read = async (id: string): Promise<Purge> =>
  (await demo.platform<Purge>('GET', `/retention-purge/${id}`)).body;
const purgedOf = ({ categories }: Purge): Record<string, number> =>
  Object.fromEntries(categories.map((step) => [step.category, Number(step.rows_purged)]));
const until = async (id: string, wanted: (purge: Purge) => boolean): Promise<Purge> => {
  for (;;) {
    const purge = await read(id);
    if (wanted(purge)) return purge;
    await pause(20);
  }
};

test(
  'FE21, T06: a worker that is killed in the middle of a purge, and a wiped Redis: each row goes and counts once',
  async () => {
    await demo.v1('/chat/completions', {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    await putDay(owner, 'requests.record', 400);
    await putRecords(owner, { count: OLD_RECORDS / 2, days: 400 });
    await putRecords(owner, { count: OLD_RECORDS / 2, days: 500 });
    await putSessions(owner, { count: OLD_SESSIONS, days: 40 });
    const young = await count("requests.record where at > now() - interval '1 day'");
    const sessions = (await count('identity.session')) - OLD_SESSIONS;
    const before = await ledgerCounts(owner);
    // Batches take long enough to be caught in the middle.
    await owner.raw(`
      create function identity.dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.2); return null; end $$;
      create trigger dawdle before delete on identity.session
        for each statement execute function identity.dawdle()`);

    const bearer = await token();
    const ask = async (): Promise<{ status: number; purge: Purge }> => {
      const answer = await got.post(`${demo.env.TOLLGATE_ADMIN_URL}/api/platform/retention-purge`, {
        json: { categories: ['sessions', 'request_records'] },
        headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': 'spring-cleaning' },
        throwHttpErrors: false,
      });
      return { status: answer.statusCode, purge: JSON.parse(answer.body) as Purge };
    };
    const first = await ask();
    expect(first.status).toBe(202);
    const isMidway = ({ sessions: gone = 0 }: Record<string, number>): boolean =>
      gone >= BATCH_ROWS && gone < OLD_SESSIONS;
    await until(first.purge.id, (purge) => isMidway(purgedOf(purge)));
    await demo.stack.kill('worker', 'SIGKILL');
    const redis = new Redis(demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    const halfway = await read(first.purge.id);
    expect(halfway.status).toBe('running');
    expect(OLD_SESSIONS - (await count(OVER))).toBe(purgedOf(halfway)['sessions']);

    const again = await ask();
    expect(again).toMatchObject({ status: 202, purge: { id: first.purge.id } });
    await demo.stack.ready('worker');
    const done = await until(first.purge.id, ({ status }) => status === 'done');
    expect(purgedOf(done)).toEqual({
      sessions: OLD_SESSIONS,
      request_records: OLD_RECORDS,
    });
    expect(await count(OVER)).toBe(0);
    expect(await count('identity.session')).toBe(sessions);
    expect(await count("requests.record where at < now() - interval '395 days'")).toBe(0);
    expect(await count('requests.record')).toBe(young);
    expect(await ledgerCounts(owner)).toEqual(before);
    expect((await ask()).purge).toEqual(done);
    // What the owner's schemas have beside the migrations is told by the verifier.
    await owner.raw('drop function identity.dawdle() cascade');
    await expectLedgerHolds(demo);
    const trail = await demo.platform<{ ok: boolean }>('GET', '/audit-events/verify');
    expect(trail.body).toMatchObject({ ok: true, broken: null });
  },
  END_MS,
);
