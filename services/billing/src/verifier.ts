import type { Knex } from 'knex';
import type { verifyLedgerRoute } from '@tollgate/contract/billing';
import { CALL_SECONDS_MAX } from '@tollgate/contract/platform/call-times';
import type { RouteOutput } from '@tollgate/contract/route';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { sqlState } from '@tollgate/db/failures';
import { lastLedgerLook, noteLedgerLook } from '@tollgate/db/ledger-looks';
import { firstUuidOf } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { INVARIANTS, RECENT, WHOLE_BOOK } from './invariants.ts';
import type { Invariant } from './invariants/scope.ts';
import { LEDGER_VERIFY_SECONDS_DEFAULT } from '@tollgate/runtime/variables';
import { countLook } from './metrics.ts';

/** What a run of the invariants has found. */
export type Verification = RouteOutput<typeof verifyLedgerRoute>;

/** Runs the invariants of the ledger. */
export interface Verifier {
  /**
   * Over the whole book, or what is under way already. `watch` hears of each check as it begins and as it ends. A look that takes longer than it may is
   * cut: it tells the checks that were done, and since when the whole is unchecked.
   */
  verify(watch?: Watch): Promise<Verification>;
  /** Over what moved since the last look that came to an end. */
  look(): Promise<Verification>;
  /** Begins to look by itself at what has moved of late. */
  start(): void;
  stop(): void;
  /** What the looks of this process have come to. */
  counters(): Readonly<VerifierCounters>;
}

/** What goes on during a run, which may take minutes. */
export interface Watch {
  begins(check: Pick<Check, 'id' | 'invariant'>): void;
  ends(check: Check): void;
}

/** What one invariant has come to. */
export type Check = Verification['checks'][number];

/** Counts since the process began. */
export interface VerifierCounters {
  /** Looks that came to an end. */
  looks: number;
  /** Looks that the database did not let come to an end. */
  failures: number;
  /** Looks that found an invariant broken, by its id. */
  broken: Record<string, number>;
}

export interface VerifierDeps {
  /** A pool of its own whose statements may take their time. */
  db: Knex;
  timers: Timers;
  logger: Logger;
  /** Where the whole book is looked at, and for how long at most, in milliseconds; default: `db`, for half an hour. */
  whole?: { db: Knex; limitMs: number };
  /** Names of database roles that may write the book beside the owner and the services. Default: none. */
  trustedRoles?: readonly string[];
}

const VIOLATIONS_SHOWN_MAX = 5;
/** How far each recent look reaches back before the last look, so that no long transaction is missed; statements end after 5 s. */
const OVERLAP_MS = 30_000;
/** How many intervals the first look of a process covers, because the process before may not have looked at the last interval. */
const FIRST_INTERVALS = 3;
/** After how many rounds of a sweep a row that the sweep should have closed counts as forgotten. */
const SWEEPS_MISSED = 2;
const RECORD_SWEEPS_MISSED = 3;
/** Audit events of grants follow the grant; the process that writes them may be busy, whatever the scale of timers. */
const TRAIL_GRACE_MS = 600_000;
/** How long a look at the whole book may take where nobody says, in milliseconds. */
const WHOLE_LIMIT_MS = LEDGER_VERIFY_SECONDS_DEFAULT * 1_000;
/** SQLSTATE of a statement that was cut by its time limit, or by an administrator. */
const STATEMENT_CANCELED = '57014';
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** @returns a verifier that has not started to look by itself */
export function createVerifier(deps: VerifierDeps): Verifier {
  const { db, timers, logger, trustedRoles = [] } = deps;
  const run: Run = { db, timers, trustedRoles };
  const counters: VerifierCounters = { looks: 0, failures: 0, broken: {} };
  let timer: NodeJS.Timeout | undefined;
  let watermark: Date | undefined;
  let underWay: Promise<Verification> | undefined;

  async function look(): Promise<Verification> {
    const begun = await row<{ now: Date }>(db, 'select clock_timestamp() as now');
    const now = begun?.now ?? new Date(0);
    watermark ??= new Date(now.getTime() - FIRST_INTERVALS * timers.verifyLedger);
    const since = new Date(watermark.getTime() - OVERLAP_MS);
    const found = await runInvariants(run, since);
    watermark = now;
    counters.looks += 1;
    for (const check of countFound('recent', found)) {
      counters.broken[check.id] = (counters.broken[check.id] ?? 0) + 1;
      logger.error(
        { id: check.id, invariant: check.invariant, violations: check.violations },
        'the ledger breaks an invariant',
      );
    }
    return found;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          counters.failures += 1;
          countLook('recent', null);
          logger.warn({ error }, 'the ledger could not be verified');
        })
        .finally(() => {
          if (timer !== undefined) schedule();
        });
    }, timers.verifyLedger);
  }

  return {
    verify: (watch) =>
      (underWay ??= verifyWhole(deps, watch).finally(() => (underWay = undefined))),
    look,
    counters: () => counters,
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** The worker asks for this each hour; what is broken has to move the metric that the alarm sees, and so has a look that fails or is cut. */
async function verifyWhole(deps: VerifierDeps, watch: Watch | undefined): Promise<Verification> {
  const { timers, logger, trustedRoles = [] } = deps;
  const { db, limitMs } = deps.whole ?? { db: deps.db, limitMs: WHOLE_LIMIT_MS };
  const checks: Check[] = [];
  const noted: Watch = {
    begins: (check) => watch?.begins(check),
    ends(check) {
      checks.push(check);
      watch?.ends(check);
    },
  };
  try {
    const endMs = performance.now() + limitMs;
    const found = await runInvariants({ db, timers, trustedRoles, watch: noted, endMs }, null);
    countFound('whole', found);
    await noteLedgerLook(db).catch((error: unknown) => {
      logger.warn({ error }, 'the end of a look at the ledger could not be noted');
    });
    return found;
  } catch (error) {
    countLook('whole', null);
    logger.error({ error, limitMs, checks: checks.length }, 'the whole ledger was not verified');
    if (!isCut(error)) throw error;
    const since = await lastLedgerLook(db);
    return { ok: false, unchecked_since: since?.toISOString() ?? null, checks };
  }
}

/** The time of a look is over. */
class LookCut extends Error {}

function isCut(error: unknown): boolean {
  return error instanceof LookCut || sqlState(error) === STATEMENT_CANCELED;
}

/** Counts what a look has found; gives what is broken. */
function countFound(scope: 'recent' | 'whole', { checks }: Verification): Check[] {
  const broken = checks.filter(({ ok }) => !ok);
  countLook(
    scope,
    broken.map(({ id }) => id),
  );
  return broken;
}

/** What a run of the invariants works with. */
interface Run extends InvariantTerms {
  db: Knex;
  watch?: Watch;
  /** When the run is cut, as `performance.now()` tells the time; absent: each statement has the limit of its connection. */
  endMs?: number;
}

/** Runs statements that PostgreSQL cancels when the time is over. @throws LookCut when that is so already */
async function within<Result>(
  db: Knex,
  endMs: number | undefined,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (endMs === undefined) return work(db);
  const leftMs = Math.floor(endMs - performance.now());
  if (leftMs <= 0) throw new LookCut('a look at the whole ledger took longer than it may');
  return db.transaction(async (trx) => {
    await rows(trx, `select set_config('statement_timeout', :leftMs, true)`, {
      leftMs: String(leftMs),
    });
    return work(trx);
  });
}

/** @param since null for the whole book */
async function runInvariants(
  { db, watch, endMs, ...asked }: Run,
  since: Date | null,
): Promise<Verification> {
  const bindings = invariantBindings(asked, since);
  const scope = since === null ? WHOLE_BOOK : RECENT;
  const checks: Verification['checks'] = [];
  for (const one of INVARIANTS) {
    if (since !== null && one.isFullOnly === true) continue;
    watch?.begins(one);
    const scoped = { ...one, sql: one.sql(scope) };
    const check = await within(db, endMs, (trx) => runInvariant(trx, scoped, bindings));
    watch?.ends(check);
    checks.push(check);
  }
  return { ok: checks.every((check) => check.ok), checks };
}

/** What invariants allow: how long things take here, and who may do everything. */
export interface InvariantTerms {
  timers: Timers;
  trustedRoles: readonly string[];
}

/** The bindings of the queries of the invariants; `since` null for the whole book. */
export function invariantBindings(
  { timers, trustedRoles }: InvariantTerms,
  since: Date | null,
): Readonly<Record<string, string | number>> {
  return {
    since: since === null ? '-infinity' : since.toISOString(),
    from: since === null ? NIL_UUID : firstUuidOf(since),
    end_grace_ms: SWEEPS_MISSED * timers.expirySweep,
    owner_grace_ms: 2 * timers.lease + SWEEPS_MISSED * timers.ownerSweep,
    record_grace_ms: RECORD_SWEEPS_MISSED * timers.completeRecords,
    trail_grace_ms: TRAIL_GRACE_MS,
    trusted_roles: trustedRoles.join(','),
    hold_ms: timers.asyncQueue + CALL_SECONDS_MAX * timers.limitSecond + timers.holdMargin,
  };
}

async function runInvariant(
  db: Db,
  { id, invariant, sql, notCompared }: Omit<Invariant, 'sql'> & { sql: string },
  bindings: Readonly<Record<string, string | number>>,
): Promise<Verification['checks'][number]> {
  const why = notCompared === undefined ? null : await row<{ reason: string }>(db, notCompared);
  if (why !== null) {
    return { id, invariant, ok: true, violations: [{ not_compared: why.reason }] };
  }
  const found = await rows<Record<string, unknown>>(
    db,
    // Materialized: a limit that reaches the query makes PostgreSQL plan for the first few rows, and there are none to be found.
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
