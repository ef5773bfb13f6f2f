import type { Knex } from 'knex';

/**
 * What the days of a grant have noted before a day behind which nothing is noted any more, so that
 * looks need not add up every day since the grant was given. Only `billing.seal_stretch` writes it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table billing.sealed_day (
      grant_id uuid primary key,
      next_day date not null,
      consumed_n bigint not null check (consumed_n > 0)
    ) with (fillfactor = 80);
    comment on table billing.sealed_day is
      'What the days of a grant before next_day have noted: what a look at the grant begins with.';
    grant select on billing.sealed_day to tollgate_billing;
  `);
}
