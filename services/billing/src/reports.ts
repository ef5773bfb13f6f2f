import type { Knex } from 'knex';
import { connectDatabase } from '@tollgate/db/connect';

const REPORT_POOL_MAX = 2;
const REPORT_STATEMENT_MS = 60_000;

/** A small pool for queries over the whole ledger; they must not take connections from requests. */
export function connectReports(url: string, statementTimeoutMs = REPORT_STATEMENT_MS): Knex {
  return connectDatabase({
    url,
    applicationName: 'tollgate-billing-reports',
    poolMax: REPORT_POOL_MAX,
    statementTimeoutMs,
  });
}
