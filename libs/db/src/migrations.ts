import type { Knex } from 'knex';
import * as foundation from './migrations/0001_foundation.ts';
import * as identity from './migrations/0002_identity.ts';
import * as keys from './migrations/0003_keys.ts';
import * as catalog from './migrations/0004_catalog.ts';
import * as billing from './migrations/0005_billing.ts';
import * as requests from './migrations/0006_requests.ts';
import * as audit from './migrations/0007_audit.ts';
import * as auditChain from './migrations/0008_audit_chain.ts';
import * as rollups from './migrations/0009_rollups.ts';
import * as aliasRetries from './migrations/0010_alias_retries.ts';
import * as retention from './migrations/0011_retention.ts';
import * as invariants from './migrations/0012_invariants.ts';
import * as administrators from './migrations/0013_administrators.ts';
import * as priceDimensions from './migrations/0014_price_dimensions.ts';
import * as monthSums from './migrations/0015_month_sums.ts';
import * as pepperVersions from './migrations/0016_pepper_versions.ts';
import * as rated from './migrations/0017_rated.ts';
import * as secondAccounts from './migrations/0018_second_accounts.ts';
import * as overruns from './migrations/0019_overruns.ts';
import * as requestTries from './migrations/0020_request_tries.ts';
import * as requestIds from './migrations/0021_request_ids.ts';
import * as accountAliases from './migrations/0022_account_aliases.ts';
import * as providerLosses from './migrations/0023_provider_losses.ts';
import * as operationTurns from './migrations/0024_operation_turns.ts';
import * as quotaSums from './migrations/0025_quota_sums.ts';
import * as widenings from './migrations/0026_widenings.ts';
import * as recordFacts from './migrations/0027_record_facts.ts';
import * as repeatable from './migrations/0028_repeatable.ts';
import * as rounds from './migrations/0029_rounds.ts';
import * as yearPartitions from './migrations/0030_year_partitions.ts';
import * as recordSessions from './migrations/0031_record_sessions.ts';
import * as sessionSums from './migrations/0032_session_sums.ts';
import * as videos from './migrations/0033_videos.ts';
import * as videoLook from './migrations/0034_video_look.ts';
import * as media from './migrations/0035_media.ts';
import * as videoEnd from './migrations/0036_video_end.ts';
import * as operationsOfUsers from './migrations/0037_operations_of_users.ts';
import * as passwordLinks from './migrations/0038_password_links.ts';
import * as videoHold from './migrations/0039_video_hold.ts';
import * as grantEntries from './migrations/0040_grant_entries.ts';
import * as administratorRoles from './migrations/0041_administrator_roles.ts';
import * as webhooks from './migrations/0043_webhooks.ts';
import * as webhookMarks from './migrations/0044_webhook_marks.ts';
import * as backups from './migrations/0046_backups.ts';
import * as configuration from './migrations/0047_configuration.ts';
import * as filmsAndSyncs from './migrations/0049_films_and_syncs.ts';
import * as upliftedRecords from './migrations/0050_uplifted_records.ts';
import * as reconciliations from './migrations/0051_reconciliations.ts';
import * as credentialHealth from './migrations/0052_credential_health.ts';
import * as quarantine from './migrations/0053_quarantine.ts';
import * as modelChoices from './migrations/0054_model_choices.ts';
import * as implausibleUsage from './migrations/0055_implausible_usage.ts';
import * as overrunBounds from './migrations/0056_overrun_bounds.ts';
import * as recordCompletion from './migrations/0057_record_completion.ts';
import * as ledgerLooks from './migrations/0059_ledger_looks.ts';
import * as witnesses from './migrations/0061_witnesses.ts';
import * as revocationKeys from './migrations/0062_revocation_keys.ts';
import * as kindsOfFailure from './migrations/0063_kinds_of_failure.ts';
import * as callTimes from './migrations/0066_call_times.ts';
import * as targets from './migrations/0067_targets.ts';
import * as suspectUsage from './migrations/0068_suspect_usage.ts';
import * as accessIds from './migrations/0069_access_ids.ts';
import * as creationKeys from './migrations/0070_creation_keys.ts';

/** One step of the schema; forward only. */
export interface Migration {
  name: string;
  up(trx: Knex.Transaction): Promise<void>;
}

/** Every step in its order. A step that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_foundation', ...foundation },
  { name: '0002_identity', ...identity },
  { name: '0003_keys', ...keys },
  { name: '0004_catalog', ...catalog },
  { name: '0005_billing', ...billing },
  { name: '0006_requests', ...requests },
  { name: '0007_audit', ...audit },
  { name: '0008_audit_chain', ...auditChain },
  { name: '0009_rollups', ...rollups },
  { name: '0010_alias_retries', ...aliasRetries },
  { name: '0011_retention', ...retention },
  { name: '0012_invariants', ...invariants },
  { name: '0013_administrators', ...administrators },
  { name: '0014_price_dimensions', ...priceDimensions },
  { name: '0015_month_sums', ...monthSums },
  { name: '0016_pepper_versions', ...pepperVersions },
  { name: '0017_rated', ...rated },
  { name: '0018_second_accounts', ...secondAccounts },
  { name: '0019_overruns', ...overruns },
  { name: '0020_request_tries', ...requestTries },
  { name: '0021_request_ids', ...requestIds },
  { name: '0022_account_aliases', ...accountAliases },
  { name: '0023_provider_losses', ...providerLosses },
  { name: '0024_operation_turns', ...operationTurns },
  { name: '0025_quota_sums', ...quotaSums },
  { name: '0026_widenings', ...widenings },
  { name: '0027_record_facts', ...recordFacts },
  { name: '0028_repeatable', ...repeatable },
  { name: '0029_rounds', ...rounds },
  { name: '0030_year_partitions', ...yearPartitions },
  { name: '0031_record_sessions', ...recordSessions },
  { name: '0032_session_sums', ...sessionSums },
  { name: '0033_videos', ...videos },
  { name: '0034_video_look', ...videoLook },
  { name: '0035_media', ...media },
  { name: '0036_video_end', ...videoEnd },
  { name: '0037_operations_of_users', ...operationsOfUsers },
  { name: '0038_password_links', ...passwordLinks },
  { name: '0039_video_hold', ...videoHold },
  { name: '0040_grant_entries', ...grantEntries },
  { name: '0041_administrator_roles', ...administratorRoles },
  { name: '0043_webhooks', ...webhooks },
  { name: '0044_webhook_marks', ...webhookMarks },
  { name: '0046_backups', ...backups },
  { name: '0047_configuration', ...configuration },
  { name: '0049_films_and_syncs', ...filmsAndSyncs },
  { name: '0050_uplifted_records', ...upliftedRecords },
  { name: '0051_reconciliations', ...reconciliations },
  { name: '0052_credential_health', ...credentialHealth },
  { name: '0053_quarantine', ...quarantine },
  { name: '0054_model_choices', ...modelChoices },
  { name: '0055_implausible_usage', ...implausibleUsage },
  { name: '0056_overrun_bounds', ...overrunBounds },
  { name: '0057_record_completion', ...recordCompletion },
  { name: '0059_ledger_looks', ...ledgerLooks },
  { name: '0061_witnesses', ...witnesses },
  { name: '0062_revocation_keys', ...revocationKeys },
  { name: '0063_kinds_of_failure', ...kindsOfFailure },
  { name: '0066_call_times', ...callTimes },
  { name: '0067_targets', ...targets },
  { name: '0068_suspect_usage', ...suspectUsage },
  { name: '0069_access_ids', ...accessIds },
  { name: '0070_creation_keys', ...creationKeys },
];
