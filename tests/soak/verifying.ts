import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import type { Verification } from '../../services/billing/src/run-invariants.ts';

/** Looks at the whole book from outside of the stack. */
export interface Verifying {
  /** What is broken, as lines; null when the database gave no answer. */
  look(): Promise<string[] | null>;
  stop(): Promise<void>;
}

const STATEMENT_MS = 120_000;
/**
 * Lateness counts as a fault when this many looks in a row find it: a frozen process sweeps and
 * records late.
 */
const LATE_LOOKS_MAX = 3;
const LATE_LOOK_AFTER_MS = 15_000;
/**
 * The rules that give a process time for what it has to do: to close holds (I15), and to record
 * charges (I18, I31).
 */
const TIMED: ReadonlySet<string> = new Set(['I15', 'I18', 'I31']);

const broken = ({ checks }: Verification): Verification['checks'] =>
  checks.filter((check) => !check.ok);

/** A verifier with a connection of its own. */
export function createVerifying(url: string, timerScale: number): Verifying {
  const db = connectDatabase({
    url,
    applicationName: 'soak-verify',
    poolMax: 1,
    statementTimeoutMs: STATEMENT_MS,
  });
  const verifier = createVerifier({
    db,
    timers: scaleTimers(timerScale),
    logger: createLogger('soak', 'silent'),
  });

  async function look(): Promise<string[] | null> {
    let found: Verification['checks'] = [];
    for (let turn = 0; turn < LATE_LOOKS_MAX; turn += 1) {
      if (turn > 0) await sleep(LATE_LOOK_AFTER_MS);
      const verification = await verifier.verify().catch(() => null);
      if (verification === null || verification.unchecked_since !== undefined) return null;
      found = broken(verification);
      if (!found.some(({ id }) => TIMED.has(id))) break;
    }
    return found.map(({ id, violations }) => `${id} ${JSON.stringify(violations)}`);
  }

  return { look, stop: () => db.destroy() };
}
