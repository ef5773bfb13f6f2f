import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccessLog } from '@tollgate/audit/access-log';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createWriteBehind, writeBatch } from '@tollgate/db/write-behind';
import { createKeyUsage } from '@tollgate/inference/caller/key-usage';
import { createRequestLog } from '@tollgate/requests/records/request-log';
import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { createLogger } from '@tollgate/runtime/logger';
import { registry } from '@tollgate/telemetry/metrics';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { aRecord } from '../../support/request-records.ts';

const ROWS = 1_200;
/** In the middle, at both ends, and side by side. */
const POISONED = new Set([0, 17, 18, 499, 500, 700, ROWS - 1]);

let database: TestDatabase;
let owner: Knex;
let db: Knex;

beforeAll(async () => {
  database = await aDatabase();
  owner = connectDatabase({ url: database.url, applicationName: 'test-owner', poolMax: 2 });
  const url = database.urlOf('tollgate_inference');
  db = connectDatabase({ url, applicationName: 'test-write-behind' });
});
afterAll(async () => {
  await db.destroy();
  await owner.destroy();
  await database.drop();
});

/** A logger that keeps what is said of dropped rows. */
function aLogger(): { logger: Logger; named: string[] } {
  const named: string[] = [];
  const silent = createLogger('test', 'silent');
  const error = (fields: { row?: string }): void => void named.push(fields.row ?? '');
  return { logger: Object.assign(Object.create(silent) as Logger, { error }), named };
}

async function refusedOf(table: string): Promise<number> {
  const metrics = await registry.getMetricsAsJSON();
  const metric = metrics.find(({ name }) => name === 'tollgate_rows_refused_total');
  return metric?.values.find(({ labels }) => labels['table'] === table)?.value ?? 0;
}

const countOf = async (table: string): Promise<bigint | undefined> =>
  (await row<{ count: bigint }>(owner, `select count(*) from ${table}`))?.count;

/** Longer than an index can hold, and not to be compressed. */
const LONG = randomBytes(8_000).toString('hex');

test.each(['a\u0000b', '\ud800', LONG])(
  'FF28: request records that the database refuses are dropped and named, and all others are written: %.5j',
  async (poison) => {
    await rows(owner, 'truncate requests.record');
    const { logger, named } = aLogger();
    const before = await refusedOf('requests.record');
    const log = createRequestLog({ db, logger });
    const records = Array.from({ length: ROWS }, (_none, at) =>
      aRecord(POISONED.has(at) ? { model: poison } : {}),
    );
    for (const record of records) log.add(record);
    await log.flush();
    const bad = records.filter((_record, at) => POISONED.has(at)).map(({ id }) => id);
    expect(named.toSorted()).toEqual(bad.toSorted());
    expect(await countOf('requests.record')).toBe(BigInt(ROWS - POISONED.size));
    expect((await refusedOf('requests.record')) - before).toBe(POISONED.size);
  },
);

test('FF28: a usage that no sum can hold takes its own record away only', async () => {
  await rows(owner, 'truncate requests.record');
  const { logger, named } = aLogger();
  const log = createRequestLog({ db, logger });
  const poisoned = aRecord({ usage: { input: 1e21 } });
  for (const record of [aRecord(), poisoned, aRecord()]) log.add(record);
  await log.flush();
  expect(named).toEqual([poisoned.id]);
  expect(await countOf('requests.record')).toBe(2n);
});

test('FF28: an access event that the database refuses takes no other one with it', async () => {
  const { logger, named } = aLogger();
  const log = createAccessLog({ db, logger, flushMs: 3_600_000 });
  for (const status of [200, 1e9, 404]) {
    log.served({
      request: { method: 'GET', originalUrl: '/', headers: {} },
      route: null,
      status,
      requestId: 'r',
      address: '192.0.2.1',
      durationMs: 1,
      errorCode: null,
    });
  }
  await log.close();
  expect(named).toHaveLength(1);
  expect(await countOf('audit.access_event')).toBe(2n);
});

test('FF28: the last use of one key does not keep back that of the others', async () => {
  const { logger, named } = aLogger();
  const usage = createKeyUsage({ db, logger });
  for (const id of [newUuid(), 'no uuid', newUuid()]) usage.note(id);
  await usage.close();
  expect(named).toEqual(['no uuid']);
});

describe('a batch', () => {
  const fault = (code: string): Error => Object.assign(new Error(code), { code });
  /**
   * Writes numbers; refuses what is negative for its data, and everything from the call on that
   * `away` names.
   */
  function aWriter(away = Number.POSITIVE_INFINITY) {
    const written: number[] = [];
    let calls = 0;
    const { logger, named } = aLogger();
    const write = (batch: readonly number[]): Promise<void> => {
      calls += 1;
      if (calls >= away) return Promise.reject(fault('57P01'));
      if (batch.some((one) => one < 0)) return Promise.reject(fault('22P05'));
      written.push(...batch);
      return Promise.resolve();
    };
    return { written, named, writer: { table: 't', write, nameOf: String, logger } };
  }

  test('is written in its order', async () => {
    const { written, named, writer } = aWriter();
    expect(await writeBatch(writer, [1, -2, 3, 4, -5, -6, 7])).toEqual({ rows: [], error: null });
    expect([written, named]).toEqual([
      [1, 3, 4, 7],
      ['-2', '-5', '-6'],
    ]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'FF28: whose database goes away at call %i loses nothing and writes nothing twice',
    async (away) => {
      const all = [1, -2, 3, 4, -5, 6];
      const { written, named, writer } = aWriter(away);
      const left = await writeBatch(writer, all);
      expect(left.rows.length).toBeGreaterThan(0);
      expect(all).toEqual(expect.arrayContaining([...left.rows]));
      const done = [...written, ...named.map(Number)].toSorted((a, b) => a - b);
      expect([...done, ...left.rows].toSorted((a, b) => a - b)).toEqual(
        all.toSorted((a, b) => a - b),
      );
    },
  );

  test.each(['42501', '42P01', '40P01', '53100'])(
    'waits when the fault %s is not in its data',
    async (code) => {
      const { writer, named } = aWriter();
      const error = fault(code);
      const broken = { ...writer, write: () => Promise.reject(error) };
      expect(await writeBatch(broken, [1, 2])).toEqual({ rows: [1, 2], error });
      expect(named).toEqual([]);
    },
  );
});

describe('rows behind answers', () => {
  const NEVER_MS = 3_600_000;
  type Options = Parameters<typeof createWriteBehind<number>>[0];

  /** What is written goes to a list; `away` makes the database unusable. */
  function behind(change: Partial<Options> = {}) {
    const state = { away: false, written: [] as number[][], overflowed: 0, left: [] as number[] };
    const rowsBehind = createWriteBehind<number>({
      table: 't',
      write(batch) {
        if (state.away) return Promise.reject(new Error('away'));
        state.written.push([...batch]);
        return Promise.resolve();
      },
      nameOf: String,
      logger: aLogger().logger,
      batchMax: 2,
      waitingMax: 3,
      fullDrops: 'newest',
      overflowed: () => (state.overflowed += 1),
      everyMs: NEVER_MS,
      wrote: ({ waiting }) => void state.left.push(waiting),
      ...change,
    });
    return { state, rowsBehind };
  }

  test('FF28: what the database could not take goes before what came later, once', async () => {
    const { state, rowsBehind } = behind({ waitingMax: 10 });
    state.away = true;
    for (const one of [1, 2, 3]) rowsBehind.add(one);
    await rowsBehind.flush();
    for (const one of [1, 4]) rowsBehind.add(one);
    state.away = false;
    await rowsBehind.close();
    expect(state.written).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(state.left).toEqual([3, 0]);
  });

  test.each([
    ['newest', [1, 2, 3]],
    ['oldest', [3, 4, 5]],
  ] as const)('FF28: beyond the room the %s goes, and is told', async (fullDrops, kept) => {
    const { state, rowsBehind } = behind({ fullDrops });
    for (const one of [1, 2, 3, 4, 5]) rowsBehind.add(one);
    await rowsBehind.close();
    expect(state.written.flat()).toEqual(kept);
    expect(state.overflowed).toBe(2);
  });

  test('FF28: as many rows as fit into a statement wait for no interval', async () => {
    const { state, rowsBehind } = behind({ batchMax: 2 });
    rowsBehind.add(1);
    await pause(20);
    expect(state.written).toEqual([]);
    rowsBehind.add(2);
    while (state.written.length < 1) await pause(1);
    rowsBehind.add(3);
    await rowsBehind.close();
    expect(state.written).toEqual([[1, 2], [3]]);
  });
});
