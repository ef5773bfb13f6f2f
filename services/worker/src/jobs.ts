import type { RepeatedJob } from './job.ts';
import { compareUsageJob } from './jobs/compare-usage.ts';
import { completeRecordsJob } from './jobs/complete-records.ts';
import { dropArchivedDaysJob } from './jobs/drop-archived-days.ts';
import { ensurePartitionsJob } from './jobs/ensure-partitions.ts';
import { mergePartitionsJob } from './jobs/merge-partitions.ts';
import { purgeClaimsJob } from './jobs/purge-claims.ts';
import { purgeOperationsJob } from './jobs/purge-operations.ts';
import { releaseOrphansJob } from './jobs/release-orphans.ts';
import { schedulePurgeJob } from './jobs/schedule-purge.ts';
import { sweepLedgerJob } from './jobs/sweep-ledger.ts';
import { forgetAlarmsJob } from './jobs/forget-alarms.ts';
import { reportEndsJob } from './jobs/report-ends.ts';
import { reportExpiringKeysJob } from './jobs/report-expiring-keys.ts';
import { verifyLedgerJob } from './jobs/verify-ledger.ts';
import { verifyRollupsJob } from './jobs/verify-rollups.ts';
import { watchCreditJob } from './jobs/watch-credit.ts';

/** Every repeated job. */
export const repeatedJobs: readonly RepeatedJob[] = [
  sweepLedgerJob,
  compareUsageJob,
  completeRecordsJob,
  dropArchivedDaysJob,
  ensurePartitionsJob,
  mergePartitionsJob,
  purgeClaimsJob,
  purgeOperationsJob,
  releaseOrphansJob,
  schedulePurgeJob,
  forgetAlarmsJob,
  reportEndsJob,
  reportExpiringKeysJob,
  watchCreditJob,
  verifyLedgerJob,
  verifyRollupsJob,
];
