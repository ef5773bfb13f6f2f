import { row } from './connect.ts';
import type { Db } from './connect.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * A check that this code's newest migration was applied. A schema that is newer still is fine: migrations only add what the code
 * before does not need. Once it holds it holds for good, so it is asked no more.
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
