import type { Knex } from 'knex';

export const contracts = { since: '0016_records_archive', because: 'a job alone logs in so' };

/**
 * Whoever may say that a day lies in the archive can make it leave the database, so the role of the
 * backups may not: the archive has a role of its own, which reads records and policies and nothing
 * else. The consoles' services learn which days have left.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    revoke all on requests.archive, requests.archived_day, requests.record from tollgate_backup;
    revoke usage on schema requests from tollgate_backup;

    grant usage on schema requests, retention to tollgate_archive;
    grant select, insert, delete on requests.archive to tollgate_archive;
    grant update (after_days, store, claims, lease_until) on requests.archive to tollgate_archive;
    grant select on requests.archived_day, requests.record, retention.policy to tollgate_archive;
    grant update (verified_at, removed_at) on requests.archived_day to tollgate_archive;

    grant select (day, left_at, removed_at) on requests.archived_day
      to tollgate_account, tollgate_admin;
  `);
}
