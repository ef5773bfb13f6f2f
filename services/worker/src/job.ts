import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';

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
  /** How often it is tried before it counts as failed; absent: 3 times. */
  tries?: number;
  /** Resolves with what it did, for the log. */
  run(deps: JobDeps): Promise<Record<string, unknown>>;
}
