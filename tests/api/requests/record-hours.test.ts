import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { EVERY_RECORD } from '@tollgate/requests/records/filter';
import type { RecordFilter } from '@tollgate/requests/records/filter';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { listRecords } from '@tollgate/requests/records/record.queries';
import { readRecords } from '@tollgate/requests/records/record-views';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createRandom } from '../../support/random.ts';
import { aRecord, aRefusal } from '../../support/request-records.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;
/** Making many partitions may take long on a busy machine. */
const STATEMENT_MS = 60_000;
const random = createRandom(6_026);
/** A moment some days ago, which is no whole hour. */
const ago = (days: number): Date => new Date(Date.now() - days * 24 * HOUR_MS);
const users = [newUuid(), newUuid(), newUuid()];

let database: TestDatabase;
let owner: Knex;
let records: RequestRecord[];

beforeAll(async () => {
  database = await aDatabase();
  owner = connectDatabase({
    url: database.url,
    applicationName: 'test-hours',
    poolMax: 4,
    statementTimeoutMs: STATEMENT_MS,
  });
  await owner.raw('select maintenance.ensure_partitions(?, 1)', [DAYS + 1]);
  records = Array.from({ length: 1_500 }, () => {
    const at = new Date(Date.now() - random.between(0, DAYS * 24 * HOUR_MS));
    const who = { user_id: random.pick(users), at };
    if (random.chance(0.02)) return aRefusal({ ...who, status: 404, error_code: 'not_found' });
    const model = random.chance(0.01) ? 'acme/rare' : `acme/m${random.between(0, 3)}`;
    const alias = random.chance(0.05) ? 'fast' : null;
    const stream = random.chance(0.03);
    return aRecord({ ...who, model, alias, stream, provider: random.pick(['acme', 'other']) });
  });
  // Some share their moment, so that the order of ids decides.
  records.slice(0, 40).forEach((one, index) => (one.at = records[index % 4]?.at ?? one.at));
  await insertRecords(owner, records);
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const filterOf = (given: Partial<RecordFilter>) => ({
  ...EVERY_RECORD,
  requestId: null,
  sessionId: null,
  ...given,
});
const matching = (filter: RecordFilter): string[] =>
  records
    .filter(
      (one) =>
        (filter.userId === null || one.user_id === filter.userId) &&
        (filter.provider === null || one.provider === filter.provider) &&
        (filter.model === null || one.model === filter.model) &&
        (filter.statusFrom === null || one.status === filter.statusFrom) &&
        (filter.outcome === null || one.outcome === filter.outcome) &&
        (filter.errorCode === null || one.error_code === filter.errorCode) &&
        (filter.alias === null || one.alias === filter.alias) &&
        (filter.stream === null || one.stream === filter.stream) &&
        (filter.dateFrom === null || one.at >= filter.dateFrom) &&
        (filter.dateTo === null || one.at < filter.dateTo),
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);

const FILTERS: Partial<RecordFilter>[] = [
  {},
  { userId: users[2] ?? '' },
  { model: 'acme/rare' },
  { model: 'acme/m1', provider: 'other' },
  { statusFrom: 404, statusTo: 404 },
  { outcome: 'served' },
  { outcome: 'refused', userId: users[0] ?? '' },
  { provider: 'acme', userId: users[1] ?? '' },
  { model: 'no/such' },
  { errorCode: 'not_found' },
  { alias: 'fast' },
  { alias: 'fast', errorCode: 'not_found' },
  { stream: true },
  { stream: false, userId: users[1] ?? '' },
  { dateFrom: ago(5.3), dateTo: ago(2.7) },
  { dateFrom: ago(20.1), stream: true },
  { dateTo: ago(28.4), provider: 'acme' },
  { dateFrom: ago(0.01) },
];

describe.each(FILTERS)('records by %j', (given) => {
  const filter = filterOf(given);

  test('by limit and offset they are those that a look at everything gives', async () => {
    const all = matching(filter);
    for (let turn = 0; turn < 25; turn += 1) {
      const offset = random.chance(0.2) ? 0 : random.between(0, all.length + 5);
      const limit = random.between(1, 120);
      const found = await listRecords(owner, { ...filter, after: null, limit, offset });
      expect(found.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit));
    }
  });

  test('behind any record they go on, and an export holds each once', async () => {
    const all = matching(filter);
    const whole: { id: string; micros: bigint }[] = [];
    for await (const one of readRecords(owner, { ...filter, after: null })) whole.push(one);
    expect(whole.map(({ id }) => id)).toEqual(all);
    for (let turn = 0; turn < 10 && whole.length > 0; turn += 1) {
      const index = random.between(0, whole.length - 1);
      const after = whole[index] ?? null;
      const rest = await listRecords(owner, { ...filter, after, limit: 30, offset: 0 });
      expect(rest.map(({ id }) => id)).toEqual(all.slice(index + 1, index + 31));
    }
  });
});

test('a page is looked for on the days of its hours alone, not planned over every partition', async () => {
  const micros = BigInt(Date.now() - 10 * 24 * HOUR_MS) * 1_000n;
  const after = { micros, id: newUuid() };
  const touched = await owner.transaction(async (trx) => {
    const found = await listRecords(trx, { ...filterOf({}), after, limit: 20, offset: 0 });
    expect(found).toHaveLength(20);
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      `select distinct relation::regclass::text as name from pg_locks
       where pid = pg_backend_pid() and relation::regclass::text ~ '^requests[.]record_[0-9]+$'`,
    );
    return rows.map(({ name }) => name);
  });
  expect(touched.length).toBeGreaterThan(0);
  expect(touched.length).toBeLessThan(5);
});

test('days that were purged are counted in no page', async () => {
  const day = new Date(Date.now() - 20 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const gone = newUuid();
  await insertRecords(owner, [aRecord({ user_id: gone, at: new Date(`${day}T12:00:00Z`) })]);
  const worker = connectDatabase({
    url: database.urlOf('tollgate_worker'),
    applicationName: 'test-hours',
  });
  await owner.raw('alter table requests.record detach partition ??', [
    `requests.record_${day.replaceAll('-', '')}`,
  ]);
  records = records.filter(({ at }) => at.toISOString().slice(0, 10) !== day);
  const filter = filterOf({ outcome: 'served' });
  const all = matching(filter);
  const found = await listRecords(worker, { ...filter, after: null, limit: 1_000, offset: 0 });
  const rest = await listRecords(worker, {
    ...filter,
    after: found.at(-1) ?? null,
    limit: 1_000,
    offset: 0,
  });
  expect([...found, ...rest].map(({ id }) => id)).toEqual(all);
  const ofGone = { ...filterOf({ userId: gone }), after: null, limit: 10, offset: 0 };
  expect(await listRecords(worker, ofGone)).toEqual([]);
  await worker.destroy();
});
