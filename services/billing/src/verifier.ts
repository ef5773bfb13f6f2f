import type { Knex } from 'knex';
import { row } from '@tollgate/db/connect';
import { sqlState } from '@tollgate/db/failures';
import { lastLedgerLook, noteLedgerLook } from '@tollgate/db/ledger-looks';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { LEDGER_VERIFY_SECONDS_DEFAULT } from '@tollgate/runtime/variables';
import { countLook } from './metrics.ts';
import { LookCut, runInvariants } from './run-invariants.ts';
import type { Check, Extent, Run, Verification, Watch } from './run-invariants.ts';

/** Runs the invariants of the ledger. */
export interface Verifier {
  /**
   * Over the whole ledger, or what is under way already: everything that is open, the seals of what
   * is closed, and one closed stretch in turns. `watch` hears of each check as it begins and as it
   * ends. A look that takes longer than it may is cut: it reports the checks that were done, and
   * since when the whole is unchecked. With `whole` every row is read, sealed or not, which takes
   * as long as the ledger is large.
   */
  verify(watch?: Watch, extent?: 'open' | 'whole'): Promise<Verification>;
  /** Over what moved since the last look that came to an end. */
  look(): Promise<Verification>;
  /** Begins to look by itself at what has moved of late. */
  start(): void;
  stop(): void;
  /** What the looks of this process have come to. */
  counters(): Readonly<VerifierCounters>;
}

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
  /**
   * The connection for checks of the whole ledger, and how long they may take, in milliseconds;
   * default: `db`, for half an hour.
   */
  whole?: { db: Knex; limitMs: number };
  /**
   * Names of database roles that may write the ledger beside the owner and the services. Default:
   * none.
   */
  trustedRoles?: readonly string[];
}

/**
 * How far each recent look reaches back before the last look, so that no long transaction is
 * missed; statements end after 5 s.
 */
const OVERLAP_MS = 30_000;
/**
 * How many intervals the first look of a process covers, because the process before may not have
 * looked at the last interval.
 */
const FIRST_INTERVALS = 3;
/** How long a check of the whole ledger may take where nobody says, in milliseconds. */
const WHOLE_LIMIT_MS = LEDGER_VERIFY_SECONDS_DEFAULT * 1_000;
/** SQLSTATE of a statement that was cut by its time limit, or by an administrator. */
const STATEMENT_CANCELED = '57014';

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
    async verify(watch, extent = 'open') {
      if (extent === 'whole') return verifyWhole(deps, extent, watch);
      underWay ??= verifyWhole(deps, extent, watch).finally(() => (underWay = undefined));
      return underWay;
    },
    look,
    counters: () => counters,
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/**
 * The worker asks for this each hour; what is broken has to move the metric that the alarm sees,
 * and so has a look that fails or is cut.
 */
async function verifyWhole(
  deps: VerifierDeps,
  extent: Extent,
  watch: Watch | undefined,
): Promise<Verification> {
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
    const found = await runInvariants({ db, timers, trustedRoles, watch: noted, endMs }, extent);
    countFound('whole', found);
    await noteLedgerLook(db, found.ok).catch((error: unknown) => {
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
