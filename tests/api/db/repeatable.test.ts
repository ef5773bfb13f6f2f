import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { migrate } from '@tollgate/db/migrate';
import { MIGRATIONS } from '@tollgate/db/migrations';
import { checksumOf, readRepeatables } from '@tollgate/db/repeatable';
import type { RepeatableFile } from '@tollgate/db/repeatable';
import { DESCRIBE_LEDGER } from '../../../services/billing/src/invariants/code-description.ts';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const OURS = readRepeatables();

let database: TestDatabase;
let owner: Knex;
beforeEach(async () => {
  database = await aDatabase();
  owner = connectDatabase({ url: database.url, applicationName: 'test-repeatable' });
});
afterEach(async () => {
  await owner.destroy();
  await database.drop();
});

const migrateWith = (...more: RepeatableFile[]): Promise<string[]> =>
  migrate({ databaseUrl: database.url, repeatables: [...OURS, ...more] });
const described = (): Promise<unknown[]> => rows(owner, `${DESCRIBE_LEDGER} order by 1`);
const applied = (): Promise<{ path: string; checksum: string }[]> =>
  rows(owner, 'select path, checksum from public.schema_repeatable order by path');
const answerOf = async (call: string): Promise<unknown> =>
  (await row<{ answer: unknown }>(owner, `select ${call} as answer`))?.answer;
const isThere = async (name: string): Promise<boolean> =>
  (await answerOf(`to_regprocedure('${name}') is not null`)) === true;

const file = (text: string, path = 'libs/keys/sql/tried.sql'): RepeatableFile => ({ path, text });
const tried = (answer: string, rights = ''): RepeatableFile =>
  file(`create or replace function keys.tried() returns text language sql as $$ select '${answer}' $$;
revoke all on function keys.tried() from public;
${rights}`);

test('every file is applied, and a run that finds none changed does nothing', async () => {
  expect(await applied()).toEqual(
    OURS.map((one) => ({ path: one.path, checksum: checksumOf(one) })),
  );
  expect(await migrateWith()).toEqual([]);
});

test('every file can be run again, and says the same', async () => {
  const before = await described();
  const again = OURS.map((one) => ({ ...one, text: `${one.text}-- once more\n` }));
  const ran = await migrate({ databaseUrl: database.url, repeatables: again });
  expect(ran.toSorted()).toEqual(OURS.map(({ path }) => path).toSorted());
  expect(await described()).toEqual(before);
});

test('a changed body takes the place of the earlier one, and gives just the rights that stand there', async () => {
  const gives = 'grant execute on function keys.tried() to tollgate_inference, tollgate_worker;';
  expect(await migrateWith(tried('first', gives))).toEqual(['libs/keys/sql/tried.sql']);
  expect(await answerOf('keys.tried()')).toBe('first');
  const mayRun = (role: string) =>
    answerOf(`has_function_privilege('${role}', 'keys.tried()', 'execute')`);
  expect(await mayRun('tollgate_worker')).toBe(true);
  const fewer = 'grant execute on function keys.tried() to tollgate_inference;';
  await migrateWith(tried('second', fewer));
  expect(await answerOf('keys.tried()')).toBe('second');
  expect([await mayRun('tollgate_inference'), await mayRun('tollgate_worker')]).toEqual([
    true,
    false,
  ]);
});

test('what was changed in the database by hand is put right when all files are run', async () => {
  const before = await described();
  await owner.raw(
    `create or replace function billing.refuse_reopening() returns trigger language plpgsql as $$ begin return new; end $$;
     grant execute on function billing.refuse_reopening() to public`,
  );
  expect(await migrateWith()).toEqual([]);
  expect(await described()).not.toEqual(before);
  await migrate({ databaseUrl: database.url, repeatables: OURS, repeatAll: true });
  expect(await described()).toEqual(before);
});

test('what a file defines no more is dropped, unless another file has taken it over', async () => {
  const other =
    'create or replace function keys.other() returns int language sql as $$ select 1 $$;';
  await migrateWith(file(`${tried('first').text}${other}`));
  await migrateWith(tried('first'), file(other, 'libs/keys/sql/other.sql'));
  expect([await isThere('keys.tried()'), await isThere('keys.other()')]).toEqual([true, true]);
  await migrateWith(file(other, 'libs/keys/sql/other.sql'));
  expect([await isThere('keys.tried()'), await isThere('keys.other()')]).toEqual([false, true]);
  expect((await applied()).map(({ path }) => path)).not.toContain('libs/keys/sql/tried.sql');
});

test('a file that fails leaves everything as it was', async () => {
  await migrateWith(tried('first'));
  const before = await applied();
  const bad = file(
    'create function keys.broken() returns no_such_type language sql as $$ $$;',
    'z',
  );
  await expect(migrateWith(tried('second'), bad)).rejects.toThrow('no_such_type');
  expect(await answerOf('keys.tried()')).toBe('first');
  expect(await applied()).toEqual(before);
});

test('two files that define the same are refused by the name of what they define', async () => {
  await expect(migrateWith(tried('a'), file(tried('b').text, 'z'))).rejects.toThrow(
    'z defines keys.tried() once more',
  );
});

test('a version that is older than the schema leaves functions as the newer one has made them', async () => {
  const next = { name: '9001_next', up: () => Promise.resolve() };
  const steps = [...MIGRATIONS, next];
  await migrate({ databaseUrl: database.url, repeatables: [...OURS, tried('newer')], steps });
  await migrate({ databaseUrl: database.url, repeatables: [tried('older')] });
  expect(await answerOf('keys.tried()')).toBe('newer');
});
