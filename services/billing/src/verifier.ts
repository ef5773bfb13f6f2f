import type { Knex } from 'knex';
import type { verifyLedgerRoute } from '@tollgate/contract/billing';
import type { RouteOutput } from '@tollgate/contract/route';
import { row, rows } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { INVARIANTS } from './invariants.ts';
import type { Invariant } from './invariants.ts';

/** What a run of the invariants has found. */
export type Verification = RouteOutput<typeof verifyLedgerRoute>;

/** Runs the invariants of the ledger. */
export interface Verifier {
  /** Over the whole book. */
  verify(): Promise<Verification>;
  /** Begins to look by itself at what has moved of late. */
  start(): void;
  stop(): void;
}

/** What a verifier works with. */
export interface VerifierDeps {
  /** A pool of its own whose statements may take their time. */
  db: Knex;
  timers: Timers;
  logger: Logger;
}

const VIOLATIONS_SHOWN_MAX = 5;
/** Each recent look covers so many intervals, so that a transaction that took long is not missed. */
const INTERVALS_COVERED = 3;
/** Rounds of a sweep after which what it should have closed counts as forgotten. */
const SWEEPS_MISSED = 2;

/** @returns a verifier that has not started to look by itself */
export function createVerifier({ db, timers, logger }: VerifierDeps): Verifier {
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const windowMs = INTERVALS_COVERED * timers.verifyLedger;
    const since = await row<{ since: string }>(
      db,
      `select cast(clock_timestamp() - :windowMs * interval '1 millisecond' as text) as since`,
      { windowMs },
    );
    const found = await runInvariants(db, timers, since?.since ?? '-infinity');
    for (const check of found.checks.filter((check) => !check.ok)) {
      logger.error(
        { id: check.id, invariant: check.invariant, violations: check.violations },
        'the ledger breaks an invariant',
      );
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => logger.warn({ error }, 'the ledger could not be verified'))
        .finally(() => {
          if (timer !== undefined) schedule();
        });
    }, timers.verifyLedger);
  }

  return {
    verify: () => runInvariants(db, timers, '-infinity'),
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

async function runInvariants(db: Knex, timers: Timers, since: string): Promise<Verification> {
  const bindings = {
    since,
    end_grace_ms: SWEEPS_MISSED * timers.expirySweep,
    owner_grace_ms: 2 * timers.lease + SWEEPS_MISSED * timers.ownerSweep,
  };
  const checks: Verification['checks'] = [];
  for (const invariant of INVARIANTS) checks.push(await runInvariant(db, invariant, bindings));
  return { ok: checks.every((check) => check.ok), checks };
}

async function runInvariant(
  db: Knex,
  { id, invariant, sql }: Invariant,
  bindings: Readonly<Record<string, string | number>>,
): Promise<Verification['checks'][number]> {
  const found = await rows<Record<string, unknown>>(
    db,
    `select * from (${sql}) violation limit ${VIOLATIONS_SHOWN_MAX}`,
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
