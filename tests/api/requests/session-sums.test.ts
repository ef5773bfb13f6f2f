import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { EVERY_RECORD } from '@tollgate/requests/records/filter';
import type { RecordFilter } from '@tollgate/requests/records/filter';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { listRecords } from '@tollgate/requests/records/record.queries';
import { readRecords } from '@tollgate/requests/records/record-views';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { findSessionFaults } from '@tollgate/requests/usage/rollup.queries';
import { sumBySession } from '@tollgate/requests/usage/session.queries';
import type { SessionScope, SessionSums } from '@tollgate/requests/usage/session.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createRandom } from '../../support/random.ts';
import { aRecord } from '../../support/request-records.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let inference: Knex;
let admin: Knex;
let worker: Knex;
let owner: Knex;

beforeAll(async () => {
  database = await aDatabase();
  const connect = (url: string) =>
    connectDatabase({
      url,
      applicationName: 'test-sessions',
      poolMax: 8,
      statementTimeoutMs: 60_000,
    });
  inference = connect(database.urlOf('tollgate_inference'));
  admin = connect(database.urlOf('tollgate_admin'));
  worker = connect(database.urlOf('tollgate_worker'));
  owner = connect(database.url);
  await owner.raw('select maintenance.ensure_partitions(45, 1)');
});
afterAll(async () => {
  await Promise.all([inference, admin, worker, owner].map((one) => one.destroy()));
  await database.drop();
});

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (day: number, offsetMs = 0): Date => new Date(today + day * DAY_MS + offsetMs);

const sums = (given: Partial<SessionScope>): Promise<SessionSums[]> =>
  sumBySession(admin, {
    from: at(-89),
    until: at(1),
    userId: null,
    sessionId: null,
    mode: null,
    limit: 50,
    ...given,
  });

describe('the sums of sessions', () => {
  test('are those of the records, exactly, and a batch that is sent again adds nothing', async () => {
    const [user_id, other] = [newUuid(), newUuid()];
    const run = { user_id, session_id: 'run' };
    const batch = [
      aRecord({ ...run, at: at(-3, 5), charged_n: 9_007_199_254_740_993n }),
      aRecord({ ...run, at: at(-2, 7), charged_n: 1n }),
      aRecord({ ...run, at: at(-2, 9), charged_n: 2n, mode: 'test' }),
      aRecord({ user_id, session_id: 'cheap', charged_n: 5n, at: at(0) }),
      aRecord({ user_id, session_id: null }),
      aRecord({ user_id: other, session_id: 'run', charged_n: 7n, at: at(-2) }),
    ];
    await insertRecords(inference, batch);
    await insertRecords(inference, batch.slice(1));
    const counts = { input: 300n, cacheRead: 9n, cacheWrite: 0n, output: 60n, reasoning: 15n };
    const [dear, cheap, ...none] = await sums({ userId: user_id });
    expect(none).toEqual([]);
    expect(cheap).toMatchObject({ sessionId: 'cheap', requests: 1n, charged: 5n });
    expect(dear).toEqual({
      userId: user_id,
      sessionId: 'run',
      firstAt: at(-3, 5),
      lastAt: at(-2, 9),
      requests: 3n,
      ...counts,
      charged: 9_007_199_254_740_996n,
    });
    expect(await sums({ userId: user_id, sessionId: 'run', mode: 'test' })).toMatchObject([
      { requests: 1n, charged: 2n },
    ]);
    expect(await sums({ userId: user_id, sessionId: 'run', from: at(-2) })).toMatchObject([
      { requests: 2n, charged: 3n },
    ]);
    expect(await sums({ sessionId: 'run', limit: 1 })).toMatchObject([{ userId: user_id }]);
    expect((await sums({ sessionId: 'run' })).map(({ userId }) => userId)).toEqual([
      user_id,
      other,
    ]);
  });

  test('follow a record that is corrected', async () => {
    const user_id = newUuid();
    const record = aRecord({ user_id, session_id: 'corrected', charged_n: 500n });
    await insertRecords(inference, [record, aRecord({ user_id, session_id: 'corrected' })]);
    await rows(owner, 'update requests.record set charged_n = 7 where id = :id', { id: record.id });
    expect(await sums({ userId: user_id })).toMatchObject([{ requests: 2n, charged: 1_234_574n }]);
  });

  test('of many writers at once lose nothing and do not block each other for ever', async () => {
    const users = Array.from({ length: 4 }, () => newUuid());
    const batches = Array.from({ length: 16 }, (_none, turn) =>
      Array.from({ length: 20 }, (_other, index) =>
        aRecord({
          user_id: users[(turn * 3 + index * 5) % users.length] ?? '',
          session_id: `many-${(turn * 7 + index * 11) % 6}`,
          charged_n: 1n,
        }),
      ),
    );
    await Promise.all(batches.map((batch) => insertRecords(inference, batch)));
    const found = (await Promise.all(users.map((userId) => sums({ userId })))).flat();
    expect(found.reduce((sum, { charged }) => sum + charged, 0n)).toBe(320n);
  });

  test('go with the records that are purged, and not before', async () => {
    const user_id = newUuid();
    const purged = [-44, -43, -40].map((day) => at(day, 1_000));
    await insertRecords(
      inference,
      [...purged, at(-34)].map((moment) => aRecord({ user_id, session_id: 'old', at: moment })),
    );
    const days = async (): Promise<number> =>
      Number(
        (
          await row<{ n: bigint }>(
            owner,
            'select count(*) as n from requests.session_day where user_id = :user_id',
            { user_id },
          )
        )?.n,
      );
    expect(await days()).toBe(4);
    for (;;) {
      const step = await row<{ gone: bigint | null }>(
        worker,
        'select requests.purge_records(:cutoff, 2) as gone',
        { cutoff: at(-35) },
      );
      if (step?.gone == null) break;
    }
    expect(await days()).toBe(1);
    await expect(rows(worker, 'select 1 from requests.session_day')).rejects.toThrow('permission');
  });
});

test('sums of sessions that differ from the records are found, by day and user', async () => {
  const user_id = newUuid();
  await insertRecords(inference, [
    aRecord({ user_id, session_id: 'damaged', at: at(-5) }),
    aRecord({ user_id, session_id: 'whole', at: at(-4) }),
  ]);
  const dayOf = (day: number): string => at(day).toISOString().slice(0, 10);
  const faults = () => findSessionFaults(worker, { from: dayOf(-34), until: dayOf(1) }, 20);
  expect(await faults()).toEqual([]);
  const damage = `update requests.session_day set charged_n = charged_n + :by
    where user_id = :user_id and session_id = 'damaged'`;
  await rows(owner, damage, { user_id, by: 1 });
  expect(await faults()).toEqual([{ bucket: at(-5), userId: user_id }]);
  await rows(owner, damage, { user_id, by: -1 });
});

describe('the requests of a session', () => {
  const random = createRandom(6_027);
  const users = [newUuid(), newUuid()];
  let records: RequestRecord[];
  beforeAll(async () => {
    records = Array.from({ length: 400 }, () =>
      aRecord({
        user_id: random.pick(users),
        session_id: random.pick(['listed', 'listed', 'another', null]),
        mode: random.pick(['live', 'test']),
        provider: random.pick(['acme', 'other']),
        at: at(-random.between(0, 44), random.between(0, DAY_MS - 1)),
      }),
    );
    records.slice(0, 40).forEach((one, index) => (one.at = records[index % 4]?.at ?? one.at));
    await insertRecords(inference, records);
  });

  const filterOf = (given: Partial<RecordFilter>) => ({
    ...EVERY_RECORD,
    requestId: null,
    sessionId: 'listed',
    ...given,
  });
  const matching = (given: Partial<RecordFilter>): string[] =>
    records
      .filter(
        (one) =>
          one.session_id === 'listed' &&
          (given.userId === undefined || one.user_id === given.userId) &&
          (given.mode === undefined || one.mode === given.mode) &&
          (given.provider === undefined || one.provider === given.provider),
      )
      .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);

  test.each<Partial<RecordFilter>>([
    {},
    { userId: users[0] ?? '' },
    { userId: users[1] ?? '', mode: 'live' },
    { provider: 'other', mode: 'test' },
    { provider: 'nobody' },
  ])('are listed in their order in pages, by %j', async (given) => {
    const filter = filterOf(given);
    const all = matching(given);
    const page = async (limit: number, offset: number): Promise<string[]> =>
      (await listRecords(admin, { ...filter, after: null, limit, offset })).map(({ id }) => id);
    expect(await page(1_000, 0)).toEqual(all);
    for (const offset of [0, 1, 17, Math.max(0, all.length - 3), all.length, 500])
      expect(await page(9, offset)).toEqual(all.slice(offset, offset + 9));
    const read: string[] = [];
    for await (const { id } of readRecords(admin, { ...filter, after: null })) read.push(id);
    expect(read).toEqual(all);
    const [first] = await listRecords(admin, { ...filter, after: null, limit: 1, offset: 0 });
    const rest = await listRecords(admin, { ...filter, after: first ?? null, limit: 9, offset: 0 });
    expect(rest.map(({ id }) => id)).toEqual(all.slice(1, 10));
  });

  test('are looked for on the days of the session alone', async () => {
    const user_id = newUuid();
    await insertRecords(inference, [aRecord({ user_id, session_id: 'short', at: at(-9, 5) })]);
    const touched = await admin.transaction(async (trx) => {
      const wanted = { ...filterOf({}), sessionId: 'short', after: null, limit: 50, offset: 0 };
      expect(await listRecords(trx, wanted)).toHaveLength(1);
      return rows<{ name: string }>(
        trx,
        `select distinct relation::regclass::text as name from pg_locks
         where pid = pg_backend_pid() and relation::regclass::text ~ '^requests[.]record_[0-9]+$'`,
      );
    });
    expect(touched).toHaveLength(1);
    expect(
      await listRecords(admin, {
        ...filterOf({}),
        sessionId: 'nobody’s',
        after: null,
        limit: 9,
        offset: 0,
      }),
    ).toEqual([]);
  });
});
