import type { Knex } from 'knex';
import { OperatorError } from './command.ts';
import { row } from './connect.ts';
import { BASELINE } from './migrations.ts';

/** The steps whose outcome the baseline is, in their order. */
const STEPS_BEFORE: readonly string[] = [
  '0001_foundation',
  '0002_identity',
  '0003_keys',
  '0004_catalog',
  '0005_billing',
  '0006_requests',
  '0007_audit',
  '0008_audit_chain',
  '0009_rollups',
  '0010_alias_retries',
  '0011_retention',
  '0012_invariants',
  '0013_administrators',
  '0014_price_dimensions',
  '0015_month_sums',
  '0016_pepper_versions',
  '0017_rated',
  '0018_second_accounts',
  '0019_overruns',
  '0020_request_tries',
  '0021_request_ids',
  '0022_account_aliases',
  '0023_provider_losses',
  '0024_operation_turns',
  '0025_quota_sums',
  '0026_widenings',
  '0027_record_facts',
  '0028_repeatable',
  '0029_rounds',
  '0030_year_partitions',
  '0031_record_sessions',
  '0032_session_sums',
  '0033_videos',
  '0034_video_look',
  '0035_media',
  '0036_video_end',
  '0037_operations_of_users',
  '0038_password_links',
  '0039_video_hold',
  '0040_grant_entries',
  '0041_administrator_roles',
  '0043_webhooks',
  '0044_webhook_marks',
  '0046_backups',
  '0047_configuration',
  '0049_films_and_syncs',
  '0050_uplifted_records',
  '0051_reconciliations',
  '0052_credential_health',
  '0053_quarantine',
  '0054_model_choices',
  '0055_implausible_usage',
  '0056_overrun_bounds',
  '0057_record_completion',
  '0059_ledger_looks',
  '0061_witnesses',
  '0062_revocation_keys',
  '0063_kinds_of_failure',
  '0066_call_times',
  '0067_targets',
  '0068_suspect_usage',
  '0069_access_ids',
  '0070_creation_keys',
];

/**
 * Constraints that those steps did not check against the rows of their time; all of these rows were
 * written under narrower ones.
 */
const UNCHECKED: readonly (readonly [table: string, constraint: string])[] = [
  ['billing.reservation', 'charge_not_negative'],
  ['billing.reservation', 'overrun_is_told'],
  ['billing.reservation', 'charge_within_ceiling'],
  ['billing.entry', 'entry_fits_its_kind'],
  ['billing.provider_cost', 'provider_cost_check'],
];

/**
 * Gives a database from before the baseline the name of the baseline instead of the names of its
 * steps, and makes equal what differs. The baseline is noted as of the newest of these steps: the
 * verifier judges rows by the rules that hold since then. Call it in the transaction that brings
 * the functions up to date, so that no process sees one without the other.
 * @returns whether the database was adopted; false for an empty database and for one that has the
 *   baseline
 * @throws OperatorError for a database that lacks some of the steps, or has others
 */
export async function adoptBaseline(trx: Knex.Transaction): Promise<boolean> {
  const steps = await findSteps(trx);
  if (steps.length === 0 || steps.includes(BASELINE)) return false;
  assertWhole(steps);
  for (const [table, constraint] of UNCHECKED) {
    await trx.raw(`alter table ${table} validate constraint ${constraint}`);
  }
  await trx.raw(
    'revoke select on billing.entry_default, billing.reservation_default from tollgate_billing',
  );
  await trx.raw(`comment on table requests.video is 'Videos and how they stand.'`);
  await trx.raw(
    `with gone as (delete from public.schema_migration returning migration_time)
     insert into public.schema_migration (name, batch, migration_time)
     select :baseline, 1, max(migration_time) from gone`,
    { baseline: BASELINE },
  );
  return true;
}

async function findSteps(trx: Knex.Transaction): Promise<string[]> {
  const table = await row<{ exists: boolean }>(
    trx,
    `select to_regclass('public.schema_migration') is not null as exists`,
  );
  if (table?.exists !== true) return [];
  const found = await row<{ names: string[] }>(
    trx,
    `select coalesce(array_agg(cast(name as text) order by id), '{}') as names
     from public.schema_migration`,
  );
  return found?.names ?? [];
}

function assertWhole(steps: readonly string[]): void {
  const strange = steps.find((name) => !STEPS_BEFORE.includes(name));
  if (strange !== undefined) {
    throw new OperatorError(
      `The database has the migration ${strange}, which is neither of this version nor of the release before the baseline. Run the migrate command of the version that made it.`,
    );
  }
  const missing = STEPS_BEFORE.find((name) => !steps.includes(name));
  if (missing === undefined) return;
  throw new OperatorError(
    `The database is older than the release before the baseline: it lacks the migration ${missing}. Run the migrate command of the release before the baseline first, then this one.`,
  );
}
