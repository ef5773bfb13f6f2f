import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';

/** The files of `0001_baseline`, one for each owner. Later ones refer to tables of earlier ones. */
const FILES = [
  'database',
  'identity',
  'keys',
  'catalog',
  'billing',
  'requests',
  'audit',
  'retention',
  'webhooks',
];

/**
 * Makes every table with its columns, constraints, indexes, first rows and rights. Functions, views
 * and triggers stand in the `sql` folders of the owners.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  for (const name of FILES) {
    const path = join(import.meta.dirname, '0001_baseline', `${name}.sql`);
    await trx.raw(readFileSync(path, 'utf8').replaceAll('?', '\\?'));
  }
}
