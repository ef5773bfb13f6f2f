import type { Knex } from 'knex';

/**
 * Holds that ended without a charge, which are few: each look at the ledger compares those of the
 * last days with what their callers were told.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`create index reservation_expired on billing.reservation (closed_at)
    where state = 'expired' and not late`);
}
