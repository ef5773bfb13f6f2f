import type { Knex } from 'knex';

/** The days of a tag are found without reading all tags of all days: requests are listed by tag. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('create index tag_day_by_tag on requests.tag_day (tag, bucket)');
}
