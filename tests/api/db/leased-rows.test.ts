import { connectDatabase, row, rows, transaction } from '@tollgate/db/connect';
import type { Db, Knex } from '@tollgate/db/connect';
import { holdsLease, leasedRows, renewLease } from '@tollgate/db/leased-rows';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

interface Claimed {
  id: number;
  claims: number;
}

const LONG_MS = 60_000;
/** A lease that is over at once, without a wait in the test. */
const OVER_MS = -1;

const LEASES = leasedRows({
  table: 'public.task',
  key: { id: 'id' },
  fence: 'claims',
  owner: { column: 'lease_owner', binding: 'worker' },
  standing: 'not done',
});

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await aDatabase();
  db = connectDatabase({ url: database.url, applicationName: 'test-leases', poolMax: 4 });
  await db.raw(`create table public.task (id int primary key, claims int not null default 0,
    lease_owner text, lease_until timestamptz, done boolean not null default false)`);
});
beforeEach(async () => {
  await db.raw('truncate public.task');
  await db.raw('insert into public.task (id) values (1), (2)');
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const claim = (worker: string, leaseMs = LONG_MS, on: Db = db): Promise<Claimed | null> =>
  row<Claimed>(
    on,
    `update public.task set ${LEASES.claim}
     where id = ${LEASES.next({ where: 'not done', orderBy: 'id' })} returning id, claims`,
    { worker, leaseMs },
  );

/** A write of a claim, such as that of a result. */
const finish = async (fence: Claimed): Promise<boolean> =>
  (await row(
    db,
    `update public.task set done = true, ${LEASES.release} where ${LEASES.held} returning id`,
    { ...fence },
  )) !== null;

test('two claimers at the same time get a row each, without waiting, and a third gets none', async () => {
  const [first, second] = await Promise.all([db.transaction(), db.transaction()]);
  try {
    const a = await claim('a', LONG_MS, first);
    // The first transaction is still open and has its row locked.
    const b = await claim('b', LONG_MS, second);
    expect([a?.id, b?.id]).toEqual([1, 2]);
    expect(await claim('c')).toBeNull();
  } finally {
    await first.commit();
    await second.commit();
  }
  expect(await claim('c')).toBeNull();
});

test('many claimers of few rows never get the same one', async () => {
  const claimed = await Promise.all(Array.from({ length: 12 }, (_none, n) => claim(`w${n}`)));
  expect(
    claimed
      .filter((one) => one !== null)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 2]);
});

test('a lease that is over is claimed again, and writes of the earlier claim find no row', async () => {
  const late = (await claim('late', OVER_MS)) as Claimed;
  const next = (await claim('next')) as Claimed;
  expect([late, next]).toEqual([
    { id: 1, claims: 1 },
    { id: 1, claims: 2 },
  ]);
  expect(await renewLease(db, LEASES, { ...late, leaseMs: LONG_MS })).toBe(false);
  expect(await holdsLease(db, LEASES, { ...late })).toBe(false);
  expect(await finish(late)).toBe(false);
  expect(await holdsLease(db, LEASES, { ...next })).toBe(true);
  expect(await finish(next)).toBe(true);
});

test('a lease that is over still counts until somebody else claims the row', async () => {
  const slow = (await claim('slow', OVER_MS)) as Claimed;
  expect(await holdsLease(db, LEASES, { ...slow })).toBe(false);
  expect(await renewLease(db, LEASES, { ...slow, leaseMs: LONG_MS })).toBe(true);
  expect(await holdsLease(db, LEASES, { ...slow })).toBe(true);
  expect(await finish(slow)).toBe(true);
});

test('a released row is free at once, and no claim of a revoked one stands', async () => {
  const [one, two] = [(await claim('a')) as Claimed, (await claim('a')) as Claimed];
  await rows(db, `update public.task set ${LEASES.release} where ${LEASES.held}`, { ...one });
  expect(await claim('b')).toEqual({ id: one.id, claims: 2 });
  await rows(db, `update public.task set ${LEASES.revocation} where id = :id`, { id: two.id });
  expect(await finish(two)).toBe(false);
});

test('a lease is counted from the statement that renews it, not from the beginning of the transaction', async () => {
  await transaction(db, async (trx) => {
    const claimed = (await claim('a', OVER_MS, trx)) as Claimed;
    await rows(trx, 'select pg_sleep(0.3)');
    await renewLease(trx, LEASES, { ...claimed, leaseMs: 200 });
    const found = await row<{ sinceBeginMs: number }>(
      trx,
      `select cast(extract(epoch from lease_until - now()) * 1000 as float8) as "sinceBeginMs"
       from public.task where id = :id`,
      { id: claimed.id },
    );
    expect(found?.sinceBeginMs).toBeGreaterThanOrEqual(500);
  });
});
