import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { archiveLedger } from '@tollgate/archive/ledger/archive-ledger';
import { describeYear } from '@tollgate/archive/ledger/describe-year';
import { listLedgerYears } from '@tollgate/archive/ledger/ledger-day.queries';
import { leaveYear, returnYear } from '@tollgate/archive/ledger/leave-year';
import type { LeaveYearOptions } from '@tollgate/archive/ledger/leave-year';
import { listLeftYears } from '@tollgate/archive/ledger/left-year.queries';
import { verifyLedgerArchive } from '@tollgate/archive/ledger/read-ledger-day';
import { LATE_CHARGE_DAYS, LEAVE_AFTER_DAYS, OPERATION_DAYS_MAX } from '@tollgate/contract/billing';
import { backUp } from '@tollgate/db/backup/back-up';
import { restore } from '@tollgate/db/backup/restore';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { readRepeatables } from '@tollgate/db/repeatable';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import {
  findArchivedEntries,
  listAllEntries,
  listEntries,
} from '../../services/billing/src/entry.queries.ts';
import { readSettle } from '../../services/billing/src/item-readers.ts';
import { bookLosses } from '../../services/billing/src/loss.queries.ts';
import { moveItems } from '../../services/billing/src/move-items.ts';
import {
  releaseBatch,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import { createSealer } from '../../services/billing/src/sealer.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { aFolderLocation } from '../support/backup-locations.ts';
import type { BackupLocation } from '../support/backup-locations.ts';
import { anEmptyDatabase } from '../support/empty-database.ts';
import { daysOf, putYear } from '../support/past-ledger.ts';
import { aLedger, quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { afterDamage, brokenIn, TERMS } from './damaged.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

const DAY_MS = 86_400_000;
const LIMIT_MS = 60_000;
/** The newest year but one that is over for long enough. */
const YEAR = new Date(Date.now() - (LEAVE_AFTER_DAYS + 1) * DAY_MS).getUTCFullYear() - 2;
const DAYS = daysOf(YEAR).filter((day) => day.startsWith(String(YEAR)));

let ledger: TestLedger;
let location: BackupLocation;
let folder: string;
let holds: number;
let userId: string;

beforeAll(async () => {
  ledger = await aLedger();
  location = await aFolderLocation();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-left-'));
  const { owner, priceVersionId, replicas } = ledger;
  holds = await putYear(owner, { year: YEAR, priceVersionId });
  const found = await row<{ id: string }>(
    owner,
    'select min(user_id::text) as id from billing.wallet',
  );
  userId = found?.id ?? '';
  const terms = { entriesMax: 1_000, quietMs: 0 };
  await createSealer({ ...TERMS, db: replicas[0], logger: quiet, limitMs: LIMIT_MS, terms }).seal();
}, LIMIT_MS);
afterAll(async () => {
  await ledger?.drop();
  await location?.drop();
  await rm(folder, { recursive: true, force: true });
});

const wantedOf = (more: Partial<LeaveYearOptions> = {}): LeaveYearOptions => ({
  db: ledger.owner,
  store: location.store,
  folder,
  year: YEAR,
  isTrial: false,
  log: () => undefined,
  pauseMs: 50,
  ...more,
});
const leave = (more?: Partial<LeaveYearOptions>): Promise<void> => leaveYear(wantedOf(more));

async function expectSound(db: Knex = ledger.replicas[0]): Promise<void> {
  const verifier = createVerifier({ db, timers: TERMS.timers, logger: quiet });
  for (const kind of ['open', 'whole'] as const) {
    const { checks } = await verifier.verify(undefined, kind);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  }
}

const backedUp = (): Promise<unknown> =>
  rows(
    ledger.owner,
    `insert into maintenance.backup (store, name, taken_at, bytes, verified_at)
     values ('s', gen_random_uuid()::text, clock_timestamp(), 1, clock_timestamp())`,
  );

const verifyFiles = () =>
  verifyLedgerArchive(
    { db: ledger.owner, store: location.store, folder, limit: null },
    () => undefined,
  );

const holdsHere = async (db: Knex = ledger.owner): Promise<unknown> =>
  row(
    db,
    `select (select count(*)::int from billing.reservation) as holds,
       (select count(*)::int from billing.entry where grant_id is null) as moves`,
  );

/** An operation of the year that has nothing to do with its end. */
const anOldHold = async (): Promise<{ op_id: string; attempt: number; user_id: string }> => {
  const found = await row<{ id: string }>(
    ledger.owner,
    `select billing.uuid7(cast(:at as timestamptz)) as id`,
    { at: `${YEAR}-05-01Z` },
  );
  return { op_id: found?.id ?? '', attempt: 1, user_id: userId };
};

test('the ledger of these tests is sound, and its limits follow each other', async () => {
  await expectSound();
  const textOf = (path: string): string =>
    readRepeatables().find((file) => file.path === `services/billing/sql/${path}`)?.text ?? '';
  expect(textOf('settle.sql')).toContain(
    `late_for constant interval := '${LATE_CHARGE_DAYS} days'`,
  );
  expect(textOf('left-years.sql')).toContain(`interval '${OPERATION_DAYS_MAX} days'`);
  expect(textOf('leave.sql')).toContain(`interval '${LEAVE_AFTER_DAYS} days'`);
  expect(LATE_CHARGE_DAYS + 9).toBeLessThan(OPERATION_DAYS_MAX);
  expect(OPERATION_DAYS_MAX).toBeLessThan(LEAVE_AFTER_DAYS);
});

test('a year that is not ready says everything that keeps it, and nothing is changed', async () => {
  const before = await holdsHere();
  await expect(leave()).rejects.toThrow(
    `${YEAR} has to stay: ${DAYS.length} days are not in the archive; no backup of the last two days was made and read again.`,
  );
  const young = leave({ year: new Date().getUTCFullYear() });
  await expect(young).rejects.toThrow('has no year');
  await expect(leave({ year: YEAR + 1 })).rejects.toThrow(`${YEAR} has to leave first`);
  await archiveLedger({
    ...wantedOf(),
    afterDays: 1,
    again: null,
    db: ledger.owner,
  });
  await verifyFiles();
  await backedUp();
  await rows(
    ledger.owner,
    `insert into requests.idempotency (user_id, mode, key_sha, fingerprint, op_id, state, owner,
       lease_until, request_id, body_expires_at, tombstone_until, created_at)
     values (:userId, 'test', '', '', gen_random_uuid(), 'done', :userId, now(), 'r', now(), now(),
       cast(:at as timestamptz))`,
    { userId, at: `${YEAR + 1}-01-05Z` },
  );
  await expect(leave()).rejects.toThrow('idempotency keys are compared with its holds');
  await ledger.owner.raw('delete from requests.idempotency');
  const lines: string[] = [];
  await leave({ isTrial: true, log: (line) => lines.push(line) });
  expect(lines[0]).toContain('may leave');
  expect(await holdsHere()).toEqual(before);
  expect(await listLeftYears(ledger.owner)).toEqual([]);
});

test('a run that dies behind any step is gone on with, and a locked ledger is waited for', async () => {
  const { owner } = ledger;
  for (const step of ['was read again', 'its sums are written']) {
    const dies = leave({
      log(line) {
        if (line.includes(step)) throw new Error('killed');
      },
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await holdsHere()).toMatchObject({ holds });
    await expectSound();
  }
  expect((await listLeftYears(owner))[0]).toMatchObject({ year: YEAR, wallets: 5n, leftAt: null });
  const reader = await ledger.replicas[1].transaction();
  await rows(reader, 'select count(*) from billing.entry');
  const lines: string[] = [];
  const leaving = leave({
    log(line) {
      lines.push(line);
      if (line.startsWith('Waits')) void reader.commit();
    },
  });
  await leaving;
  expect(lines.at(-2)).toContain('Waits for the locks');
  expect(lines.at(-1)).toContain('left the ledger');
});

test('what is left is exact: every look is sound, and the archive says the same', async () => {
  const { owner } = ledger;
  await expectSound();
  // The hold of the last day that was closed in the new year, two of the last minute, and one that
  // was charged late behind it; and all of the new year.
  expect(await holdsHere()).toEqual({ holds: 4 + 180, moves: 9 + 2 * 180 + 18 });
  expect(await verifyFiles()).toMatchObject({ faults: [], elsewhere: 0 });
  const years = await listLedgerYears(owner);
  const own = years.find(({ year }) => year === YEAR);
  if (own === undefined) throw new Error('there is no such year');
  const [left] = await listLeftYears(owner);
  expect(describeYear(own, left)).toMatch(
    new RegExp(
      `^${YEAR}: left the database on .*, 4 days and 5 wallets. Its tables are kept apart`,
      'u',
    ),
  );
  await leave({ isTrial: true }).then(
    () => expect('tables').toBe('kept'),
    (error: Error) => expect(error.message).toContain('its tables stay: they are kept until'),
  );
});

/** Moves consumption from one wallet to another. */
const forge = (by: number): string => `
  update billing.left_wallet w
  set consumed_n = consumed_n + x.n * ${by}, available_n = available_n - x.n * ${by}
  from (select user_id, row_number() over (order by user_id) * 2 - 3 as n from billing.left_wallet) x
  where x.user_id = w.user_id and x.n < 2`;

test.each([
  [
    'a sum of a wallet',
    `update billing.left_wallet set consumed_n = consumed_n + 1, available_n = available_n - 1`,
    ['I3', 'I39', 'I49', 'I52'],
  ],
  ['sums of two wallets', forge(1), ['I3', 'I39', 'I49', 'I52']],
  [
    'a kept hold and its movements',
    `delete from billing.entry where op_id in (select op_id from billing.reservation where closed_at < '${YEAR + 1}-01-01Z'); delete from billing.reservation where closed_at < '${YEAR + 1}-01-01Z'`,
    ['I52'],
  ],
  ['a kept grant', `delete from billing.entry where kind = 'expire_grant'`, ['I42', 'I52']],
  ['what a grant found', `update billing.sealed_grant set given_n = given_n + 1`, ['I52']],
  [
    'a day of a grant',
    `update billing.grant_day set day = day + 1 where day = '${DAYS[0]}'`,
    ['I52'],
  ],
  [
    'the year itself',
    `update billing.left_year set consumed_n = consumed_n + 1, available_n = available_n - 1`,
    ['I52'],
  ],
  [
    'a wallet',
    `update billing.wallet set consumed_n = consumed_n + 1, available_n = available_n - 1 where user_id = (select min(user_id::text)::uuid from billing.wallet)`,
    ['I3'],
  ],
])('a forger of %s is seen', async (_what, damage, ids) => {
  const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, null));
  expect(broken).toEqual(expect.arrayContaining(ids));
});

test('a forger of sums who makes everything else fit is seen by the archive', async () => {
  const { owner } = ledger;
  const written = async (by: number): Promise<void> =>
    owner.transaction(async (trx) => {
      await trx.raw(`set local session_replication_role = replica; ${forge(by)};
        update billing.left_year set digest = billing.digest_left(year)`);
    });
  await written(1);
  expect((await verifyFiles()).faults).toEqual([
    expect.stringContaining('come to something else than the database says'),
  ]);
  await written(-1);
  expect((await verifyFiles()).faults).toEqual([]);
});

test('is refused before any lock, and said so to its sender', async () => {
  const { owner, replicas, ledgers, priceVersionId } = ledger;
  const old = await anOldHold();
  const lock = await owner.transaction();
  await rows(lock, 'select from billing.wallet where user_id = :userId for update', { userId });
  const [db] = replicas;
  const again = aHold({ priceVersionId, userId, amount: 10 }, { ...old, attempt: 2 });
  const counts = await holdsHere();
  expect(await reserveBatch(db, [again])).toEqual([{ outcome: 'left' }]);
  expect(await settleBatch(db, [settlementOf(old, 3)])).toEqual([
    { outcome: 'left', charged_nano: '0', uncovered_nano: '0' },
  ]);
  expect(await releaseBatch(db, [releaseOf(old)])).toEqual([{ outcome: 'left' }]);
  const loss = {
    op_id: old.op_id,
    attempt: 1,
    n: 1,
    reason: 'failed',
    cost_nano: '5',
    is_known: true,
  } as const;
  expect(await bookLosses(db, [loss])).toEqual([{ outcome: 'left' }]);
  await lock.commit();
  const moved = await moveItems(
    { logger: quiet, movement: 'settle', read: readSettle, move: ledgers[0].settle },
    { body: { items: [settlementOf(old, 3)] }, query: { judge: 'each' } },
  );
  expect(moved.results).toEqual([
    {
      outcome: 'refused',
      reason: 'closed',
      message: expect.stringContaining('has left the database for the archive'),
    },
  ]);
  // A batch goes on without them; a replayed key of a year that is still there is too old as well.
  const fresh = aHold({ priceVersionId, userId, amount: 10 });
  const made = await row<{ id: string }>(
    owner,
    `select billing.uuid7(now() - interval '${OPERATION_DAYS_MAX + 1} days') as id`,
  );
  const replayed = aHold({ priceVersionId, userId, amount: 10 }, { op_id: made?.id ?? '' });
  expect(await reserveBatch(db, [again, fresh, replayed])).toEqual([
    { outcome: 'left' },
    { outcome: 'held' },
    { outcome: 'too_late' },
  ]);
  expect(await settleBatch(db, [settlementOf(old, 3), settlementOf(fresh, 0)])).toMatchObject([
    { outcome: 'left' },
    { outcome: 'settled' },
  ]);
  expect(await holdsHere()).toMatchObject({ holds: (counts as { holds: number }).holds + 1 });
  await rows(owner, 'delete from billing.forgone');
});

test('an expired hold is charged late for so many days, and not a day longer', async () => {
  const { owner, priceVersionId } = ledger;
  const terms = { priceVersionId, userId, amount: 10 };
  const [early, late] = [aHold(terms, { ttl_ms: 1 }), aHold(terms, { ttl_ms: 1 })];
  const trx = await owner.transaction();
  try {
    await reserveBatch(trx, [early, late]);
    await pause(5);
    await rows(trx, 'select billing.sweep_ended_holds(10)');
    await trx.raw('set local session_replication_role = replica');
    for (const [hold, days] of [
      [early, LATE_CHARGE_DAYS - 1],
      [late, LATE_CHARGE_DAYS + 1],
    ] as const) {
      await rows(
        trx,
        `update billing.reservation set closed_at = now() - :days * interval '1 day' where op_id = :id`,
        { days, id: hold.op_id },
      );
    }
    expect(await settleBatch(trx, [settlementOf(early, 3), settlementOf(late, 3)])).toMatchObject([
      { outcome: 'late', charged_nano: '3' },
      { outcome: 'too_late', charged_nano: '0' },
    ]);
  } finally {
    await trx.rollback();
  }
});

test('transactions begin behind the year and say so, and grants of it are listed', async () => {
  const [db] = ledger.replicas;
  const page = { limit: 1_000, before: null, holds: true };
  const own = await listEntries(db, userId, page);
  expect(own.length).toBeGreaterThan(60);
  expect(own.at(-1)?.at.slice(0, 4)).toBe(String(YEAR + 1));
  expect(await findArchivedEntries(db, userId)).toEqual({
    from: `${YEAR}-01-01T00:00:00.000Z`,
    to: `${YEAR + 1}-01-01T00:00:00.000Z`,
  });
  expect(await findArchivedEntries(db, ledger.priceVersionId)).toBeNull();
  expect(await findArchivedEntries(db, null)).toEqual(await findArchivedEntries(db, userId));
  const grants = await listAllEntries(db, page, 'grants');
  expect(grants.filter(({ at }) => at.startsWith(String(YEAR)))).toHaveLength(15);
  const all = await listAllEntries(db, { ...page, holds: false }, null);
  const old = all.filter(({ at }) => at.startsWith(String(YEAR)));
  expect(old.map(({ op_id: op }) => op)).toEqual(old.map(() => null));
});

test('the command says what it would do, and what it needs', async () => {
  const run = (variables: Record<string, string>, command = 'leave-year', ...args: string[]) =>
    execa(process.execPath, [`deploy/operations/${command}.ts`, ...args], {
      cwd: REPOSITORY_ROOT,
      env: {
        DATABASE_URL: ledger.database.url,
        LEDGER_ARCHIVE_IN: location.store.addressOf(),
        TMPDIR: folder,
        ...variables,
      },
      reject: false,
    });
  const [kept, back, wrong, mistyped, read] = await Promise.all([
    run({ YEAR: String(YEAR), DRY_RUN: '1' }),
    run({ YEAR: String(YEAR), DRY_RUN: '1', BACK: '1' }),
    run({ YEAR: '' }),
    run({ YEAR: String(YEAR), BACK: 'no' }),
    run({}, 'read-archive', '--ledger', '--from', DAYS[0] ?? ''),
  ]);
  expect([kept.exitCode, kept.stderr]).toEqual([
    1,
    expect.stringContaining(`${YEAR} has left; its tables stay: they are kept until`),
  ]);
  expect([back.exitCode, back.stdout]).toEqual([0, `${YEAR} would be brought back.`]);
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/^make leave-year YEAR=/u),
  ]);
  // What has left is read as before, checked against the seals that stay.
  expect([read.exitCode, read.stdout.split('\n').length]).toEqual([
    0,
    Number.parseInt(read.stderr),
  ]);
  expect(read.stdout).toContain('"kind":"grant"');
  expect([mistyped.exitCode, mistyped.stderr]).toEqual([1, 'BACK is 1, or is left out.']);
});

test('no row comes into the year again, and no partition of it', async () => {
  const { owner } = ledger;
  const at = `${YEAR}-05-01Z`;
  await expect(
    rows(
      owner,
      `insert into billing.entry (id, user_id, kind, op_id, attempt, at)
       values (billing.uuid7('${at}'), :userId, 'settle_late', gen_random_uuid(), 1, '${at}')`,
      { userId },
    ),
  ).rejects.toThrow('has left the ledger');
  const made = await row<{ made: number }>(
    owner,
    `select maintenance.ensure_years('billing.entry', '${YEAR}-01-01', current_date) as made`,
  );
  expect(made).toEqual({ made: 0 });
  await expect(owner.raw('truncate billing.seal')).rejects.toThrow('seals cannot be made again');
  await expect(
    archiveLedger({ ...wantedOf(), afterDays: 1, again: DAYS[0] ?? '' }),
  ).rejects.toThrow('the archive has its only copy');
  expect((await verifyFiles()).faults).toEqual([]);
});

test(
  'a restored database knows what left, and is as exact',
  async () => {
    const { database, owner } = ledger;
    await backUp({
      databaseUrl: database.url,
      store: location.store,
      name: 'one',
      log: () => undefined,
    });
    const empty = await anEmptyDatabase();
    const restored = connectDatabase({ url: empty.url, applicationName: 'test-left', poolMax: 2 });
    try {
      const backup = { store: location.store, name: 'one' };
      await restore({ databaseUrl: empty.url, backup, log: () => undefined });
      expect(await holdsHere(restored)).toEqual(await holdsHere(owner));
      const broken = await restored.transaction((trx) => brokenIn(trx, null));
      expect(broken).toEqual([]);
      await expect(
        empty.ask(`insert into billing.entry (id, user_id, kind, op_id, attempt, at)
          values (gen_random_uuid(), gen_random_uuid(), 'settle', gen_random_uuid(), 1, '${YEAR}-05-01Z')`),
      ).rejects.toThrow('has left the ledger');
      await expect(returnYear(wantedOf({ db: restored }))).rejects.toThrow(
        'restored from a backup',
      );
    } finally {
      await restored.destroy();
      await empty.drop();
    }
  },
  LIMIT_MS,
);

test('a year can be brought back until its tables are dropped, which waits for proofs', async () => {
  const here = (await holdsHere()) as { holds: number };
  await returnYear(wantedOf());
  expect(await holdsHere()).toMatchObject({ holds: holds + here.holds - 184 });
  expect(await listLeftYears(ledger.owner)).toEqual([]);
  await expectSound();
  await leave();
  await expect(leave({ waitMs: 0 })).rejects.toThrow(
    'its tables stay: the whole ledger was not found sound since: run make verify-ledger FULL=1; no backup was made and read again since.',
  );
  await expectSound();
  await backedUp();
  await leave({ waitMs: 0 });
  expect((await listLeftYears(ledger.owner))[0]?.droppedAt).not.toBeNull();
  await expect(returnYear(wantedOf())).rejects.toThrow('its tables were dropped');
  const lines: string[] = [];
  await leave({ log: (line) => lines.push(line) });
  expect(lines).toEqual([expect.stringContaining('its tables were dropped')]);
  const tables = await rows(
    ledger.owner,
    `select from pg_class where relnamespace = 'maintenance'::regnamespace
       and relname ~ '^(left|kept)_' and relkind = 'r'`,
  );
  expect(tables).toEqual([]);
  await expectSound();
});

test('the year after leaves as well, with the holds that were kept for it', async () => {
  const { owner } = ledger;
  await leave({ year: YEAR + 1 });
  await expectSound();
  // What was kept of the first year has its movements in the second one, which are kept with it.
  expect(await holdsHere()).toMatchObject({ moves: expect.any(Number) });
  expect((await listLeftYears(owner)).map(({ year }) => year)).toEqual([YEAR + 1, YEAR]);
  expect((await verifyFiles()).faults).toEqual([]);
  const old = await anOldHold();
  expect(await settleBatch(ledger.replicas[0], [settlementOf(old, 3)])).toMatchObject([
    { outcome: 'left' },
  ]);
  for (const damage of [
    forge(1),
    `delete from billing.entry where kind = 'settle_late' and at < '${YEAR + 1}-02-01Z'`,
  ]) {
    const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, null));
    expect(broken).toContain('I52');
  }
  await returnYear(wantedOf({ year: YEAR + 1 }));
  await expectSound();
});
