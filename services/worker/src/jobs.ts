import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { ensurePartitionsJob } from './jobs/ensure-partitions.ts';
import { purgeClaimsJob } from './jobs/purge-claims.ts';
import { sweepLedgerJob } from './jobs/sweep-ledger.ts';
import { verifyLedgerJob } from './jobs/verify-ledger.ts';

/** What jobs work with. */
export interface JobDeps {
  db: Knex;
  billing: Billing;
  logger: Logger;
  timers: Timers;
}

/** A job that runs again and again, on one worker at a time. Running it twice does no harm. */
export interface RepeatedJob {
  name: string;
  everyMs(timers: Timers): number;
  /** Resolves with what it did, for the log. */
  run(deps: JobDeps): Promise<Record<string, unknown>>;
}

/** Every repeated job. */
export const repeatedJobs: readonly RepeatedJob[] = [
  sweepLedgerJob,
  ensurePartitionsJob,
  purgeClaimsJob,
  verifyLedgerJob,
];
