import type { Knex } from 'knex';
import * as baseline from './migrations/0001_baseline.ts';
import * as alarmsShown from './migrations/0002_alarms_shown.ts';
import * as leanChecks from './migrations/0003_lean_checks.ts';
import * as administratorTokens from './migrations/0004_administrator_tokens.ts';
import * as expiredHolds from './migrations/0005_expired_holds.ts';
import * as ledgerSeals from './migrations/0006_ledger_seals.ts';
import * as replacedSecrets from './migrations/0008_replaced_secrets.ts';
import * as aliasStrategies from './migrations/0015_alias_strategies.ts';
import * as recordsArchive from './migrations/0016_records_archive.ts';
import * as requestTags from './migrations/0018_request_tags.ts';
import * as quotaZones from './migrations/0019_quota_zones.ts';
import * as aliasTimes from './migrations/0022_alias_times.ts';
import * as archiveRole from './migrations/0023_archive_role.ts';
import * as tagIndex from './migrations/0024_tag_index.ts';
import * as credentialProxy from './migrations/0026_credential_proxy.ts';
import * as ledgerArchive from './migrations/0027_ledger_archive.ts';
import * as batches from './migrations/0028_batches.ts';
import * as leftYears from './migrations/0029_left_years.ts';
import * as batchJobs from './migrations/0030_batch_jobs.ts';
import * as vectorStores from './migrations/0031_vector_stores.ts';
import * as sentOperations from './migrations/0033_sent_operations.ts';
import * as dueResults from './migrations/0034_due_results.ts';
import * as roomOfFiles from './migrations/0035_room_of_files.ts';
import * as sealedDays from './migrations/0036_sealed_days.ts';

/** One step of the schema; forward only. */
export interface Migration {
  name: string;
  up(trx: Knex.Transaction): Promise<void>;
}

/** The step that makes everything; databases from before it are adopted by `before-baseline.ts`. */
export const BASELINE = '0001_baseline';

/** Every step in its order. A step that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: BASELINE, ...baseline },
  { name: '0002_alarms_shown', ...alarmsShown },
  { name: '0003_lean_checks', ...leanChecks },
  { name: '0004_administrator_tokens', ...administratorTokens },
  { name: '0005_expired_holds', ...expiredHolds },
  { name: '0006_ledger_seals', ...ledgerSeals },
  { name: '0008_replaced_secrets', ...replacedSecrets },
  { name: '0015_alias_strategies', ...aliasStrategies },
  { name: '0016_records_archive', ...recordsArchive },
  { name: '0018_request_tags', ...requestTags },
  { name: '0019_quota_zones', ...quotaZones },
  { name: '0022_alias_times', ...aliasTimes },
  { name: '0023_archive_role', ...archiveRole },
  { name: '0024_tag_index', ...tagIndex },
  { name: '0026_credential_proxy', ...credentialProxy },
  { name: '0027_ledger_archive', ...ledgerArchive },
  { name: '0028_batches', ...batches },
  { name: '0029_left_years', ...leftYears },
  { name: '0030_batch_jobs', ...batchJobs },
  { name: '0031_vector_stores', ...vectorStores },
  { name: '0033_sent_operations', ...sentOperations },
  { name: '0034_due_results', ...dueResults },
  { name: '0035_room_of_files', ...roomOfFiles },
  { name: '0036_sealed_days', ...sealedDays },
];
