import type { Knex } from 'knex';

/** Quotas of credit whose counts are lost are counted anew from the sums of requests, which inference may read for that. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('grant select on requests.rollup to tollgate_inference');
}
