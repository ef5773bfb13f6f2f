import type { Knex } from 'knex';

/** How often a target of an alias is asked again before the next one has its turn. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(RETRIES);
}

const RETRIES = `
alter table catalog.alias_target
  add column retries smallint not null default 0 check (retries between 0 and 3);
`;
