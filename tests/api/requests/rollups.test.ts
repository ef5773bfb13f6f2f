import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { findRollupFaults } from '@tollgate/requests/usage/rollup.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { aRecord, aRefusal } from '../../support/request-records.ts';

let database: TestDatabase;
let inference: Knex;
let worker: Knex;
let owner: Knex;

beforeEach(async () => {
  database = await aDatabase();
  const connect = (url: string) =>
    connectDatabase({
      url,
      applicationName: 'test-rollups',
      poolMax: 8,
      statementTimeoutMs: 60_000,
    });
  inference = connect(database.urlOf('tollgate_inference'));
  worker = connect(database.urlOf('tollgate_worker'));
  owner = connect(database.url);
});
afterEach(async () => {
  await Promise.all([inference, worker, owner].map((one) => one.destroy()));
  await database.drop();
});

const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const faults = () => findRollupFaults(worker, { from: day(-400), until: day(2) }, 10);

interface Sums {
  level: string;
  rows: number;
  requests: string;
  charged: string;
  output: string;
}
const sums = () =>
  rows<Sums>(
    owner,
    `select level, count(*)::int as rows, sum(requests)::text as requests,
       sum(charged_n)::text as charged, sum(output_tokens)::text as output
     from requests.rollup group by level order by level`,
  );

test('each batch is summed up by hour and day, for everybody and for each key', async () => {
  const [user, key, otherKey] = [newUuid(), newUuid(), newUuid()];
  const at = new Date('2026-03-01T10:59:59.999Z');
  const nextHour = new Date('2026-03-01T11:00:00.000Z');
  await insertRecords(inference, [
    aRecord({ user_id: user, api_key_id: key, at, charged_n: 1n }),
    aRecord({ user_id: user, api_key_id: key, at, charged_n: 9_007_199_254_740_993n }),
    aRecord({ user_id: user, api_key_id: otherKey, at: nextHour, charged_n: 3n }),
    aRefusal({ user_id: user, api_key_id: key, at: nextHour }),
  ]);
  const charged = '9007199254740997';
  const each = { requests: '4', charged, output: '60' };
  expect(await sums()).toEqual([
    { level: 'all_day', rows: 2, ...each },
    { level: 'all_hour', rows: 3, ...each },
    { level: 'key_day', rows: 3, ...each },
    { level: 'key_hour', rows: 3, ...each },
    { level: 'key_month', rows: 3, ...each },
  ]);
  expect(await findRollupFaults(worker, { from: '2026-03-01', until: '2026-03-02' }, 10)).toEqual(
    [],
  );
});

test('a batch that is sent again, whole or in part, adds nothing', async () => {
  const batch = [aRecord(), aRecord(), aRefusal()];
  await insertRecords(inference, batch);
  const before = await sums();
  await insertRecords(inference, batch);
  await insertRecords(inference, batch.slice(1));
  expect(await sums()).toEqual(before);
  await insertRecords(inference, [...batch, aRecord()]);
  expect((await sums()).map(({ requests }) => requests)).toEqual(['4', '4', '4', '4', '4']);
  expect(await faults()).toEqual([]);
});

test('batches of many writers at once lose nothing and do not block each other for ever', async () => {
  const users = Array.from({ length: 5 }, () => ({ user_id: newUuid(), api_key_id: newUuid() }));
  const batches = Array.from({ length: 24 }, (_none, turn) =>
    Array.from({ length: 20 }, (_other, index) => {
      const who = users[(turn * 7 + index * 3) % users.length] ?? {};
      const model = `acme/m${(turn + index) % 9}`;
      return index % 4 === 0
        ? aRefusal({ ...who, error_code: `code_${(turn * index) % 7}` })
        : aRecord({ ...who, model, total_ms: 1 + ((turn * 131 + index * 977) % 90_000) });
    }),
  );
  await Promise.all(batches.map((batch) => insertRecords(inference, batch)));
  expect((await sums()).map(({ requests }) => requests)).toEqual([
    '480',
    '480',
    '480',
    '480',
    '480',
  ]);
  expect(await faults()).toEqual([]);
});

test('a record that is corrected moves its sums', async () => {
  const record = aRecord({ charged_n: 500n });
  await insertRecords(inference, [record, aRecord()]);
  await owner.raw(
    `update requests.record set charged_n = 7, total_ms = 9000, outcome = 'failed', status = 502,
       error_code = 'upstream_unavailable' where id = ?`,
    [record.id],
  );
  expect(await faults()).toEqual([]);
  const [all] = await sums();
  expect(all).toMatchObject({ requests: '2', charged: String(7 + 1_234_567) });
});

test('sums outlive a purge to the last nano-credit, and the days that are kept still agree', async () => {
  await owner.raw('select maintenance.ensure_partitions(38, 1)');
  const at = (offset: number) => new Date(Date.now() + offset * 86_400_000);
  // One day in the default partition, one in its own, one that stays, and today.
  const days = [-42, -37, -34, 0];
  const records = days.flatMap((offset) =>
    [1n, 9_007_199_254_740_993n, 3n].map((charged_n) => aRecord({ at: at(offset), charged_n })),
  );
  await insertRecords(inference, records);
  const before = await sums();
  const purge = async (): Promise<number> => {
    let gone = 0;
    for (;;) {
      const [step] = await rows<{ gone: string | null }>(
        worker,
        'select cast(requests.purge_records(cast(:cutoff as timestamptz), 2) as text) as gone',
        { cutoff: `${day(-35)}T00:00:00Z` },
      );
      if (step?.gone == null) return gone;
      gone += Number(step.gone);
    }
  };
  expect(await purge()).toBe(6);
  expect(await sums()).toEqual(before);
  const kept = () => findRollupFaults(worker, { from: day(-35), until: day(2) }, 10);
  expect(await kept()).toEqual([]);
  const purged = await findRollupFaults(worker, { from: day(-43), until: day(-35) }, 100);
  const ofPurged = await rows<{ n: string }>(
    owner,
    `select count(*)::text as n from requests.rollup
     where bucket < cast(:until as timestamptz) and level <> 'key_month'`,
    { until: `${day(-35)}T00:00:00Z` },
  );
  expect(String(purged.length)).toBe(ofPurged[0]?.n);

  const corrected = records.at(-1)?.id ?? '';
  await owner.raw('update requests.record set charged_n = 10 where id = ?', [corrected]);
  await insertRecords(inference, [aRecord({ at: at(-42), charged_n: 5n })]);
  expect(await kept()).toEqual([]);
  const total = before.map(({ charged }) => BigInt(charged) + 7n + 5n);
  expect((await sums()).map(({ charged }) => BigInt(charged))).toEqual(total);
});

test('a record whose transaction is rolled back is in no sum', async () => {
  await expect(
    inference.transaction(async (trx) => {
      await insertRecords(trx, [aRecord()]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await sums()).toEqual([]);
});

test('the check names a sum that does not add up, and one without records', async () => {
  await insertRecords(inference, [aRecord(), aRecord()]);
  await owner.raw(
    `update requests.rollup set charged_n = charged_n + 1 where level = 'key_day'
     and user_id = (select max(user_id::text)::uuid from requests.rollup)`,
  );
  expect(await faults()).toMatchObject([{ level: 'key_day' }, { level: 'key_month' }]);
  await owner.raw(`delete from requests.rollup where level = 'all_hour'`);
  expect(new Set((await faults()).map(({ level }) => level))).toEqual(
    new Set(['all_hour', 'key_day', 'key_month']),
  );
});

test('nobody but the trigger writes sums', async () => {
  await insertRecords(inference, [aRecord()]);
  for (const role of [inference, worker]) {
    await expect(role.raw('update requests.rollup set requests = 9')).rejects.toThrow(/permission/);
    await expect(role.raw('delete from requests.rollup')).rejects.toThrow(/permission/);
  }
});
