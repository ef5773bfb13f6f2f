import { connectDatabase, rows } from '@tollgate/db/connect';
import { SERVICE_ROLES } from '@tollgate/db/migrate';
import { MIGRATIONS } from '@tollgate/db/migrations';
import { createSchemaCheck } from '@tollgate/db/schema-version';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const newest = MIGRATIONS.at(-1)?.name ?? '';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database?.drop());

async function withDatabase<Result>(
  url: string,
  work: (db: ReturnType<typeof connectDatabase>) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase({ url, applicationName: 'test-schema', poolMax: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

test.each(SERVICE_ROLES)('%s sees whether its schema is there', async (role) => {
  await withDatabase(database.urlOf(role), (db) => createSchemaCheck(db)());
});

test('a process is not ready on an older schema, and is once it was brought up to date', async () => {
  await withDatabase(database.url, async (owner) => {
    await withDatabase(database.urlOf('tollgate_account'), async (db) => {
      const check = createSchemaCheck(db);
      await rows(owner, 'delete from schema_migration where name = :newest', { newest });
      await expect(check()).rejects.toThrow(`older than ${newest}`);
      await rows(
        owner,
        'insert into schema_migration (name, batch, migration_time) values (:newest, 1, now())',
        { newest },
      );
      await check();
      // A schema never goes back: once it was seen nobody asks again.
      await rows(owner, 'delete from schema_migration where name = :newest', { newest });
      await check();
    });
  });
});

test('a schema that is newer than the code does no harm', async () => {
  await withDatabase(database.url, async (owner) => {
    await rows(
      owner,
      `insert into schema_migration (name, batch, migration_time)
       values (:newest, 1, now()), ('9999_of_the_next_release', 1, now())`,
      { newest },
    );
    await createSchemaCheck(owner)();
  });
});
