import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { findMissingPartitions, mergePartitions } from '@tollgate/db/partitions';
import { newUuid } from '@tollgate/runtime/ids';
import { withRetries } from '../../services/billing/src/transactions.ts';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { putBook } from '../support/old-rows.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, settlementOf } from './items.ts';

const TABLES = ['billing.reservation', 'billing.entry'] as const;
/** At any time of the year a whole month lies between these and the days that are left alone. */
const HISTORY_DAYS = 75;
const DAY_MS = 86_400_000;
const TURN_MS = 60_000;
/** Merging the days of some months, beside other work on a busy machine. */
const MERGE_MS = 120_000;

let ledger: TestLedger;
let worker: Knex;
beforeEach(async () => {
  ledger = await aLedger();
  worker = asWorker();
});
afterEach(async () => {
  await worker.destroy();
  await ledger.drop();
});

const asWorker = (): Knex =>
  connectDatabase({
    url: ledger.database.urlOf('tollgate_worker'),
    applicationName: 'test-partitions',
  });

interface Partition {
  name: string;
  first: string;
  next: string;
}

const partitionsOf = (table: string): Promise<Partition[]> =>
  rows(
    ledger.owner,
    `select cast(child as text) as name, cast(first_day as text) as first, cast(next_day as text) as next
     from maintenance.partitions_of(cast(:table as regclass)) order by first_day`,
    { table },
  );

const ensure = async (back: number, ahead: number): Promise<number> => {
  const found = await row<{ made: number }>(
    worker,
    'select maintenance.ensure_partitions(:back, :ahead) as made',
    { back, ahead },
  );
  return found?.made ?? 0;
};

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

/** Gives the ledger the partitions of the version before: a day each, and none of a year. */
async function asBefore(back: number): Promise<void> {
  for (const table of TABLES) {
    for (const { name } of await partitionsOf(table)) await ledger.owner.raw(`drop table ${name}`);
    for (let n = -back; n <= 7; n += 1) {
      const [first, next] = [dayOf(Date.now() + n * DAY_MS), dayOf(Date.now() + (n + 1) * DAY_MS)];
      const name = `${table}_${first.replaceAll('-', '')}`;
      await ledger.owner.raw(`create table ${name} (like ${table} including all)`);
      await rows(
        ledger.owner,
        'select maintenance.attach_partition(:table, :name, :first, :next)',
        {
          table,
          name,
          first,
          next,
        },
      );
    }
  }
}

/** Rows on each day. */
async function aHistory(): Promise<void> {
  await asBefore(HISTORY_DAYS);
  for (let days = 0; days <= HISTORY_DAYS; days += 1) {
    await putBook(ledger.owner, { count: 2, days });
  }
}

const expectNoGaps = (partitions: readonly Partition[]): void => {
  const [, ...later] = partitions.map(({ first }) => first);
  expect(later).toEqual(partitions.slice(0, -1).map(({ next }) => next));
};

/** Every row of holds and entries, as one number for each table. */
const digest = (): Promise<unknown[]> =>
  rows(
    ledger.owner,
    TABLES.map(
      (table) =>
        `select '${table}' as name, cast(count(*) as text) as count,
           cast(sum(hashtextextended(cast(t as text), 0)) as text) as digest from ${table} t`,
    ).join(' union all '),
  );

/**
 * What the verifier says of each rule; rows that were put there have no records, so not every rule
 * holds.
 */
async function verdicts(): Promise<unknown[]> {
  const { checks } = await ledger.verify();
  const guards = checks.filter(({ id }) => ['I11', 'I19', 'I32'].includes(id));
  expect(guards.map(({ id, ok }) => ({ id, ok }))).toEqual(
    ['I11', 'I19', 'I32'].map((id) => ({ id, ok: true })),
  );
  return checks;
}

/** Merges until nothing is left; gives what came of each month. */
async function mergeAll(db = worker): Promise<string[]> {
  const ended: string[] = [];
  for (;;) {
    const { last } = await mergePartitions(db, TURN_MS);
    if (last === null) return ended;
    ended.push(last);
  }
}

/** Reserves and settles as the service does, one call after the other; gives how many. */
async function callUntil(over: AbortSignal, userId: string): Promise<number> {
  const [db] = ledger.replicas;
  let paid = 0;
  for (; !over.aborted; paid += 1) {
    const hold = aHold({ priceVersionId: ledger.priceVersionId, userId, amount: 2 });
    expect(await withRetries(() => reserveBatch(db, [hold]))).toMatchObject([{ outcome: 'held' }]);
    const settled = await withRetries(() => settleBatch(db, [settlementOf(hold, 1)]));
    expect(settled).toMatchObject([{ outcome: 'settled' }]);
  }
  return paid;
}

async function step(db: Knex | Knex.Transaction = worker): Promise<string | null> {
  const done = await row<{ did: string | null }>(db, 'select maintenance.merge_step(8) as did');
  return done?.did ?? null;
}

/** A step beside calls may have to try for the lock of a table more than once. */
const stepBesideCalls = (): Promise<string | null> => withRetries(() => step());

async function stepUntil(what: string): Promise<void> {
  let did: string | null;
  do {
    did = await stepBesideCalls();
    expect(did).not.toBeNull();
  } while (did !== what);
}

/**
 * Days of months that have been over for long are in partitions of several days, the others are as
 * they were.
 */
async function expectMerged(): Promise<void> {
  const today = dayOf(Date.now());
  const left = `${dayOf(Date.now() - 8 * DAY_MS).slice(0, 8)}01`;
  for (const table of TABLES) {
    const partitions = await partitionsOf(table);
    expectNoGaps(partitions);
    const [merged, days] = [
      partitions.filter(({ next }) => next <= left),
      partitions.filter(({ first }) => first >= left && first <= today),
    ];
    expect(merged.length).toBeGreaterThan(0);
    expect(merged.length).toBeLessThan(4);
    expect(days.filter(({ first, next }) => next !== dayAfter(first))).toEqual([]);
  }
  expect(await rows(ledger.owner, 'select from maintenance.merge')).toEqual([]);
}

describe('partitions of the ledger', () => {
  test('are years in a new database, two months ahead, the same for holds and entries', async () => {
    const [holds = [], entries = []] = await Promise.all(TABLES.map(partitionsOf));
    expect(holds.map(({ first, next }) => ({ first, next }))).toEqual(
      entries.map(({ first, next }) => ({ first, next })),
    );
    expectNoGaps(holds);
    for (const { name, first, next } of holds) {
      expect(name).toBe(`billing.reservation_${first.slice(0, 4)}`);
      expect([first.slice(4), next.slice(4)]).toEqual(['-01-01', '-01-01']);
    }
    expect(holds.at(-1)?.next).toMatch(/^\d{4}/);
    expect(Date.parse(holds.at(-1)?.next ?? '')).toBeGreaterThan(Date.now() + 60 * DAY_MS);
    // The database may have been made on the day before, so that other tables lack a day.
    await ensure(1, 7);
    expect(await Promise.all(TABLES.map(partitionsOf))).toEqual([holds, entries]);
    expect(await ensure(1, 7)).toBe(0);
  });

  test('are named by table while one for the days to come is missing', async () => {
    await ensure(1, 7);
    expect(await findMissingPartitions(worker)).toEqual([]);
    for (const { name } of await partitionsOf('billing.entry')) {
      await ledger.owner.raw(`drop table ${name}`);
    }
    expect(await findMissingPartitions(worker)).toEqual(['billing.entry']);
    await ensure(1, 7);
    expect(await findMissingPartitions(worker)).toEqual([]);
  });

  test('take the first and the last moment of a year, by the clock and by the id of an operation', async () => {
    for (const table of TABLES) {
      await rows(
        ledger.owner,
        `select maintenance.ensure_years(cast(:table as regclass), current_date - 800, current_date)`,
        { table },
      );
    }
    const partitions = await partitionsOf('billing.reservation');
    expectNoGaps(partitions);
    const moments = partitions.flatMap(({ first, next }) => [
      new Date(first),
      new Date(Date.parse(next) - 1),
    ]);
    for (const moment of moments) {
      const year = String(moment.getUTCFullYear());
      const trx = await ledger.owner.transaction();
      const [hold] = await rows<{ home: string }>(
        trx,
        `insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, price_version_id,
           uplift_bp, estimate, created_at, expires_at)
         select billing.uuid7(cast(:moment as timestamptz)), 1, :id, :id, 1, :id, 0, '{}', now(), now()
         returning cast(cast(tableoid as regclass) as text) as home`,
        { moment, id: newUuid() },
      );
      const [entry] = await rows<{ home: string }>(
        trx,
        `insert into billing.entry (id, user_id, kind, available_n, reserved_n, op_id, attempt, at)
         values (:id, :id, 'reserve', -1, 1, :id, 1, cast(:moment as timestamptz))
         returning cast(cast(tableoid as regclass) as text) as home`,
        { moment, id: newUuid() },
      );
      await trx.rollback();
      expect([hold?.home, entry?.home]).toEqual([
        `billing.reservation_${year}`,
        `billing.entry_${year}`,
      ]);
    }
  });

  test('stay days where there are days after an upgrade, and go on with the rest of the year', async () => {
    await asBefore(20);
    const before = await partitionsOf('billing.entry');
    expect(await ensure(1, 7)).toBeGreaterThan(0);
    const after = await partitionsOf('billing.entry');
    expect(after.slice(0, before.length)).toEqual(before);
    const added = after.slice(before.length);
    expect(added.length).toBeLessThan(3);
    expectNoGaps(after);
    expect(added.map(({ next }) => next.slice(4))).toEqual(added.map(() => '-01-01'));
    expect(await ensure(1, 7)).toBe(0);
    await verdicts();
  });
});

describe('days of a closed month', () => {
  test(
    'are made one partition with the same rows, and the verifier says the same',
    async () => {
      await aHistory();
      const [rowsBefore, verdictsBefore] = [await digest(), await verdicts()];
      const ended = await mergeAll();
      expect(ended.every((one) => one.startsWith('merged billing.'))).toBe(true);
      await expectMerged();
      expect(await digest()).toEqual(rowsBefore);
      expect(await verdicts()).toEqual(verdictsBefore);
      await expect(ledger.owner.raw('truncate billing.entry')).rejects.toThrow('not allowed');
    },
    MERGE_MS,
  );

  test(
    'are merged beside calls, and anew after a late settlement of one of their holds',
    async () => {
      await aHistory();
      const [db] = ledger.replicas;
      const [late] = await rows<{ op_id: string; user_id: string }>(
        ledger.owner,
        `insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state,
           price_version_id, uplift_bp, estimate, created_at, expires_at, closed_at, close_reason)
         select billing.uuid7(at), 1, user_id, user_id, 4, 'expired', user_id, 0, '{}', at, at,
           now() - interval '1 day', 'past_end'
         from (select now() - interval '${HISTORY_DAYS} days' as at, user_id from billing.wallet limit 1) old
         returning op_id, user_id`,
      );
      if (late === undefined) throw new Error('there is no hold');
      const userId = newUuid();
      await createGrant(db, {
        userId,
        amountNano: '1000000',
        reason: null,
        expiresAt: null,
        actor: 'admin',
        idempotencyKey: null,
      });
      const end = new AbortController();
      const calls = callUntil(end.signal, userId);
      try {
        for (;;) {
          await stepUntil('copied');
          const [first] = await rows<{ index: number }>(
            ledger.owner,
            `select place as index from maintenance.merge where cast(parent as text) = 'billing.reservation' and place <> 1`,
          );
          if (first !== undefined) break;
        }
        const settlement = settlementOf({ ...late, attempt: 1 }, 3);
        const settled = await withRetries(() => settleBatch(ledger.replicas[1], [settlement]));
        expect(settled).toMatchObject([{ outcome: 'late' }]);
        expect(await stepBesideCalls()).toMatch(/^abandoned maintenance\.reservation_/);
        expect((await mergeAll()).length).toBeGreaterThan(1);
      } finally {
        end.abort();
      }
      expect(await calls).toBeGreaterThan(0);
      await expectMerged();
      const found = await row<{ late: boolean; charged: string; home: string }>(
        ledger.owner,
        `select late, cast(late_charged_n as text) as charged, cast(cast(tableoid as regclass) as text) as home
         from billing.reservation where op_id = :op_id`,
        { op_id: late.op_id },
      );
      expect(found).toMatchObject({ late: true, charged: '3' });
      expect(found?.home).toMatch(/_from_/);
    },
    MERGE_MS,
  );

  test(
    'are merged by the next worker when one dies half-way, and by one of two at a time',
    async () => {
      await aHistory();
      const before = await digest();
      await stepUntil('copied');
      const dying = asWorker();
      const trx = await dying.transaction();
      try {
        expect(await step(trx)).toBe('copied');
        expect(await step()).toBeNull();
        const backend = await row<{ pid: number }>(trx, 'select pg_backend_pid() as pid');
        await rows(ledger.owner, 'select pg_terminate_backend(:pid)', { pid: backend?.pid });
        await expect(step(trx)).rejects.toThrow();
      } finally {
        await trx.rollback().catch(() => undefined);
        await dying.destroy();
      }
      const other = asWorker();
      try {
        await Promise.all([mergeAll(), mergeAll(other)]);
        await mergeAll();
      } finally {
        await other.destroy();
      }
      await expectMerged();
      expect(await digest()).toEqual(before);
    },
    MERGE_MS,
  );

  test(
    'wait for whoever reads the table, and are copied anew after a migration of the table',
    async () => {
      await aHistory();
      await stepUntil('checked');
      const reader = await ledger.owner.transaction();
      await rows(reader, 'select from billing.entry limit 1');
      await rows(reader, 'select from billing.reservation limit 1');
      expect((await mergePartitions(worker, TURN_MS)).last).toMatch(/^waits/);
      await reader.rollback();
      await ledger.owner.raw('alter table billing.entry add column more int');
      await ledger.owner.raw('alter table billing.reservation add column more int');
      expect(await step()).toMatch(/^abandoned/);
      const before = await digest();
      await mergeAll();
      await expectMerged();
      expect(await digest()).toEqual(before);
    },
    MERGE_MS,
  );
});
