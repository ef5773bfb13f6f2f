/**
 * What a reservation and a settlement cost with the age of the ledger: databases of the same
 * version whose partitions are those of so many days, in alternating rounds, as ratios to the
 * youngest.
 */
import { readFileSync } from 'node:fs';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { aPriceVersion } from '../ledger/a-ledger.ts';
import { aHold, settlementOf } from '../ledger/items.ts';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { median, ratioOf } from './stats.ts';
import type { Measures } from './stats.ts';
import { grid, ratioText } from './table.ts';

/** Which ages are compared, and how. */
export interface AgeOptions {
  /** Days of history, the youngest first. */
  days: readonly number[];
  /** Entries of the book, spread over those days; a hold has two. */
  entries: number;
  rounds: number;
  /**
   * Pairs of a reservation and a settlement of one item in a round; of 64 items a quarter of these.
   */
  calls: number;
}

interface Aged {
  days: number;
  database: TestDatabase;
  /** One connection of the owner, who may look at the memory of the backend. */
  db: Knex;
  priceVersionId: string;
  userId: string;
  /** Partitions of holds and of entries. */
  partitions: number;
  measures: Measures;
}

const DAYS_AHEAD = 7;
/** How long records and events are kept. */
const DAYS_KEPT = 90;
const BATCH = 64;
/** Pairs of calls in a row. */
const TURN = 10;
const TICK_MS = 10;
const USERS_OF_HISTORY = 1_000;
const GRANT_NANO = '1000000000000000';

const MEASURES: readonly (readonly [name: string, heading: string, digits: number])[] = [
  ['reserve1', 'reserve 1, ms', 2],
  ['settle1', 'settle 1, ms', 2],
  ['cpu1', 'CPU of both, ms', 2],
  [`reserve${BATCH}`, `reserve ${BATCH}, ms`, 2],
  [`settle${BATCH}`, `settle ${BATCH}, ms`, 2],
  [`cpu${BATCH}`, 'CPU of both, ms', 2],
  ['first', 'first reserve, ms', 1],
  ['firstSettle', 'first settle, ms', 1],
  ['memory', 'backend, MB', 1],
  ['locks', 'locks of a reserve', 0],
];

const connect = ({ url }: TestDatabase): Knex =>
  connectDatabase({ url, applicationName: 'bench-age', poolMax: 1, statementTimeoutMs: 3_600_000 });

/** Measures every age. @returns the table */
export async function benchAge(options: AgeOptions): Promise<string> {
  const ages: Aged[] = [];
  try {
    for (const days of options.days) ages.push(await anAge(days, options.entries));
    // The first round warms up and is not counted.
    await measure(ages, options.calls);
    for (const aged of ages) aged.measures = {};
    for (let round = 0; round < options.rounds; round += 1) await measure(ages, options.calls);
    return tableOf(ages, options);
  } finally {
    for (const { db, database } of ages) {
      await db.destroy();
      await database.drop();
    }
  }
}

async function anAge(days: number, entries: number): Promise<Aged> {
  const database = await aDatabase();
  const db = connect(database);
  await makePartitions(db, days);
  await fill(db, days, Math.floor(entries / 2));
  const userId = newUuid();
  await createGrant(db, {
    userId,
    amountNano: GRANT_NANO,
    reason: null,
    expiresAt: null,
    actor: 'bench',
    idempotencyKey: null,
  });
  const found = await row<{ count: bigint }>(
    db,
    `select count(*) as count from pg_inherits
     where inhparent in (cast('billing.reservation' as regclass), cast('billing.entry' as regclass))`,
  );
  return {
    days,
    database,
    db,
    priceVersionId: await aPriceVersion(db, { request: '1000' }),
    userId,
    partitions: Number(found?.count ?? 0),
    measures: {},
  };
}

/** Days of the ledger, which is never dropped, and of everything else what retention leaves. */
async function makePartitions(db: Knex, days: number): Promise<void> {
  const ensure = 'select maintenance.ensure_partitions(:days, :ahead)';
  await db.transaction(async (trx) => {
    await trx.raw(`
      create temp table other on commit drop as select * from maintenance.partitioned
      where parent not in (cast('billing.reservation' as regclass), cast('billing.entry' as regclass));
      delete from maintenance.partitioned where parent in (select parent from other)`);
    await rows(trx, ensure, { days, ahead: DAYS_AHEAD });
    await trx.raw('insert into maintenance.partitioned select * from other');
  });
  await rows(db, ensure, { days: Math.min(days, DAYS_KEPT), ahead: DAYS_AHEAD });
}

/** Settled holds with both of their entries, evenly over the days; wallets are left as they are. */
async function fill(db: Knex, days: number, holds: number): Promise<void> {
  const moment = `now() - make_interval(secs => ${days} * 86400 * (n / cast(:holds as float8)))`;
  await rows(
    db,
    `with made as materialized (
       select n, ${moment} as at, billing.uuid7(${moment}) as op_id,
         cast(md5(cast(n % ${USERS_OF_HISTORY} as text)) as uuid) as user_id
       from generate_series(1, cast(:holds as int)) n
     ), held as (
       insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state, charged_n,
         cost_n, uncovered_n, price_version_id, uplift_bp, estimate, usage, usage_source, created_at,
         expires_at, closed_at, close_reason)
       select op_id, 1, user_id, user_id, 1, 'settled', 1, 1, 0, user_id, 0, '{"request":1}',
         '{"request":1}', 'provider', at, at, at, 'settled' from made
     )
     insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, op_id, attempt, at)
     select billing.uuid7(at), user_id, 'reserve', -1, 1, 0, op_id, 1, at from made
     union all
     select billing.uuid7(at), user_id, 'settle', 0, -1, 1, op_id, 1, at from made`,
    { holds },
  );
  await db.raw('vacuum analyze');
}

async function measure(ages: readonly Aged[], calls: number): Promise<void> {
  for (const aged of ages) await measureFirst(aged);
  for (const size of [1, BATCH]) {
    await measureCalls(ages, size, Math.ceil(size === 1 ? calls : calls / 4));
  }
}

function note({ measures }: Aged, name: string, value: number): void {
  (measures[name] ??= []).push(value);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const holdsOf = ({ priceVersionId, userId }: Aged, size: number) =>
  Array.from({ length: size }, () => aHold({ priceVersionId, userId, amount: 1 }));

/**
 * What a connection of its own takes for its first calls, and what its backend keeps afterwards.
 */
async function measureFirst(aged: Aged): Promise<void> {
  const db = connect(aged.database);
  try {
    await rows(db, 'select 1');
    const [first, batch] = [holdsOf(aged, 1), holdsOf(aged, BATCH)];
    note(aged, 'first', await timed(() => reserveBatch(db, first)));
    const settled = first.map((hold) => settlementOf(hold, 1));
    note(aged, 'firstSettle', await timed(() => settleBatch(db, settled)));
    await reserveBatch(db, batch);
    await settleBatch(
      db,
      batch.map((hold) => settlementOf(hold, 1)),
    );
    const kept = await row<{ megabytes: number }>(
      db,
      `select cast(sum(total_bytes) / 1e6 as float8) as megabytes from pg_backend_memory_contexts`,
    );
    note(aged, 'memory', kept?.megabytes ?? Number.NaN);
    note(aged, 'locks', await locksOf(db, aged));
  } finally {
    await db.destroy();
  }
}

/** How many locks one reservation holds at its end, its plans being made. */
const locksOf = (db: Knex, aged: Aged): Promise<number> =>
  db.transaction(async (trx) => {
    await reserveBatch(trx, holdsOf(aged, 1));
    const found = await row<{ locks: number }>(
      trx,
      'select cast(count(*) as int) as locks from pg_locks where pid = pg_backend_pid()',
    );
    return found?.locks ?? Number.NaN;
  });

/** A few calls of each age in turn, so that what else the machine does falls on all of them. */
async function measureCalls(ages: readonly Aged[], size: number, calls: number): Promise<void> {
  const series = new Map<
    Aged,
    { reserves: number[]; settles: number[]; pid: number; cpuBefore: number }
  >();
  for (const aged of ages) {
    // A connection that was idle may have been closed: the first calls of its successor are not
    // these.
    const holds = holdsOf(aged, size);
    await reserveBatch(aged.db, holds);
    await settleBatch(
      aged.db,
      holds.map((hold) => settlementOf(hold, 1)),
    );
    const backend = await row<{ pid: number }>(aged.db, 'select pg_backend_pid() as pid');
    const pid = backend?.pid ?? 0;
    series.set(aged, { reserves: [], settles: [], pid, cpuBefore: cpuMsOf(pid) });
  }
  for (let begun = 0; begun < calls; begun += TURN) {
    for (const [aged, { reserves, settles }] of series) {
      for (let call = begun; call < Math.min(calls, begun + TURN); call += 1) {
        const holds = holdsOf(aged, size);
        reserves.push(await timed(() => reserveBatch(aged.db, holds)));
        const settlements = holds.map((hold) => settlementOf(hold, 1));
        settles.push(await timed(() => settleBatch(aged.db, settlements)));
      }
    }
  }
  for (const [aged, { reserves, settles, pid, cpuBefore }] of series) {
    note(aged, `reserve${size}`, median(reserves));
    note(aged, `settle${size}`, median(settles));
    note(aged, `cpu${size}`, (cpuMsOf(pid) - cpuBefore) / calls);
  }
}

/** CPU time of a backend; not known where there is no /proc. */
function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

function tableOf(ages: readonly Aged[], { rounds, entries }: AgeOptions): string {
  const youngest = ages[0]?.measures ?? {};
  const head = ['', ...ages.map(({ days }) => `${days} days`)];
  const older = ages.slice(1);
  const lines = MEASURES.map(([name, heading, digits]) => [
    heading,
    ...ages.map(({ measures }) => median(measures[name] ?? []).toFixed(digits)),
    ...older.map(({ measures }) => ratioText(ratioOf(measures[name], youngest[name]))),
  ]);
  const partitions = ages.map((one) => `${one.partitions}`);
  return `The ledger's age: ${entries} entries over the days; medians of ${rounds} rounds, and ratios to the youngest (lowest-highest)\n${grid(
    [
      [...head, ...older.map(({ days }) => `x ${days} days`)],
      ['partitions', ...partitions, ...older.map(() => '')],
      ...lines,
    ],
  )}`;
}
