import { row } from './connect.ts';
import type { Db } from './connect.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * A check that the newest migration of this code was applied. A newer schema is fine, because
 * migrations only add what the code before does not need. A check that has held once holds
 * permanently and is not asked again.
 */
export function createSchemaCheck(db: Db): () => Promise<void> {
  const newest = MIGRATIONS.at(-1)?.name ?? '';
  let holds = false;
  return async () => {
    if (holds) return;
    const found = await row<{ applied: boolean }>(
      db,
      'select exists (select from public.schema_migration where name = :newest) as applied',
      { newest },
    );
    if (found?.applied !== true) throw new Error(`the schema is older than ${newest}`);
    holds = true;
  };
}
