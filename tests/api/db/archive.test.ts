import { Buffer } from 'node:buffer';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { archiveDays } from '@tollgate/archive/archive-days';
import type { ArchiveOptions } from '@tollgate/archive/archive-days';
import { nameOfDay } from '@tollgate/archive/day-manifest';
import { exportDays } from '@tollgate/archive/export-days';
import { verifyArchive } from '@tollgate/archive/read-day';
import { EVERY_ROW } from '@tollgate/archive/row-filter';
import type { RowFilter } from '@tollgate/archive/row-filter';
import { removeOld } from '@tollgate/backup/backup-store';
import type { ListableStore } from '@tollgate/backup/backup-store';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { SERVICE_ROLES } from '@tollgate/db/migrate';
import {
  claimArchive,
  dropArchivedDay,
  endArchive,
  readArchiveOverdue,
} from '@tollgate/requests/records/archived-day.queries';
import { encodeId, firstUuidOf } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { parse } from 'csv-parse/sync';
import { execa } from 'execa';
import type { JobDeps } from '../../../services/worker/src/job.ts';
import { dropArchivedDaysJob } from '../../../services/worker/src/jobs/drop-archived-days.ts';
import { aBucketLocation, aFolderLocation, hasBuckets } from '../../support/backup-locations.ts';
import type { BackupLocation } from '../../support/backup-locations.ts';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const MANIFEST = 'manifest.json';
const FIRST_FILE = 'records-0000.parquet';
const AFTER_DAYS = 40;
/** So that a day of ten records has several files. */
const PART_ROWS = 4;

let database: TestDatabase;
let owner: Knex;
let archivist: Knex;
let worker: Knex;
let folder: string;
let location: BackupLocation;

const as = (role: string | null): Knex =>
  connectDatabase({
    url: role === null ? database.url : database.urlOf(role),
    applicationName: 'test-archive',
    poolMax: 2,
  });

beforeEach(async () => {
  database = await aDatabase();
  [owner, archivist, worker] = [as(null), as('tollgate_archive'), as('tollgate_worker')];
  folder = await mkdtemp(join(tmpdir(), 'tollgate-archive-'));
  location = await aFolderLocation();
});
afterEach(async () => {
  await Promise.all([owner?.destroy(), archivist?.destroy(), worker?.destroy()]);
  await location?.drop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const archive = (given: Partial<ArchiveOptions> = {}) =>
  archiveDays({
    db: archivist,
    store: location.store,
    afterDays: AFTER_DAYS,
    folder,
    log: () => undefined,
    partRows: PART_ROWS,
    pageRows: 2,
    ...given,
  });

/** Makes the partition of a day that is so many days old, and gives the day. */
async function putDay(daysAgo: number): Promise<string> {
  const made = await row<{ day: string }>(
    owner,
    `select to_char((now() at time zone 'UTC')::date - cast(:daysAgo as int), 'YYYY-MM-DD') as day`,
    { daysAgo },
  );
  const day = made?.day ?? '';
  await owner.raw(`create table requests.record_${day.replaceAll('-', '')}
    partition of requests.record for values from ('${day} 00:00:00+00')
    to (timestamptz '${day} 00:00:00+00' + interval '1 day')`);
  return day;
}

/** Puts records into a day whose values are hard to carry: every third moment is that before. */
const putRecords = (day: string, count: number) =>
  rows(
    owner,
    `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, provider,
       model, stream, async, status, outcome, attempt, usage, charged_n, receipt, uplift_bp,
       total_ms, session_id, tries)
     select gen_random_uuid(),
       cast(:day as date) at time zone 'UTC' + (n - n % 3) * interval '7 seconds 1 microsecond',
       'req_' || n, gen_random_uuid(), gen_random_uuid(), 'live', 'chat',
       case when n % 2 = 0 then 'a "quoted", name' end, E'=é\\\\ \\n\\t\\u0001 ' || n, n % 2 = 0, false,
       200, 'served', 1, jsonb_build_object('input', n, 'exact', 12345678901234567890.123), 9007199254740993 + n,
       '{"lines": [{"label": "\\\\u00e9 \\\\\\"x\\\\\\""}], "empty": null}', -n, 5, E'€\\r\\n;''', '[]'
     from generate_series(1, cast(:count as int)) n`,
    { day, count },
  );

const recordsOf = async (day: string): Promise<unknown[]> =>
  (
    await rows<{ record: unknown }>(
      owner,
      `select to_jsonb(r) || jsonb_build_object('charged_n', charged_n::text,
         'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as record
       from requests.record r where date_trunc('day', at, 'UTC') = cast(:day as timestamptz)
       order by at, id`,
      { day: `${day}T00:00:00Z` },
    )
  ).map(({ record }) => record);

const stateOf = (day: string) =>
  row<Record<string, unknown>>(
    owner,
    `select archived_at is not null as archived, rows::int as rows, charged_n::text as charged,
       left_at is not null as left, removed_at is not null as removed,
       verified_at is not null as verified from requests.archived_day where day = :day`,
    { day },
  );

const partitionOf = async (day: string): Promise<boolean> =>
  (
    await row<{ there: boolean }>(owner, 'select to_regclass(:name) is not null as there', {
      name: `requests.record_${day.replaceAll('-', '')}`,
    })
  )?.there ?? false;

/** What a record is found by. */
interface Named {
  id: string;
  user_id: string;
  api_key_id: string;
  model: string;
}

/** Whether the archive has a file of a day. */
async function has(day: string, file: string): Promise<boolean> {
  const stream = await location.store.read(nameOfDay(day), file);
  await stream?.forEach(() => undefined);
  return stream !== null;
}

const daysAt = (days: string[], filter: Partial<RowFilter> = {}) => ({
  db: archivist,
  store: location.store,
  days,
  folder,
  filter: { ...EVERY_ROW, ...filter },
});

async function given(day: string, format: 'jsonl' | 'csv' = 'jsonl'): Promise<string> {
  const to = new PassThrough();
  const read = text(to);
  await exportDays(daysAt([day]), { format, to });
  return read;
}

const LOCATIONS: [string, () => Promise<BackupLocation>][] = [
  ['a folder', aFolderLocation],
  ...(hasBuckets ? [['a bucket', aBucketLocation] as [string, () => Promise<BackupLocation>]] : []),
];

describe.each(LOCATIONS)('an archive in %s', (_what, aLocation) => {
  beforeEach(async () => {
    await location.drop();
    location = await aLocation();
  }, 60_000);

  test('has every value of a day, and only then the day leaves the database', async () => {
    const [day, young] = [await putDay(AFTER_DAYS + 1), await putDay(AFTER_DAYS)];
    await putRecords(day, 10);
    await putRecords(young, 1);
    const records = await recordsOf(day);
    expect(await dropArchivedDay(worker)).toBeNull();
    expect(await archive()).toEqual({ archived: [day], removed: [] });
    const charged = (10n * 9_007_199_254_740_993n + 55n).toString();
    expect(await stateOf(day)).toMatchObject({ archived: true, rows: 10, charged, left: false });
    expect(await archive()).toEqual({ archived: [], removed: [] });

    expect(await dropArchivedDay(worker)).toBe(day);
    expect(await dropArchivedDay(worker)).toBeNull();
    expect([await partitionOf(day), await partitionOf(young)]).toEqual([false, true]);
    expect(await stateOf(day)).toMatchObject({ left: true });

    const lines = (await given(day)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
    const table = parse(await given(day, 'csv'), { columns: true }) as Record<string, string>[];
    expect(table.map(({ id }) => id)).toEqual(records.map((one) => (one as { id: string }).id));
    expect(table[0]?.['model']).toBe(`'${(records[0] as { model: string }).model}`);
    expect(
      await verifyArchive(
        { db: archivist, store: location.store, folder, limit: null },
        () => undefined,
      ),
    ).toEqual({ verified: 1, faults: [], elsewhere: 0 });
    expect(await stateOf(day)).toMatchObject({ verified: true });
    expect(await readdir(folder)).toEqual([]);
  });

  test('has days without a record', async () => {
    const day = await putDay(AFTER_DAYS + 1);
    expect(await archive()).toMatchObject({ archived: [day] });
    expect(await stateOf(day)).toMatchObject({ rows: 0, charged: '0' });
    expect(await given(day)).toBe('');
    expect(await dropArchivedDay(worker)).toBe(day);
  });

  // The name is cleared and begun, three files are written and read, the manifest ends it.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'is made whole by the next run when one dies at step %i',
    async (step) => {
      const day = await putDay(AFTER_DAYS + 1);
      await putRecords(day, 10);
      await expect(archive({ store: dyingAt(location.store, step) })).rejects.toThrow('killed');
      expect(await stateOf(day)).toMatchObject({ archived: false });
      expect(await dropArchivedDay(worker)).toBeNull();
      expect(await archive()).toMatchObject({ archived: [day] });
      expect((await given(day)).trimEnd().split('\n')).toHaveLength(10);
      expect(await dropArchivedDay(worker)).toBe(day);
    },
  );

  const flip = (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    const at = Math.floor(bytes.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };

  test('takes no day whose file does not come back as it was sent', async () => {
    const day = await putDay(AFTER_DAYS + 1);
    await putRecords(day, 10);
    const { store } = location;
    const damaging: ListableStore = {
      ...store,
      async begin(name) {
        const writer = await store.begin(name);
        return {
          ...writer,
          async read(file) {
            const stream = await writer.read(file);
            return stream === null ? null : Readable.from([flip(await buffer(stream))]);
          },
        };
      },
    };
    await expect(archive({ store: damaging })).rejects.toThrow(`${FIRST_FILE} of`);
    expect(await stateOf(day)).toMatchObject({ archived: false });
    expect(await has(day, MANIFEST)).toBe(false);
    expect(await dropArchivedDay(worker)).toBeNull();
    expect(await recordsOf(day)).toHaveLength(10);
  });

  test.each([
    ['a changed byte', FIRST_FILE, flip, 'is damaged'],
    ['a file that is gone', FIRST_FILE, () => null, 'is missing'],
    [
      'a manifest that says otherwise',
      MANIFEST,
      (bytes: Buffer) => Buffer.from(bytes.toString().replace('"rows": 10', '"rows": 9')),
      'is damaged',
    ],
    ['no manifest', MANIFEST, () => null, 'There is no archived day'],
  ])('with %s is seen, and nothing of the day is given out', async (_, file, damage, fault) => {
    const day = await putDay(AFTER_DAYS + 1);
    await putRecords(day, 10);
    await archive();
    await location.change(nameOfDay(day), file, damage);
    const look = await verifyArchive(
      { db: archivist, store: location.store, folder, limit: null },
      () => undefined,
    );
    expect(look).toEqual({ verified: 0, faults: [expect.stringContaining(fault)], elsewhere: 0 });
    expect(await stateOf(day)).toMatchObject({ verified: false });
    const to = new PassThrough();
    const output = { format: 'jsonl', to } as const;
    const exported = exportDays(daysAt([day]), output);
    if (file === MANIFEST && fault.startsWith('There')) {
      expect(await exported).toEqual({ rows: 0, missing: [day] });
    } else await expect(exported).rejects.toThrow(fault);
    expect(to.readableLength).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('gives up what the policy of request records has outlived, half a day included', async () => {
    const [first, second] = [await putDay(AFTER_DAYS + 20), await putDay(AFTER_DAYS + 19)];
    await putRecords(first, 3);
    await archive();
    await rows(
      owner,
      `update requests.archived_day set archived_at = null, rows = null, charged_n = null,
         digest = null, bytes = null, store = null, name = null where day = :second`,
      { second },
    );
    await setPolicy(AFTER_DAYS + 10);
    expect(await archive()).toEqual({ archived: [], removed: [first, second] });
    for (const day of [first, second]) {
      expect(await has(day, MANIFEST)).toBe(false);
      expect(await has(day, FIRST_FILE)).toBe(false);
      expect(await stateOf(day)).toMatchObject({ removed: true });
    }
    // The rows go by the purge: a day that the archive has given up is not dropped for its sake.
    expect(await dropArchivedDay(worker)).toBeNull();
    await setPolicy(AFTER_DAYS + 30);
    expect(await archive()).toEqual({ archived: [first, second], removed: [] });
    expect(await dropArchivedDay(worker)).toBe(first);
    await setPolicy(AFTER_DAYS + 10);
    expect(await archive()).toEqual({ archived: [], removed: [first, second] });
  });
});

const setPolicy = (days: number) =>
  rows(
    owner,
    `insert into retention.policy (category, days, updated_by)
     values ('request_records', :days, gen_random_uuid())
     on conflict (category) do update set days = excluded.days`,
    { days },
  );

/**
 * A store whose process is killed at a step: the step is done, the process does not learn of it and
 * clears nothing up.
 */
function dyingAt(store: ListableStore, step: number): ListableStore {
  let steps = 0;
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    steps += 1;
    const result = await work();
    if (steps < step) return result;
    if (result instanceof Readable) result.destroy();
    throw new Error('killed');
  };
  return {
    ...store,
    remove: (backup) => guarded(() => store.remove(backup)),
    begin: (name) =>
      guarded(async () => {
        const writer = await store.begin(name);
        return {
          write: (file, content) => guarded(() => writer.write(file, content)),
          read: (file) => guarded(() => writer.read(file)),
          finish: (manifest) => guarded(() => writer.finish(manifest)),
          abandon: () => Promise.reject(new Error('killed')),
        };
      }),
  };
}

test('a day that somebody writes to is archived again before it leaves', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await putRecords(day, 3);
  await archive();
  const inference = as('tollgate_inference');
  try {
    await inference.raw(`insert into requests.record (id, at, request_id, user_id, api_key_id, mode,
      route, stream, async, status, outcome, attempt, charged_n, total_ms)
      values (gen_random_uuid(), '${day} 12:00:00Z', 'req_late', gen_random_uuid(),
        gen_random_uuid(), 'live', 'chat', false, false, 200, 'served', 1, 7, 5)`);
  } finally {
    await inference.destroy();
  }
  expect(await stateOf(day)).toMatchObject({ archived: false });
  expect(await dropArchivedDay(worker)).toBeNull();
  expect(await archive()).toMatchObject({ archived: [day] });
  expect((await given(day)).trimEnd().split('\n')).toHaveLength(4);
  await owner.raw(`update requests.record set charged_n = 8 where request_id = 'req_late'`);
  expect(await dropArchivedDay(worker)).toBeNull();
  await archive();
  expect(await dropArchivedDay(worker)).toBe(day);
  expect((await given(day)).match(/"charged_n":"8"/gu)).toHaveLength(1);
});

test.each<[string, (day: string) => Promise<unknown>]>([
  [
    'changes',
    // The count is what it was, and the charges too: only the trigger knows.
    () =>
      owner.raw(`update requests.record set charged_n = charged_n + case request_id
        when 'req_1' then 1 when 'req_2' then -1 else 0 end`),
  ],
  ['comes late', (day) => putRecords(day, 1)],
])(
  'a day of which a record %s while it is archived is left to the next run',
  async (_what, write) => {
    const day = await putDay(AFTER_DAYS + 1);
    await putRecords(day, 3);
    const { store } = location;
    const late: ListableStore = {
      ...store,
      async begin(name) {
        const writer = await store.begin(name);
        return {
          ...writer,
          async finish(manifest) {
            await write(day);
            await writer.finish(manifest);
          },
        };
      },
    };
    expect(await archive({ store: late })).toEqual({ archived: [], removed: [] });
    expect(await dropArchivedDay(worker)).toBeNull();
    expect(await archive()).toMatchObject({ archived: [day] });
  },
);

test('no day leaves before the oldest one, and none where days are not archived', async () => {
  const [old, next] = [await putDay(AFTER_DAYS + 2), await putDay(AFTER_DAYS + 1)];
  await archive();
  await owner.raw(`update requests.archived_day set archived_at = null, rows = null, charged_n = null,
    digest = null, bytes = null, store = null, name = null where day = '${old}'`);
  expect(await dropArchivedDay(worker)).toBeNull();
  await archive();
  await endArchive(archivist);
  expect(await dropArchivedDay(worker)).toBeNull();
  expect(await readArchiveOverdue(worker)).toBeNull();
  await archive();
  expect([await dropArchivedDay(worker), await dropArchivedDay(worker)]).toEqual([old, next]);
  const purged = await row<{ until: string }>(
    worker,
    `select to_char(requests.records_purged_until() at time zone 'UTC' - interval '1 day',
       'YYYY-MM-DD HH24:MI') as until`,
  );
  expect(purged?.until).toBe(`${next} 00:00`);
});

test('a restored database, whose days nobody watches, archives them again first', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await putRecords(day, 2);
  await archive();
  await owner.raw(
    `drop trigger archived_day_written on requests.record_${day.replaceAll('-', '')}`,
  );
  expect(await dropArchivedDay(worker)).toBeNull();
  expect(await partitionOf(day)).toBe(true);
  await archive();
  expect(await dropArchivedDay(worker)).toBe(day);
  // A restore also makes partitions of days that have left, without a row.
  const next = await putDay(AFTER_DAYS + 1);
  expect(next).toBe(day);
  const younger = await putDay(AFTER_DAYS);
  expect(await archive({ afterDays: AFTER_DAYS - 1 })).toMatchObject({ archived: [younger] });
  expect(await dropArchivedDay(worker)).toBe(younger);
  expect((await given(day)).trimEnd().split('\n')).toHaveLength(2);
});

test('a verification of some days takes those that were read longest ago', async () => {
  const days = [await putDay(AFTER_DAYS + 3), await putDay(AFTER_DAYS + 2)];
  await archive();
  const read: string[] = [];
  const at = { db: archivist, store: location.store, folder, limit: 1 };
  for (let look = 0; look < 3; look += 1) await verifyArchive(at, (line) => read.push(line));
  expect(read).toEqual([...days, days[0]].map((day) => `${day}: 0 rows`));
});

test('a day of another installation under the address is not written over', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await putRecords(day, 3);
  await archive();
  await owner.raw('delete from requests.record');
  await putRecords(day, 5);
  await expect(archive()).rejects.toThrow('rows of');
  expect(await has(day, MANIFEST)).toBe(true);
  expect(await dropArchivedDay(worker)).toBeNull();
});

test('one run at a time, until the lease of one that has died is over', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  const store = location.store.addressOf();
  const claim = { afterDays: AFTER_DAYS, store, leaseMs: 60_000 };
  expect(await claimArchive(archivist, claim)).not.toBeNull();
  await expect(archive()).rejects.toThrow('Another run');
  await owner.raw(`update requests.archive set lease_until = now() - interval '1 second'`);
  expect(await archive()).toMatchObject({ archived: [day] });
});

test('how far the archive is behind is known, and where the policy keeps nothing to archive', async () => {
  await putDay(AFTER_DAYS + 3);
  await claimArchive(archivist, {
    afterDays: AFTER_DAYS,
    store: 'elsewhere',
    leaseMs: 0,
  });
  const overdue = (await readArchiveOverdue(worker)) ?? 0;
  expect(overdue / 86_400).toBeGreaterThanOrEqual(2);
  expect(overdue / 86_400).toBeLessThan(4);
  await archive();
  expect(await readArchiveOverdue(worker)).toBe(0);
  await setPolicy(AFTER_DAYS);
  await expect(archive()).rejects.toThrow('RECORDS_ARCHIVE_AFTER_DAYS');
});

test('who archives can note a day and neither drop one nor note one that differs', async () => {
  const [day, young] = [await putDay(AFTER_DAYS + 1), await putDay(20)];
  await putRecords(day, 2);
  const begun = (of: string) =>
    row<{ begun: boolean }>(archivist, 'select requests.begin_archived_day(:of, 1) as begun', {
      of,
    });
  expect(await begun(young)).toEqual({ begun: false });
  expect(await begun(day)).toEqual({ begun: true });
  const noted = await row<{ state: string }>(
    archivist,
    `select requests.note_archived_day(:day, 1, '{"rows": 1, "charged_n": 0}') as state`,
    { day },
  );
  expect(noted?.state).toBe('differs');
  for (const statement of [
    'select requests.drop_archived_day()',
    'insert into requests.archived_day (day, claims) values (current_date, 1)',
    'update requests.archived_day set archived_at = now()',
    'delete from requests.record',
    'update requests.archived_day set left_at = null',
    'insert into requests.archive (after_days, store) values (29, $$x$$)',
    'select password_hash from identity.user_account',
    'select 1 from billing.entry',
    'select 1 from audit.event',
  ]) {
    await expect(archivist.raw(statement)).rejects.toThrow(/permission denied|check constraint/u);
  }
  await expect(worker.raw('delete from requests.archived_day')).rejects.toThrow(
    'permission denied',
  );
});

/** What makes a day one that the worker drops, or that nobody archives. */
const FORGERIES = [
  `select requests.begin_archived_day('2026-01-01', 1)`,
  `select requests.note_archived_day('2026-01-01', 1, '{}')`,
  `select requests.forget_archived_day('2026-01-01')`,
  `insert into requests.archived_day (day, claims) values ('2026-01-01', 1)`,
  'update requests.archived_day set archived_at = now()',
  'update requests.archived_day set removed_at = now()',
  'delete from requests.archived_day',
  `insert into requests.archive (after_days, store) values (30, 'file:///tmp')`,
  'update requests.archive set after_days = 30',
  'delete from requests.archive',
];

test('no password but that of tollgate_archive makes a day leave, that of backups included', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await putRecords(day, 1);
  for (const role of SERVICE_ROLES.filter((one) => one !== 'tollgate_archive')) {
    const intruder = as(role);
    try {
      for (const statement of FORGERIES) {
        const done = await intruder.raw(statement).then(
          () => 'is done',
          (error: Error) => error.message,
        );
        expect([role, done]).toEqual([role, expect.stringContaining('permission denied')]);
      }
    } finally {
      await intruder.destroy();
    }
  }
  expect(await dropArchivedDay(worker)).toBeNull();
  expect(await stateOf(day)).toBeNull();
});

test('backups beside archived days leave these alone', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await archive();
  expect(await location.store.list()).toEqual([]);
  const rule = { keep: 1, keepDays: 0 };
  expect(await removeOld(location.store, rule, Date.now() + 86_400_000_000)).toEqual({
    removed: [],
    kept: [],
  });
  expect(await has(day, MANIFEST)).toBe(true);
});

test('days are given out one after the other, narrowed by owner, key, model and id', async () => {
  const [first, second] = [await putDay(AFTER_DAYS + 2), await putDay(AFTER_DAYS + 1)];
  await putRecords(first, 6);
  await putRecords(second, 5);
  const all = [...(await recordsOf(first)), ...(await recordsOf(second))] as Named[];
  await archive();
  const [lost] = [await putDay(AFTER_DAYS + 3)];
  const read = async (filter: Partial<RowFilter>, format: 'jsonl' | 'csv' = 'jsonl') => {
    const to = new PassThrough();
    const printed = text(to);
    const done = await exportDays(daysAt([lost, first, second], filter), { format, to });
    return { ...done, printed: await printed };
  };
  const idsIn = (lines: string): string[] =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as Named).id);
  const whole = await read({});
  expect([whole.rows, whole.missing]).toEqual([11, [lost]]);
  expect(idsIn(whole.printed)).toEqual(all.map(({ id }) => id));
  const table = parse((await read({}, 'csv')).printed, { columns: true }) as Named[];
  expect(table.map(({ id }) => id)).toEqual(all.map(({ id }) => id));

  const wanted = all[8];
  if (wanted === undefined) throw new Error('there are fewer records');
  const own = [
    { id: wanted.id },
    { userId: wanted.user_id },
    { apiKeyId: wanted.api_key_id },
    { userId: wanted.user_id, apiKeyId: wanted.api_key_id, model: wanted.model },
  ];
  for (const filter of own) {
    expect(idsIn((await read(filter)).printed)).toEqual([wanted.id]);
  }
  const ofModel = all.filter(({ model }) => model === wanted.model).map(({ id }) => id);
  expect(idsIn((await read({ model: wanted.model })).printed)).toEqual(ofModel);
  const hostile = `x' or '1' = '1`;
  expect((await read({ model: hostile })).rows).toBe(0);
  expect((await read({ userId: wanted.user_id, apiKeyId: all[0]?.api_key_id ?? '' })).rows).toBe(0);
});

test('the commands archive, verify and print a day, and the worker drops it', async () => {
  const day = await putDay(AFTER_DAYS + 1);
  await putRecords(day, 3);
  const records = await recordsOf(day);
  const run = (command: string, ...args: string[]) =>
    execa(process.execPath, [`deploy/operations/${command}.ts`, ...args], {
      cwd: REPOSITORY_ROOT,
      env: {
        DATABASE_URL: database.urlOf('tollgate_archive'),
        RECORDS_ARCHIVE_IN: location.store.addressOf(),
        RECORDS_ARCHIVE_AFTER_DAYS: String(AFTER_DAYS),
        TMPDIR: folder,
      },
      reject: false,
    });
  const done = await run('archive');
  expect([done.stderr, done.exitCode]).toEqual(['', 0]);
  expect(done.stdout).toMatch(/: 3 rows, \d+ bytes, archived and read back\n1 days archived/u);
  expect((await run('verify-archive')).stdout).toBe(`${day}: 3 rows\n1 archived days are whole.`);
  const printed = await run('read-archive', '--from', day);
  expect(printed.stdout.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual(records);
  expect(printed.stderr).toBe('3 request records, as they were archived.');

  const { id } = records[1] as Named;
  const byId = await run('read-archive', '--from', day, '--id', encodeId('req', id));
  expect([JSON.parse(byId.stdout), byId.stderr]).toEqual([
    records[1],
    '1 request records, as they were archived.',
  ]);
  // The ids of these records are random, so that the day of one is another.
  const lost = await run('read-archive', '--id', encodeId('req', firstUuidOf(new Date(0))));
  expect([lost.exitCode, lost.stderr]).toEqual([
    1,
    expect.stringContaining('no archived day of 1970-01-01, 1970-01-02.'),
  ]);

  const logger = createLogger('test', 'silent');
  const deps = { db: worker, logger } as JobDeps;
  expect(await dropArchivedDaysJob.run(deps)).toEqual({ days: 1 });
  expect(await dropArchivedDaysJob.run(deps)).toEqual({ days: 0 });
  await location.change(nameOfDay(day), FIRST_FILE, () => null);
  const broken = await run('verify-archive');
  expect([broken.exitCode, broken.stderr]).toEqual([
    1,
    '1 archived days are not as they were written.',
  ]);
  expect((await run('read-archive', '--from', day)).stdout).toBe('');
  expect((await run('read-archive', '--from', 'yesterday')).stderr).toMatch(
    /^make read-archive DAY=/u,
  );
  expect((await run('archive', 'off')).stdout).toContain('Request records stay in the database');
  expect(await readArchiveOverdue(worker)).toBeNull();
});
