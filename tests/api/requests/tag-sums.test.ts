import { TAGS_PER_DAY_MAX } from '@tollgate/contract/headers';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { EVERY_RECORD } from '@tollgate/requests/records/filter';
import type { RecordFilter } from '@tollgate/requests/records/filter';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { listRecords } from '@tollgate/requests/records/record.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { findTagFaults } from '@tollgate/requests/usage/rollup.queries';
import { sumByTag } from '@tollgate/requests/usage/tag.queries';
import type { TagDaySums, TagScope } from '@tollgate/requests/usage/tag.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createRandom } from '../../support/random.ts';
import { aRecord } from '../../support/request-records.ts';

const DAY_MS = 86_400_000;
const DATE_CHARACTERS = 10;
let database: TestDatabase;
let inference: Knex;
let account: Knex;
let worker: Knex;
let owner: Knex;

beforeAll(async () => {
  database = await aDatabase();
  const connect = (url: string) =>
    connectDatabase({ url, applicationName: 'test-tags', poolMax: 8, statementTimeoutMs: 60_000 });
  inference = connect(database.urlOf('tollgate_inference'));
  account = connect(database.urlOf('tollgate_account'));
  worker = connect(database.urlOf('tollgate_worker'));
  owner = connect(database.url);
  await owner.raw('select maintenance.ensure_partitions(45, 1)');
});
afterAll(async () => {
  await Promise.all([inference, account, worker, owner].map((one) => one.destroy()));
  await database.drop();
});

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (day: number, offsetMs = 0): Date => new Date(today + day * DAY_MS + offsetMs);
const dayOf = (day: number): string => at(day).toISOString().slice(0, DATE_CHARACTERS);
const sums = (given: Partial<TagScope> & { userId: string }): Promise<TagDaySums[]> =>
  sumByTag(account, { from: at(-89), until: at(1), tag: null, mode: null, limit: 1_000, ...given });
const faults = () => findTagFaults(worker, { from: dayOf(-34), until: dayOf(1) }, 20);

describe('the sums of tags', () => {
  test('are those of the records, and a batch that is sent again adds nothing', async () => {
    const [user_id, other] = [newUuid(), newUuid()];
    const batch = [
      aRecord({ user_id, tag: 'search', at: at(-3, 5), charged_n: 9_007_199_254_740_993n }),
      aRecord({ user_id, tag: 'search', at: at(-2, 7), charged_n: 1n }),
      aRecord({ user_id, tag: 'search', at: at(-2, 9), charged_n: 2n, mode: 'test' }),
      aRecord({ user_id, tag: 'chat', charged_n: 5n }),
      aRecord({ user_id }),
      aRecord({ user_id: other, tag: 'search', charged_n: 7n }),
    ];
    await insertRecords(inference, batch);
    await insertRecords(inference, batch.slice(1));
    expect(await sums({ userId: user_id })).toMatchObject([
      { tag: 'search', bucket: at(-3), requests: 1n, charged: 9_007_199_254_740_993n, input: 100n },
      { tag: 'search', bucket: at(-2), requests: 2n, charged: 3n, cacheRead: 6n },
      { tag: 'chat', bucket: at(0), requests: 1n, charged: 5n },
    ]);
    expect(await sums({ userId: user_id, tag: 'search', mode: 'test' })).toMatchObject([
      { requests: 1n, charged: 2n },
    ]);
    expect(await sums({ userId: user_id, limit: 1, from: at(-2) })).toMatchObject([
      { tag: 'chat' },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('of an owner who writes ever other tags stay few, and those of others untouched', async () => {
    const [flood, calm] = [newUuid(), newUuid()];
    const writers = 8;
    const each = 40;
    await Promise.all(
      Array.from({ length: writers }, (_one, writer) =>
        insertRecords(inference, [
          ...Array.from({ length: each }, (_other, index) =>
            aRecord({ user_id: flood, tag: `t-${writer}-${index}`, charged_n: 1n, at: at(0) }),
          ),
          aRecord({ user_id: calm, tag: 'calm', charged_n: 1n, at: at(0) }),
        ]),
      ),
    );
    const found = await sums({ userId: flood });
    const named = found.filter(({ tag }) => tag !== '');
    expect(named).toHaveLength(TAGS_PER_DAY_MAX);
    expect(found.reduce((sum, { charged }) => sum + charged, 0n)).toBe(BigInt(writers * each));
    expect(await sums({ userId: calm })).toMatchObject([{ tag: 'calm', requests: 8n }]);
    // The next day has room again.
    await insertRecords(inference, [aRecord({ user_id: flood, tag: 'late', at: at(-1) })]);
    expect(await sums({ userId: flood, tag: 'late' })).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  test('follow a record that is corrected, whether its tag stands by itself or not', async () => {
    const user_id = newUuid();
    const tags = Array.from({ length: TAGS_PER_DAY_MAX + 1 }, (_one, index) => `t${1_000 + index}`);
    const records = tags.map((tag) => aRecord({ user_id, tag, charged_n: 500n, at: at(0) }));
    for (const record of records) await insertRecords(inference, [record]);
    for (const record of [records[0], records.at(-1)]) {
      await rows(owner, 'update requests.record set charged_n = 7 where id = :id', {
        id: record?.id ?? '',
      });
    }
    expect(await sums({ userId: user_id, tag: tags[0] ?? '' })).toMatchObject([{ charged: 7n }]);
    expect(await sums({ userId: user_id, tag: '' })).toMatchObject([{ charged: 7n, requests: 1n }]);
    expect(await faults()).toEqual([]);
  });

  describe('lead to the requests of a tag', () => {
    const random = createRandom(20);
    const users = [newUuid(), newUuid()];
    let records: RequestRecord[];
    beforeAll(async () => {
      const fill = Array.from({ length: TAGS_PER_DAY_MAX }, (_one, index) => `t${1_000 + index}`);
      await insertRecords(
        inference,
        fill.map((tag) => aRecord({ user_id: users[0] ?? '', tag, at: at(-6) })),
      );
      records = Array.from({ length: 200 }, () =>
        aRecord({
          user_id: random.pick(users),
          tag: random.pick(['listed', 'another', null]),
          mode: random.pick(['live', 'test']),
          at: at(-random.between(0, 30), random.between(0, DAY_MS - 1)),
        }),
      );
      // One tag has no name of its own on its day; one call is at the first moment of a day.
      records.push(aRecord({ user_id: users[0] ?? '', tag: 'listed', at: at(-6, 1_000) }));
      records.push(aRecord({ user_id: users[1] ?? '', tag: 'listed', at: at(-4) }));
      await insertRecords(inference, records);
    });

    test.each<Partial<RecordFilter>>([
      {},
      { userId: users[0] ?? '' },
      { userId: users[1] ?? '', mode: 'live' },
      { dateFrom: at(-9), dateTo: at(-3, DAY_MS / 2) },
    ])('in their order and in pages, by %j', async (given) => {
      const { userId = null, mode = null, dateFrom = null, dateTo = null } = given;
      const all = records
        .filter(
          (one) =>
            one.tag === 'listed' &&
            (userId === null || one.user_id === userId) &&
            (mode === null || one.mode === mode) &&
            (dateFrom === null || one.at >= dateFrom) &&
            (dateTo === null || one.at < dateTo),
        )
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
      const wanted = { ...EVERY_RECORD, tag: 'listed', ...given, after: null };
      const page = async (limit: number, offset: number): Promise<string[]> =>
        (await listRecords(account, { ...wanted, limit, offset })).map(({ id }) => id);
      expect(await page(1_000, 0)).toEqual(all);
      for (const offset of [0, 7, all.length - 2, all.length]) {
        expect(await page(5, offset)).toEqual(all.slice(offset, offset + 5));
      }
      const [first] = await listRecords(account, { ...wanted, limit: 1, offset: 0 });
      const rest = { ...wanted, after: first ?? null, limit: 9, offset: 0 };
      expect((await listRecords(account, rest)).map(({ id }) => id)).toEqual(all.slice(1, 10));
    });
  });

  test('that are wrong are found by their owner and day', async () => {
    const user_id = newUuid();
    await insertRecords(inference, [aRecord({ user_id, tag: 'wrong', at: at(-1) })]);
    const change = 'update requests.tag_day set charged_n = charged_n + :by where user_id = :id';
    await rows(owner, change, { id: user_id, by: 1 });
    expect(await faults()).toEqual([{ bucket: at(-1), userId: user_id }]);
    await rows(owner, change, { id: user_id, by: -1 });
    expect(await faults()).toEqual([]);
  });

  test('go with the records, names of days included', async () => {
    const user_id = newUuid();
    await insertRecords(inference, [aRecord({ user_id, tag: 'gone', at: at(-40) })]);
    const purge = () =>
      row<{ gone: string | null }>(
        worker,
        'select requests.purge_records(cast(:cutoff as timestamptz), 5000)::text as gone',
        { cutoff: at(-35).toISOString() },
      );
    while ((await purge())?.gone !== null);
    const left = await row<{ sums: number; names: number }>(
      owner,
      `select (select count(*)::int from requests.tag_day where user_id = :id) as sums,
         (select count(*)::int from requests.tag_names where user_id = :id) as names`,
      { id: user_id },
    );
    expect(left).toEqual({ sums: 0, names: 0 });
  });
});
