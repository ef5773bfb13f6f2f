import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { migrate } from '@tollgate/db/migrate';
import { BASELINE, MIGRATIONS } from '@tollgate/db/migrations';
import { execa } from 'execa';
import { DESCRIBE_LEDGER } from '../../../services/billing/src/invariants/code-description.ts';
import { aDatabase } from '../../support/database.ts';
import { anEmptyDatabase } from '../../support/empty-database.ts';
import type { EmptyDatabase } from '../../support/empty-database.ts';
import { aPreviousTree, findCommitBeforeBaseline } from '../../support/previous-tree.ts';
import type { PreviousTree } from '../../support/previous-tree.ts';

const MIGRATE_MS = 120_000;

const commit = await findCommitBeforeBaseline();
if (commit === null) process.stdout.write('SKIPPED: the history does not reach the baseline\n');
const withHistory = commit === null ? describe.skip : describe;

/**
 * Every table, column, constraint, index and right of our schemas, without the partitions, which
 * come with the days.
 */
const DESCRIBE_TABLES = `
  with relation as (
    select c.*, n.nspname || '.' || c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where not c.relispartition and c.relkind in ('r', 'p', 'v', 'S') and n.nspname not like 'pg\\_%'
      and n.nspname <> 'information_schema' and c.relname not like 'schema\\_migration%'
  )
  select name as object, concat_ws(' ', relkind, reloptions, relacl, obj_description(oid)) as text
  from relation
  union all
  select concat(name, '.', a.attname), concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, a.attidentity, a.attcollation, a.attacl, pg_get_expr(d.adbin, d.adrelid),
    col_description(a.attrelid, a.attnum))
  from relation join pg_attribute a on a.attrelid = relation.oid and a.attnum > 0
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where not a.attisdropped
  union all
  select concat(name, ' ', k.conname), concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated)
  from relation join pg_constraint k on k.conrelid = relation.oid
  union all
  select concat(name, ' ', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  from relation join pg_index i on i.indrelid = relation.oid
  union all
  select concat(name, ' ', t.tgname), pg_get_triggerdef(t.oid)
  from relation join pg_trigger t on t.tgrelid = relation.oid where not t.tgisinternal
  order by 1, 2`;

async function withOwner<Result>(url: string, work: (db: Knex) => Promise<Result>) {
  const owner = connectDatabase({ url, applicationName: 'test-baseline', poolMax: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** Rights are compared as sets: PostgreSQL lists them in the order in which they were given. */
const sorted = (text: string): string =>
  text.replaceAll(/\{([^}]*)\}/g, (_all, list: string) => `{${list.split(',').toSorted().join()}}`);

const catalogueOf = (url: string): Promise<unknown> =>
  withOwner(url, async (owner) => {
    const tables = await rows<{ object: string; text: string }>(owner, DESCRIBE_TABLES);
    const ledger = await rows<object>(owner, `${DESCRIBE_LEDGER} order by 1`);
    return [tables.map((one) => ({ ...one, text: sorted(one.text) })), ledger];
  });

const stepsOf = (url: string): Promise<{ name: string; at: Date }[]> =>
  withOwner(url, (owner) =>
    rows(owner, 'select name, migration_time as at from schema_migration order by id'),
  );

let database: EmptyDatabase;
beforeEach(async () => {
  database = await anEmptyDatabase();
});
afterEach(() => database?.drop());

withHistory('a database of the release before the baseline', () => {
  let tree: PreviousTree;
  beforeAll(async () => {
    tree = await aPreviousTree(commit ?? '');
  }, MIGRATE_MS);
  afterAll(() => tree?.drop());

  beforeEach(async () => {
    await execa(process.execPath, ['deploy/migrate.ts'], {
      cwd: tree.link,
      env: { DATABASE_URL: database.url, DATABASE_ROLE_PASSWORDS: '{}' },
    });
  }, MIGRATE_MS);

  test(
    'becomes what the baseline makes of an empty one, under the name of the baseline',
    async () => {
      const before = await stepsOf(database.url);
      await migrate({ databaseUrl: database.url });
      const [adopted, ...later] = await stepsOf(database.url);
      expect(adopted).toEqual({ name: BASELINE, at: before.at(-1)?.at });
      expect([BASELINE, ...later.map(({ name }) => name)]).toEqual(
        MIGRATIONS.map(({ name }) => name),
      );
      const made = await aDatabase();
      try {
        expect(await catalogueOf(database.url)).toEqual(await catalogueOf(made.url));
      } finally {
        await made.drop();
      }
      expect(await migrate({ databaseUrl: database.url })).toEqual([]);
    },
    MIGRATE_MS,
  );

  test(
    'is refused with the name of what it lacks where it is older, and stays as it is',
    async () => {
      await withOwner(database.url, (owner) =>
        rows(owner, `delete from schema_migration where name = '0070_creation_keys'`),
      );
      const before = await stepsOf(database.url);
      await expect(migrate({ databaseUrl: database.url })).rejects.toThrow(
        'it lacks the migration 0070_creation_keys. Run the migrate command of the release before the baseline first',
      );
      expect(await stepsOf(database.url)).toEqual(before);
    },
    MIGRATE_MS,
  );
});

test('a database with migrations of nobody is refused with the name of the first', async () => {
  await withOwner(database.url, async (owner) => {
    await owner.raw(
      'create table schema_migration (id serial, name text, migration_time timestamptz)',
    );
    await owner.raw(`insert into schema_migration (name) values ('0001_of_another_product')`);
  });
  await expect(migrate({ databaseUrl: database.url })).rejects.toThrow('0001_of_another_product');
  const found = await withOwner(database.url, (owner) =>
    row<{ made: boolean }>(owner, `select to_regclass('requests.record') is not null as made`),
  );
  expect(found).toEqual({ made: false });
});
