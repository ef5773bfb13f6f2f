import type { Knex } from 'knex';
import { CALL_SECONDS_MAX } from '@tollgate/contract/platform/call-times';
import type { RouteOutput } from '@tollgate/contract/route';
import type { verifyLedgerRoute } from '@tollgate/contract/routes/billing/ledger';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { firstUuidOf } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { INVARIANTS, RECENT, STRETCH, WHOLE_BOOK } from './invariants.ts';
import type { Invariant } from './invariants/scope.ts';
import { FIRST_ID, findOpenFrom, idAt, LAST_ID, msOf } from './stretch.ts';
import type { Stretch } from './stretch.ts';

/** What a run of the invariants has found. */
export type Verification = RouteOutput<typeof verifyLedgerRoute>;

/** What goes on during a run, which may take minutes. */
export interface Watch {
  begins(check: Pick<Check, 'id' | 'invariant'>): void;
  ends(check: Check): void;
}

/** What one invariant has come to. */
export type Check = Verification['checks'][number];

/** What invariants allow: how long things take here, and who may do everything. */
export interface InvariantTerms {
  timers: Timers;
  trustedRoles: readonly string[];
}

/** What a run of the invariants works with. */
export interface Run extends InvariantTerms {
  db: Knex;
  watch?: Watch;
  /**
   * When the run is cut, by `performance.now()`; absent: each statement has the limit of its
   * connection. What is open is looked at with an end only.
   */
  endMs?: number;
}

/**
 * The rows that are checked: all; those that are open, which is everything from the newest seal on;
 * or what moved since a moment.
 */
export type Extent = 'whole' | 'open' | Date;

/** The time of a look is over. */
export class LookCut extends Error {}

const VIOLATIONS_SHOWN_MAX = 5;
/** After how many rounds of a sweep a row that the sweep should have closed counts as forgotten. */
const SWEEPS_MISSED = 2;
const RECORD_SWEEPS_MISSED = 3;
/**
 * Audit events of grants follow the grant; the process that writes them may be busy, whatever the
 * scale of timers.
 */
const TRAIL_GRACE_MS = 600_000;
/**
 * What a provider has not run is forgotten after its hold was given back; a worker that dies in
 * between is followed by another.
 */
const GIVEN_BACK_GRACE_MS = 600_000;
const HOUR_MS = 3_600_000;
/** The lock that `billing.seal_stretch` takes: no seal is made while an invariant is looked at. */
const SEAL_LOCK = 7_215_003_350;

/** @throws LookCut, or as the database does when a statement is cut */
export async function runInvariants(run: Run, extent: Extent): Promise<Verification> {
  const checks: Check[] = [];
  for (const one of INVARIANTS) {
    if (extent instanceof Date && one.isFullOnly === true) continue;
    run.watch?.begins(one);
    const check = await within(run, async (db) =>
      extent === 'open' ? runOpen(db, one, run) : runInvariant(db, one, scoped(one, extent, run)),
    );
    run.watch?.ends(check);
    checks.push(check);
  }
  return { ok: checks.every((check) => check.ok), checks };
}

/** Looks at what is so of a stretch by itself. @returns what is broken */
export async function runLocal(db: Db, stretch: Stretch, terms: InvariantTerms): Promise<Check[]> {
  const broken: Check[] = [];
  for (const one of INVARIANTS.filter(({ isLocal }) => isLocal === true)) {
    const check = await runInvariant(db, one, scoped(one, stretch, terms));
    if (!check.ok) broken.push(check);
  }
  return broken;
}

/** Reads where the open part begins under the lock of seals: both are of one moment. */
async function runOpen(db: Db, one: Invariant, terms: InvariantTerms): Promise<Check> {
  await rows(db, `select pg_advisory_xact_lock_shared(${SEAL_LOCK})`);
  const from = await findOpenFrom(db);
  const looked = from === null ? 'whole' : { from, upto: LAST_ID };
  return runInvariant(db, one, scoped(one, looked, terms));
}

/** With an end: in a transaction of its own, whose statements are cut when the time is over. */
async function within<Result>(
  { db, endMs }: Run,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (endMs === undefined) return work(db);
  const leftMs = Math.floor(endMs - performance.now());
  if (leftMs <= 0) throw new LookCut('a look at the ledger took longer than it may');
  return db.transaction(async (trx) => {
    await limitStatements(trx, leftMs);
    return work(trx);
  });
}

/**
 * Statements of the transaction that take longer are cut by PostgreSQL, also while they wait for
 * each other: a look for a seal, and a seal for a look.
 */
export async function limitStatements(trx: Db, leftMs: number): Promise<void> {
  await rows(
    trx,
    `select set_config('statement_timeout', :leftMs, true), set_config('lock_timeout', :leftMs, true)`,
    { leftMs: String(leftMs) },
  );
}

/** A query with its bindings. */
interface Scoped {
  sql: string;
  bindings: Bindings;
}
type Bindings = Readonly<Record<string, string | number | null>>;

function scoped(one: Invariant, looked: 'whole' | Date | Stretch, terms: InvariantTerms): Scoped {
  const scope = looked === 'whole' ? null : looked;
  return { sql: sqlFor(one, scope), bindings: invariantBindings(terms, scope) };
}

/**
 * The query of an invariant for the rows that are checked.
 * @param looked null for the whole ledger
 */
export function sqlFor(one: Invariant, looked: Date | Stretch | null): string {
  if (looked === null) return one.sql(WHOLE_BOOK);
  if (looked instanceof Date) return one.sql(RECENT);
  return (one.sqlOfStretch ?? one.sql)(STRETCH);
}

/**
 * The bindings of the queries of the invariants.
 * @param looked null for the whole ledger
 */
export function invariantBindings(
  { timers, trustedRoles }: InvariantTerms,
  looked: Date | Stretch | null,
): Bindings {
  return {
    ...boundsOf(looked),
    end_grace_ms: SWEEPS_MISSED * timers.expirySweep,
    owner_grace_ms: 2 * timers.lease + SWEEPS_MISSED * timers.ownerSweep,
    record_grace_ms: RECORD_SWEEPS_MISSED * timers.completeRecords,
    trail_grace_ms: TRAIL_GRACE_MS,
    given_back_grace_ms: GIVEN_BACK_GRACE_MS,
    trusted_roles: trustedRoles.join(','),
    hold_ms: timers.asyncQueue + CALL_SECONDS_MAX * timers.limitSecond + timers.holdMargin,
    turn: null,
  };
}

const ALWAYS = {
  since: '-infinity',
  until: 'infinity',
  from: FIRST_ID,
  upto: LAST_ID,
  early: FIRST_ID,
  since_day: '-infinity',
  month: '-infinity',
};

function boundsOf(looked: Date | Stretch | null): typeof ALWAYS {
  if (looked === null) return ALWAYS;
  if (looked instanceof Date) {
    return { ...ALWAYS, since: looked.toISOString(), from: firstUuidOf(looked) };
  }
  const { from, upto } = looked;
  const end = { upto, until: upto === LAST_ID ? 'infinity' : new Date(msOf(upto)).toISOString() };
  if (from === FIRST_ID) return { ...ALWAYS, ...end };
  const since = new Date(msOf(from)).toISOString();
  return {
    ...end,
    from,
    since,
    early: idAt(msOf(from) - HOUR_MS),
    since_day: since.slice(0, since.indexOf('T')),
    month: `${since.slice(0, since.lastIndexOf('-', since.indexOf('T')))}-01T00:00:00.000Z`,
  };
}

async function runInvariant(
  db: Db,
  { id, invariant, notCompared }: Invariant,
  { sql, bindings }: Scoped,
): Promise<Check> {
  const why = notCompared === undefined ? null : await row<{ reason: string }>(db, notCompared);
  if (why !== null) {
    return { id, invariant, ok: true, violations: [{ not_compared: why.reason }] };
  }
  const found = await rows<Record<string, unknown>>(
    db,
    // Materialized: a limit that reaches the query makes PostgreSQL plan for the first few rows,
    // and there are none to be found.
    `with violation as materialized (${sql}) select * from violation limit ${VIOLATIONS_SHOWN_MAX}`,
    bindings,
  );
  return { id, invariant, ok: found.length === 0, violations: found.map(violationOut) };
}

/** JSON has no integers of 64 bits. */
function violationOut(found: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
}
