import {
  addTries,
  replacePauses,
  replaceTargetPauses,
} from '@tollgate/catalog/credential-health.queries';
import type { PausingProcess } from '@tollgate/catalog/credential-health.queries';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import type { CredentialTally } from '../credentials/note-tries.ts';

/** Credentials that one look reports; tries of further ones wait for the next look. */
const CREDENTIALS_MAX = 200;

/** The reports of one process, with its database and its tally. */
interface CredentialTelling extends PausingProcess {
  db: Knex;
  pool: Pick<CredentialPool, 'leftAlone'>;
  tally: Pick<CredentialTally, 'take'>;
}

/**
 * Lets the database know what this process has learned of credentials: beside the calls, never in
 * them.
 */
interface CredentialReporter {
  /**
   * Writes which credentials are left alone, and the tries since the last look. Nothing is written
   * where there is nothing new. Rejects when the database does not take it.
   */
  look(): Promise<void>;
  /** The process leaves: its last tries, and nothing is left alone any more. */
  leave(): Promise<void>;
}

/** An encoder for one process. */
function createCredentialReporter(reporting: CredentialTelling): CredentialReporter {
  const { db, pool } = reporting;
  /** Rows of this process may exist, also of a write that was not acknowledged. */
  let hasRows = false;

  async function reportPauses(pauses: ReturnType<CredentialPool['leftAlone']>): Promise<void> {
    if (pauses.length === 0 && !hasRows) return;
    hasRows = true;
    const ofModels = pauses.flatMap(({ modelId, ...rest }) =>
      modelId === null ? [] : [{ ...rest, modelId }],
    );
    await replacePauses(
      db,
      reporting,
      pauses.filter(({ modelId }) => modelId === null),
    );
    await replaceTargetPauses(db, reporting, ofModels);
    hasRows = pauses.length > 0;
  }

  return {
    async look() {
      await reportPauses(pool.leftAlone().slice(0, CREDENTIALS_MAX));
      await reportTries(reporting);
    },
    async leave() {
      await reportPauses([]);
      await reportTries(reporting);
    },
  };
}

/**
 * Reports in intervals until it is stopped.
 * @returns stops that, and writes the last report; never rejects
 */
export function reportHealth(
  options: CredentialTelling & { timers: Timers; logger: Logger },
): () => Promise<void> {
  const { timers, logger } = options;
  const encoder = createCredentialReporter(options);
  const failed = (error: unknown): void =>
    logger.warn({ error }, 'the health of credentials could not be reported');
  const looks = poll({ everyMs: timers.healthLook, look: () => encoder.look(), failed });
  return async () => {
    looks.stop();
    await looks.idle();
    await encoder.leave().catch(failed);
  };
}

/**
 * Counts that may have been written although nothing was heard are counted again: a health record
 * is no ledger.
 */
async function reportTries({ db, tally }: CredentialTelling): Promise<void> {
  const { counted, giveBack } = tally.take(CREDENTIALS_MAX);
  if (counted.length === 0) return;
  try {
    await addTries(db, counted);
  } catch (error) {
    giveBack();
    throw error;
  }
}
