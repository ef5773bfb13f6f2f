import type { Knex } from 'knex';

/**
 * In which time zone an owner's quotas of a day and a month count. The moments of a change are
 * milliseconds since 1970, as the process that made it has reckoned them.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table identity.user_account
      add column quota_zone text not null default 'UTC'
        check (quota_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
      add column quota_change jsonb check (
        jsonb_typeof(quota_change -> 'before') = 'string'
        and jsonb_typeof(quota_change -> 'from') = 'number'
        and jsonb_typeof(quota_change -> 'at') = 'number');
    comment on column identity.user_account.quota_zone is
      'IANA name of the zone whose days and months quotas of credits count in.';
    comment on column identity.user_account.quota_change is
      'The last change of that zone: the zone before, when its last day began, and when it ends.'`);
}
