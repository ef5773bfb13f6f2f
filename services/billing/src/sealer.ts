import type { Knex } from 'knex';
import { isLedgerBroken } from '@tollgate/db/ledger-looks';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Looks } from '@tollgate/runtime/timers';
import { countBroken, countSeal } from './metrics.ts';
import { limitStatements, LookCut, runLocal } from './run-invariants.ts';
import type { InvariantTerms } from './run-invariants.ts';
import { sealStretch, takeSealing } from './seal.queries.ts';
import type { Seal } from './seal.queries.ts';
import { findNextStretch } from './stretch.ts';
import type { SealTerms } from './stretch.ts';

/** Verifies what has come to rest, once, and seals it, so that looks need not read it again. */
export interface Sealer {
  /** Begins to seal by itself. */
  start(): void;
  stop(): void;
  /** Seals what may be sealed now, as far as the time allows. @returns how many seals were made */
  seal(): Promise<number>;
}

export interface SealerDeps extends InvariantTerms {
  /** A pool whose statements may take their time. */
  db: Knex;
  logger: Logger;
  /** How long one run may take; what is sealed by then stays sealed. In milliseconds. */
  limitMs: number;
  /** Default: what follows from `SEAL_ENTRIES_MAX` and `SEAL_QUIET_MS`. */
  terms?: SealTerms;
}

/**
 * Movements of one seal at most: a look reads as many until they are sealed, and once more in
 * turns.
 */
const SEAL_ENTRIES_MAX = 200_000;
/**
 * How long a stretch rests before it is sealed, in milliseconds: longer than charges and records
 * wait for each other, and than clocks of database servers differ.
 */
const SEAL_QUIET_MS = 3_600_000;
const EVERY_MS = 300_000;

/** Any number of replicas may seal: one of them does, the others leave it to that one. */
export function createSealer(deps: SealerDeps): Sealer {
  const { logger } = deps;
  let looks: Looks | undefined;
  let isStopped = false;

  async function seal(): Promise<number> {
    const endMs = performance.now() + deps.limitMs;
    for (let made = 0; ; made += 1) {
      const fresh = isStopped ? null : await sealNext(deps, endMs);
      if (fresh === null) return made;
      countSeal('sealed');
      // Logs are kept elsewhere: a seal that is written again does not fit to what they say.
      logger.info({ ...fresh }, 'a stretch of the ledger was sealed');
    }
  }

  function failed(error: unknown): void {
    countSeal('failed');
    logger.warn({ error }, 'the ledger could not be sealed; the next run goes on from there');
  }

  return {
    seal,
    start() {
      isStopped = false;
      looks = poll({ everyMs: EVERY_MS, look: seal, failed });
      void looks.now();
    },
    stop() {
      isStopped = true;
      looks?.stop();
    },
  };
}

/**
 * One transaction: whoever dies has sealed nothing of the stretch, and all before it stays sealed.
 */
async function sealNext(deps: SealerDeps, endMs: number): Promise<Seal | null> {
  const terms = deps.terms ?? { entriesMax: SEAL_ENTRIES_MAX, quietMs: SEAL_QUIET_MS };
  const leftMs = Math.floor(endMs - performance.now());
  if (leftMs <= 0) throw new LookCut('sealing the ledger took longer than it may');
  return deps.db.transaction(async (trx) => {
    if (!(await takeSealing(trx)) || (await isLedgerBroken(trx))) return null;
    await limitStatements(trx, leftMs);
    const stretch = await findNextStretch(trx, terms);
    if (stretch === null) return null;
    const broken = await runLocal(trx, stretch, deps);
    if (broken.length === 0) return sealStretch(trx, stretch);
    const ids = broken.map(({ id }) => id);
    countSeal('refused');
    countBroken(ids);
    deps.logger.error({ stretch, broken }, 'a stretch of the ledger breaks its invariants');
    return null;
  });
}
