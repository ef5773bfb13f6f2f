import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { exportDays } from '@tollgate/archive/export-days';
import { archiveLedger } from '@tollgate/archive/ledger/archive-ledger';
import type { LedgerArchiveOptions } from '@tollgate/archive/ledger/archive-ledger';
import { describeYear, obstaclesOf } from '@tollgate/archive/ledger/describe-year';
import { LEDGER_COLUMNS } from '@tollgate/archive/ledger/ledger-columns';
import {
  beginLedgerDay,
  listLedgerDaysToWrite,
  listLedgerYears,
  listSealsOfDay,
  noteLedgerDay,
  readLedgerPage,
} from '@tollgate/archive/ledger/ledger-day.queries';
import { nameOfLedgerDay } from '@tollgate/archive/ledger/ledger-manifest';
import { LEDGER_DAYS, verifyLedgerArchive } from '@tollgate/archive/ledger/read-ledger-day';
import { findBrokenLink, startSealDigest } from '@tollgate/archive/ledger/seal-digest';
import type { LedgerSeal } from '@tollgate/archive/ledger/seal-digest';
import { EVERY_ROW } from '@tollgate/archive/row-filter';
import type { RowFilter } from '@tollgate/archive/row-filter';
import type { ListableStore } from '@tollgate/backup/backup-store';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { SERVICE_ROLES } from '@tollgate/db/migrate';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { parse } from 'csv-parse/sync';
import { execa } from 'execa';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { aBucketLocation, aFolderLocation, hasBuckets } from '../support/backup-locations.ts';
import type { BackupLocation } from '../support/backup-locations.ts';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { putLedgerDay, putYears, sealUntil } from '../support/past-ledger.ts';
import { quiet } from './a-ledger.ts';
import { aBusyLedger } from './busy-ledger.ts';
import { CODE, TERMS, UNGUARD } from './damaged.ts';
import { aSealer } from './sealing.ts';

const MANIFEST = 'manifest.json';
const FIRST_FILE = 'ledger-0000.parquet';
const DAY_MS = 86_400_000;
/** So that a day of some movements has several files. */
const PART_ROWS = 4;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BUSY_MS = 60_000;
const MONTH_MS = 180_000;

const YEAR = new Date().getUTCFullYear() - 1;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** A day of December of last year. */
const december = (day: number): string => dayOf(Date.UTC(YEAR, 11, day));
const nextDay = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

let database: TestDatabase;
let owner: Knex;
let archivist: Knex;
let folder: string;
let location: BackupLocation;

const as = (role: string | null, of = database): Knex =>
  connectDatabase({
    url: role === null ? of.url : of.urlOf(role),
    applicationName: 'test-ledger-archive',
    poolMax: 2,
  });

beforeEach(async () => {
  database = await aDatabase();
  [owner, archivist] = [as(null), as('tollgate_archive')];
  await putYears(owner, `${YEAR}-01-01`);
  folder = await mkdtemp(join(tmpdir(), 'tollgate-archive-'));
  location = await aFolderLocation();
});
afterEach(async () => {
  await Promise.all([owner?.destroy(), archivist?.destroy()]);
  await location?.drop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const archive = (given: Partial<LedgerArchiveOptions> = {}): Promise<string[]> =>
  archiveLedger({
    db: archivist,
    store: location.store,
    afterDays: 1,
    again: null,
    folder,
    log: () => undefined,
    partRows: PART_ROWS,
    pageRows: 2,
    ...given,
  });

const verify = () =>
  verifyLedgerArchive(
    { db: archivist, store: location.store, folder, limit: null },
    () => undefined,
  );

/** Puts movements into days and seals each of them in two stretches. */
async function putSealed(days: readonly string[], into = owner): Promise<void> {
  for (const day of days) await putLedgerDay(into, day);
  for (const day of days) {
    await sealUntil(into, `${day}T00:30:00`);
    await sealUntil(into, `${nextDay(day)}T00:00:00`);
  }
}

const stateOf = (day: string) =>
  row<Record<string, unknown>>(
    owner,
    `select archived_at is not null as archived, entries::int as entries,
       verified_at is not null as verified from ledger_archive.day where day = :day`,
    { day },
  );

/** What the ledger has between two days, as the archive gives it out. */
const movementsOf = async (day: string): Promise<unknown[]> =>
  (
    await rows<{ movement: unknown }>(
      owner,
      `select to_jsonb(m) || jsonb_build_object(${LEDGER_COLUMNS.filter(({ type }) =>
        ['bigint', 'timestamp with time zone'].includes(type),
      )
        .map(({ name, type }) =>
          type === 'bigint'
            ? `'${name}', m.${name}::text`
            : `'${name}', to_char(m.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
        )
        .join(', ')}) as movement
       from ledger_archive.seals_of(:day) s,
         ledger_archive.read_stretch(s.first_id, s.next_id, '${FIRST_ID}', 1000) m order by m.id`,
      { day },
    )
  ).map(({ movement }) => movement);

async function given(
  days: string[],
  more: { format?: 'jsonl' | 'csv'; db?: Knex | null; filter?: Partial<RowFilter> } = {},
): Promise<string> {
  const to = new PassThrough();
  const read = text(to);
  const filter = { ...EVERY_ROW, ...more.filter };
  const { db = archivist, format = 'jsonl' } = more;
  const at = { db, store: location.store, folder, days, filter, source: LEDGER_DAYS };
  const [, printed] = await Promise.all([exportDays(at, { format, to }), read]);
  return printed;
}

const linesOf = (printed: string): unknown[] =>
  printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** Whether the archive has a file of a day. */
async function has(day: string, file: string): Promise<boolean> {
  const stream = await location.store.read(nameOfLedgerDay(day), file);
  await stream?.forEach(() => undefined);
  return stream !== null;
}

const countRows = async (): Promise<unknown> =>
  row(
    owner,
    `select (select count(*)::int from billing.entry) as entries,
       (select count(*)::int from billing.reservation) as holds`,
  );

test(
  'a month of the ledger is archived, read back and verified, and stays where it is',
  async () => {
    const month = Array.from({ length: 31 }, (_day, index) => december(index + 1));
    await putSealed(month);
    const before = await countRows();
    const whole = { partRows: 1_000, pageRows: 100 };
    expect(await archive(whole)).toEqual(month);
    expect(await archive(whole)).toEqual([]);
    expect(await verify()).toEqual({ verified: 31, faults: [], elsewhere: 0 });
    const all: unknown[] = [];
    for (const day of month) all.push(...(await movementsOf(day)));
    expect(all).toHaveLength(31 * 12 - 2);
    // The archive alone is enough: the digests are those of the seals without any database.
    expect(linesOf(await given(month, { db: null }))).toEqual(all);
    expect(await countRows()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  },
  MONTH_MS,
);

const LOCATIONS: [string, () => Promise<BackupLocation>][] = [
  ['a folder', aFolderLocation],
  ...(hasBuckets ? [['a bucket', aBucketLocation] as [string, () => Promise<BackupLocation>]] : []),
];

describe.each(LOCATIONS)('an archive of the ledger in %s', (_what, aLocation) => {
  const day = december(10);
  beforeEach(async () => {
    await location.drop();
    location = await aLocation();
    await putSealed([day]);
  }, BUSY_MS);

  test('has every value of a day, for people and for programs', async () => {
    expect(await archive()).toEqual([day]);
    expect(await stateOf(day)).toEqual({ archived: true, entries: 10, verified: false });
    const movements = (await movementsOf(day)) as Record<string, string | null>[];
    expect(movements.map(({ kind }) => String(kind)).toSorted()).toEqual([
      'expire_hold',
      'expire_hold',
      'grant',
      'release',
      ...Array<string>(4).fill('reserve'),
      'revoke',
      'settle',
    ]);
    expect(linesOf(await given([day]))).toEqual(movements);
    const table = parse(await given([day], { format: 'csv' }), { columns: true }) as Record<
      string,
      string
    >[];
    expect(table.map(({ available_n: n }) => n)).toEqual(
      movements.map((one) => one['available_n']),
    );
    const settled = movements.find(({ kind }) => kind === 'settle');
    const filter = { apiKeyId: settled?.['api_key_id'] ?? null };
    expect(linesOf(await given([day], { filter }))).toEqual([settled]);
    expect(await verify()).toEqual({ verified: 1, faults: [], elsewhere: 0 });
    expect(await stateOf(day)).toMatchObject({ verified: true });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['a changed byte', FIRST_FILE, flip, 'is damaged'],
    ['a file that is gone', FIRST_FILE, () => null, 'is missing'],
    ['a manifest that says otherwise', MANIFEST, replaced('"rows": 10', '"rows": 9'), 'is damaged'],
    ['no manifest', MANIFEST, () => null, 'There is no archived day'],
  ])('with %s is seen, and written once more on demand', async (_of, file, damage, fault) => {
    await archive();
    await location.change(nameOfLedgerDay(day), file, damage);
    expect(await verify()).toEqual({
      verified: 0,
      faults: [expect.stringContaining(fault)],
      elsewhere: 0,
    });
    expect(await stateOf(day)).toMatchObject({ verified: false });
    if (!fault.startsWith('There')) await expect(given([day], { db: null })).rejects.toThrow(fault);
    expect(await archive()).toEqual([]);
    expect(await archive({ again: day })).toEqual([day]);
    expect(await verify()).toMatchObject({ verified: 1, faults: [] });
    expect(await readdir(folder)).toEqual([]);
  });
});

function flip(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const at = Math.floor(bytes.length / 2);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function replaced(from: string, to: string) {
  return (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace(from, to));
}

/** Changes a manifest as somebody does who knows how its checksum is made. */
const forged =
  (change: (manifest: { seals: LedgerSeal[]; files: object[]; rows: number }) => void) =>
  (bytes: Buffer): Buffer => {
    const { checksum: _old, ...manifest } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    change(manifest as never);
    const checksum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    return Buffer.from(JSON.stringify({ ...manifest, checksum }));
  };

/** A store whose process is killed at a step, after the step, and clears nothing up. */
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

describe('a run that dies', () => {
  const day = december(10);
  beforeEach(() => putSealed([day]));

  // The name is cleared and begun, three files are written and read, the manifest ends it.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'at step %i is made good by the next one',
    async (step) => {
      await expect(archive({ store: dyingAt(location.store, step) })).rejects.toThrow('killed');
      expect(await stateOf(day)).toMatchObject({ archived: false });
      expect(await archive()).toEqual([day]);
      expect(linesOf(await given([day]))).toEqual(await movementsOf(day));
    },
  );
});

describe('forgeries', () => {
  const day = december(10);
  let other: { database: TestDatabase; owner: Knex; archivist: Knex; location: BackupLocation };
  beforeEach(async () => {
    const made = await aDatabase();
    other = {
      database: made,
      owner: as(null, made),
      archivist: as('tollgate_archive', made),
      location: await aFolderLocation(),
    };
    await putYears(other.owner, `${YEAR}-01-01`);
    await putSealed([day], other.owner);
    await putSealed([day]);
    await archive({ db: other.archivist, store: other.location.store });
  });
  afterEach(async () => {
    await Promise.all([other.owner.destroy(), other.archivist.destroy()]);
    await other.location.drop();
    await other.database.drop();
  });

  const bytesOf = async (from: BackupLocation, file: string): Promise<Buffer> => {
    const stream = await from.store.read(nameOfLedgerDay(day), file);
    if (stream === null) throw new Error(`there is no ${file}`);
    return buffer(stream);
  };

  test('a seal that was written anew is no link of the chain', async () => {
    await archive();
    const change = forged(({ seals }) => {
      if (seals[1] !== undefined) seals[1].consumedN = '3';
    });
    await location.change(nameOfLedgerDay(day), MANIFEST, change);
    const fault = 'is no link of the chain';
    expect((await verify()).faults).toEqual([expect.stringContaining(fault)]);
    await expect(given([day], { db: null })).rejects.toThrow(fault);
  });

  test('a file of other movements has not the digest of the seals, whatever its checksum', async () => {
    await archive();
    const strange = await bytesOf(other.location, FIRST_FILE);
    await location.change(nameOfLedgerDay(day), FIRST_FILE, () => strange);
    const sha256 = createHash('sha256').update(strange).digest('hex');
    const change = forged(({ files }) => {
      files[0] = { file: FIRST_FILE, rows: PART_ROWS, bytes: strange.length, sha256 };
    });
    await location.change(nameOfLedgerDay(day), MANIFEST, change);
    const fault = 'for seal 1 that are not the';
    expect((await verify()).faults).toEqual([expect.stringContaining(fault)]);
    await expect(given([day], { db: null })).rejects.toThrow(fault);
  });

  test('a day that is whole, of another ledger, is not what this database has sealed', async () => {
    await archive();
    const [mine] = [location];
    location = other.location;
    try {
      await rows(owner, 'update ledger_archive.day set store = :store', {
        store: location.store.addressOf(),
      });
      expect((await verify()).faults).toEqual([
        expect.stringContaining('has other seals than the database has'),
      ]);
      await expect(archive({ again: day })).rejects.toThrow('movements of');
      expect(await has(day, MANIFEST)).toBe(true);
      expect((await given([day], { db: other.archivist })).length).toBeGreaterThan(0);
    } finally {
      location = mine;
    }
  });
});

describe('what is not sealed', () => {
  const day = december(10);

  test('is neither read nor written: a day without its end, or without any seal', async () => {
    await putLedgerDay(owner, day);
    expect(await listLedgerDaysToWrite(archivist, 1)).toEqual([]);
    await sealUntil(owner, `${day}T12:00:00`);
    expect(await archive()).toEqual([]);
    expect(await archive({ again: day })).toEqual([]);
    expect(await beginLedgerDay(archivist, { day, leaseMs: 1, again: false })).toBeNull();
    const sealed = await row<{ from: string; upto: string }>(
      owner,
      `select first_id as "from", next_id as upto from billing.seal`,
    );
    const page = { after: FIRST_ID, limit: 100 };
    const { from = '', upto = '' } = sealed ?? {};
    const behind = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    expect((await readLedgerPage(archivist, { ...page, from, upto })).length).toBeGreaterThan(0);
    expect(await readLedgerPage(archivist, { ...page, from, upto: behind })).toEqual([]);
    expect(await readLedgerPage(archivist, { ...page, from: upto, upto: behind })).toEqual([]);
    await sealUntil(owner, `${nextDay(day)}T00:00:00`);
    expect(await archive()).toEqual([day]);
  });

  test('a day that was changed after its seal is not archived, and nothing of it is left there', async () => {
    await putSealed([day]);
    await owner.transaction(async (trx) => {
      await trx.raw(UNGUARD);
      await trx.raw(
        `update billing.reservation set cost_n = 5, uncovered_n = 1 where state = 'settled'`,
      );
    });
    await expect(archive()).rejects.toThrow('that are not the');
    expect(await stateOf(day)).toMatchObject({ archived: false });
    expect(await has(day, MANIFEST)).toBe(false);
    expect(await has(day, FIRST_FILE)).toBe(false);
  });

  test('days that have no movement are covered by the seal of the next one', async () => {
    await putSealed([december(5)]);
    await putSealed([december(20)]);
    expect(await archive()).toEqual([december(5), december(20)]);
    const { seals } = await listSealsOfDay(archivist, december(20));
    expect(seals[0]?.firstId).toBe(
      (await listSealsOfDay(archivist, december(5))).seals.at(-1)?.nextId,
    );
    expect(await listSealsOfDay(archivist, december(12))).toEqual({ seals: [], chainBefore: null });
  });

  test('young days wait until they are old enough', async () => {
    await putSealed([day]);
    const days = Math.floor((Date.now() - Date.parse(nextDay(day))) / DAY_MS);
    expect(await archive({ afterDays: days + 1 })).toEqual([]);
    expect(await archive({ afterDays: days - 1 })).toEqual([day]);
  });
});

test('a late charge that comes behind the archive is of its own day, and changes nothing of the other', async () => {
  const [day, next] = [december(10), december(11)];
  await putSealed([day]);
  await archive();
  const before = await given([day]);
  await sealUntil(owner, `${nextDay(next)}T00:00:00`);
  expect(await archive()).toEqual([next]);
  expect(await given([day])).toBe(before);
  const late = linesOf(await given([next])) as Record<string, unknown>[];
  expect(late.map(({ kind, late_charged_n: n }) => [kind, n])).toEqual([
    ['settle_late', '5'],
    ['expire_grant', null],
  ]);
  expect(await verify()).toEqual({ verified: 2, faults: [], elsewhere: 0 });
});

test('one run at a time writes a day, until the lease of one that has died is over', async () => {
  const day = december(10);
  await putSealed([day]);
  const claim = await beginLedgerDay(archivist, { day, leaseMs: 60_000, again: false });
  expect(claim).toEqual({ day, claim: 1 });
  expect(await archive()).toEqual([]);
  await owner.raw(`update ledger_archive.day set lease_until = now() - interval '1 second'`);
  expect(await archive()).toEqual([day]);
  const noted = { entries: 10, sha256: 'x', bytes: 1, store: 's', name: 'n' };
  if (claim === null) throw new Error('there is no claim');
  expect(await noteLedgerDay(archivist, claim, noted)).toBe('differs');
  const { seals } = await listSealsOfDay(archivist, day);
  const digest = createHash('sha256');
  for (const seal of seals) digest.update(Buffer.from(seal.digest, 'hex'));
  const right = { ...noted, sha256: digest.digest('hex') };
  expect(await noteLedgerDay(archivist, claim, right)).toBe('lost');
  expect(await noteLedgerDay(archivist, claim, { ...right, entries: 9 })).toBe('differs');
});

describe('what the product writes', () => {
  test.each([1, 3, 1_000])(
    'has the digests of its seals outside of the database, seals being of %i movements',
    async (size) => {
      const ledger = await aBusyLedger();
      try {
        await aSealer(ledger, size).seal();
        if (size > 3) {
          await rows(
            ledger.owner,
            `select billing.seal_stretch('${FIRST_ID}', billing.first_id(now()))`,
          );
        }
        const seals = await rows<LedgerSeal>(
          ledger.owner,
          `select no, first_id as "firstId", next_id as "nextId", entries::text, holds::text,
             available_n::text as "availableN", reserved_n::text as "reservedN",
             consumed_n::text as "consumedN", issued_n::text as "issuedN",
             encode(digest, 'hex') as digest, encode(chain, 'hex') as chain,
             (extract(epoch from sealed_at) * 1000000)::bigint::text as "sealedAt"
           from billing.seal order by no`,
        );
        expect(seals.length).toBeGreaterThan(0);
        expect(findBrokenLink(seals, null)).toBeNull();
        expect(findBrokenLink(seals, seals[0]?.chain ?? '')).toBe(seals[0]);
        const digest = startSealDigest(seals, 'the ledger');
        const upto = seals.at(-1)?.nextId ?? '';
        const page = { from: FIRST_ID, upto, after: FIRST_ID, limit: 1_000 };
        const movements = await readLedgerPage(ledger.owner, page);
        for (const one of movements)
          digest.add(LEDGER_COLUMNS.map(({ name }) => one[name] ?? null));
        expect(digest.end().rows).toBe(movements.length);
        expect(movements.length).toBeGreaterThan(10);
      } finally {
        await ledger.drop();
      }
    },
    BUSY_MS,
  );

  test('holds for looks and full looks where the archive has its rights', async () => {
    const ledger = await aBusyLedger();
    try {
      const verifier = createVerifier({
        db: ledger.replicas[0],
        timers: TERMS.timers,
        logger: quiet,
      });
      for (const kind of ['open', 'whole'] as const) {
        const { checks } = await verifier.verify(undefined, kind);
        expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      }
      await ledger.owner.raw(`grant execute on function
        ledger_archive.note_day(date, integer, jsonb) to tollgate_worker`);
      const { checks } = await verifier.verify();
      expect(checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual([CODE]);
    } finally {
      await ledger.drop();
    }
  });
});

describe('a year that is over', () => {
  test('says what keeps it in the database, until nothing does', async () => {
    const days = [december(30), december(31)];
    await putSealed(days);
    const only = async () => {
      const found = (await listLedgerYears(archivist)).filter(({ year }) => year === YEAR);
      expect(found).toHaveLength(1);
      const [year] = found;
      if (year === undefined) throw new Error('there is no such year');
      return { year, obstacles: obstaclesOf(year) };
    };
    expect((await only()).obstacles).toEqual(['2 days are not in the archive']);
    await archive();
    expect((await only()).obstacles).toEqual(['2 archived days were never read again']);
    await verify();
    const done = await only();
    expect(done.obstacles).toEqual([]);
    expect(describeYear(done.year)).toContain('the archive has all of it');

    await owner.raw(`insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route,
        stream, async, status, outcome, attempt, charged_n, total_ms)
      values (gen_random_uuid(), '${december(31)} 12:00:00Z', 'req_old', gen_random_uuid(),
        gen_random_uuid(), 'live', 'chat', false, false, 200, 'served', 1, 7, 5)`);
    await owner.raw(`with given as (
        insert into billing.wallet (user_id, granted_n, available_n, reserved_n)
        values (gen_random_uuid(), 10, 5, 5) returning user_id
      ), granted as (
        insert into billing.credit_grant (id, user_id, amount_n, remaining_n, created_by, created_at,
          body_sha)
        select gen_random_uuid(), user_id, 10, 10, 'admin', '${december(31)}Z', '' from given
      )
      insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n,
        price_version_id, uplift_bp, estimate, created_at, expires_at)
      select billing.uuid7('${december(31)}Z'), 1, user_id, user_id, 5, user_id, 0, '{}', now(), now()
      from given`);
    expect((await only()).obstacles).toEqual([
      '1 holds are open',
      'request records are compared with its holds',
    ]);
    expect(describeYear((await only()).year)).toContain('It has to stay: 1 holds are open;');
  });

  test('that is not sealed to its end has to stay', async () => {
    await putSealed([december(10)]);
    const [year] = await listLedgerYears(archivist);
    expect(year === undefined ? [] : obstaclesOf(year)).toContain('its end is not sealed');
  });
});

/** What the archive has no business to do, and what others must not do in its name. */
const READS = [
  'select 1 from billing.entry',
  'select 1 from billing.seal',
  'select 1 from ledger_archive.day',
];
const WRITES = [
  `insert into ledger_archive.day (day, claims) values ('2026-01-01', 1)`,
  'update ledger_archive.day set archived_at = now()',
  'delete from ledger_archive.day',
  'truncate ledger_archive.day',
  `select billing.seal_stretch('${FIRST_ID}', '${FIRST_ID}')`,
  `select billing.digest_stretch('${FIRST_ID}', '${FIRST_ID}')`,
  `select billing.settle_holds('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', true)`,
  'drop table billing.entry',
  'create table ledger_archive.mine ()',
  'select 1 from billing.left_wallet',
  'select ledger_archive.why_not(2020)',
  `select ledger_archive.sum_year(2020, now())`,
  'select ledger_archive.leave_year(2020)',
  'select ledger_archive.return_year(2020)',
  `select ledger_archive.drop_year(2020, now(), interval '0')`,
  'select ledger_archive.guard_left_years()',
];
const CALLS = [
  `select ledger_archive.begin_day('2026-01-01', 1, true)`,
  `select ledger_archive.renew_day('2026-01-01', 1, 1)`,
  `select ledger_archive.note_day('2026-01-01', 1, '{}')`,
  `select ledger_archive.note_verified('2026-01-01')`,
  `select ledger_archive.seals_of('2026-01-01')`,
  `select ledger_archive.read_stretch('${FIRST_ID}', '${FIRST_ID}', '${FIRST_ID}', 1)`,
  'select ledger_archive.days_to_write(1)',
  `select ledger_archive.days_to_verify('x', 1)`,
  `select ledger_archive.days_elsewhere('x')`,
  'select ledger_archive.years()',
  'select ledger_archive.left_years()',
  `select ledger_archive.left_wallets(2020, '${FIRST_ID}', 1)`,
  'select ledger_archive.archived_days(2020)',
];

test('the archive has its functions and no table; no other role has any of them', async () => {
  const trial = async (db: Knex, statement: string): Promise<string> =>
    db.raw(statement).then(
      () => 'is done',
      (error: Error) => error.message,
    );
  for (const statement of [...READS, ...WRITES]) {
    expect([statement, await trial(archivist, statement)]).toEqual([
      statement,
      expect.stringMatching(/permission denied|must be owner/u),
    ]);
  }
  for (const statement of CALLS) {
    expect([statement, await trial(archivist, statement)]).toEqual([statement, 'is done']);
  }
  for (const role of SERVICE_ROLES.filter((one) => one !== 'tollgate_archive')) {
    const intruder = as(role);
    try {
      for (const statement of [...WRITES.slice(0, 4), ...CALLS]) {
        expect([role, statement, await trial(intruder, statement)]).toEqual([
          role,
          statement,
          expect.stringContaining('permission denied'),
        ]);
      }
    } finally {
      await intruder.destroy();
    }
  }
});

test(
  'the commands copy, verify and print a day of the ledger, and copy it again',
  async () => {
    const day = december(10);
    await putSealed([day]);
    const run = (command: string, ...args: string[]) =>
      execa(process.execPath, [`deploy/operations/${command}.ts`, ...args], {
        cwd: REPOSITORY_ROOT,
        env: {
          DATABASE_URL: database.urlOf('tollgate_archive'),
          LEDGER_ARCHIVE_IN: location.store.addressOf(),
          TMPDIR: folder,
        },
        reject: false,
      });
    const done = await run('archive');
    expect([done.stderr, done.exitCode]).toEqual(['', 0]);
    expect(done.stdout).toMatch(
      /: 10 movements, \d+ bytes, archived and read back\n1 days of the ledger copied to/u,
    );
    const whole = await run('verify-archive');
    expect(whole.stdout).toContain(`${day}: 10 movements\n${YEAR}: 1 sealed days`);
    expect(whole.stdout).toContain('1 archived days of the ledger are whole.');
    const printed = await run('read-archive', '--ledger', '--from', day);
    expect(linesOf(printed.stdout)).toEqual(await movementsOf(day));
    expect(printed.stderr).toBe('10 movements of the ledger, as they were archived.');
    const refused = await run('read-archive', '--ledger', '--from', day, '--model', 'x');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('leave ID and'),
    ]);
    expect((await run('read-archive', '--from', day)).stderr).toMatch(/^make read-archive DAY=/u);

    await location.change(nameOfLedgerDay(day), FIRST_FILE, flip);
    const broken = await run('verify-archive');
    expect([broken.exitCode, broken.stderr]).toEqual([
      1,
      '1 archived days of the ledger are not as they were written.',
    ]);
    expect((await run('archive', 'again', day)).stdout).toContain('1 days of the ledger copied');
    expect((await run('archive', 'again', 'yesterday')).stderr).toMatch(/^make archive IN=/u);
    expect((await run('verify-archive')).exitCode).toBe(0);
  },
  BUSY_MS,
);
