import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await aDatabase();
  db = connectDatabase({ url: database.url, applicationName: 'statement-test', poolMax: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const keptNames = async (): Promise<number> => {
  const found = await row<{ count: number }>(
    db,
    'select cast(count(*) as int) as count from pg_prepared_statements',
  );
  return found?.count ?? Number.NaN;
};

describe('a statement of the hot path', () => {
  test('is parsed once for each connection, whatever its values are', async () => {
    const sum = statement<{ a: number; b: number }>('select cast(:a as int) + :b + :a as sum');
    expect(await run(db, sum, { a: 1, b: 2 })).toEqual([{ sum: 4 }]);
    expect(await run(db, sum, { a: 2, b: 2 })).toEqual([{ sum: 6 }]);
    expect(await keptNames()).toBe(1);
    await expect(run(db, sum, { a: 2_147_483_647, b: 2 })).rejects.toThrow('out of range');
    expect(await run(db, sum, { a: 3, b: 2 })).toEqual([{ sum: 8 }]);
  });

  test('runs without a name, once and for all, where a pooler does not keep names', async () => {
    await db.raw('create table ran (n int)');
    const insert = statement<{ n: number }>('insert into ran values (:n) returning n');
    await run(db, insert, { n: 1 });
    // What the next transaction finds when a pooler gives it another connection to the server.
    await db.raw('deallocate all');
    const results = await Promise.all([2, 3].map((n) => run(db, insert, { n })));
    expect(results).toEqual([[{ n: 2 }], [{ n: 3 }]]);
    expect(await run(db, insert, { n: 4 })).toEqual([{ n: 4 }]);
    expect(insert.name).toBeUndefined();
    expect(await keptNames()).toBe(0);
    const found = await row<{ sum: number }>(db, 'select cast(sum(n) as int) as sum from ran');
    expect(found).toEqual({ sum: 10 });
  });

  test('runs without a name as well where another connection has left that name', async () => {
    const insert = statement<{ n: number }>('select cast(:n as int) as other');
    await db.raw(`prepare "${insert.name ?? ''}" as select 1`);
    expect(await run(db, insert, { n: 4 })).toEqual([{ other: 4 }]);
    expect(insert.name).toBeUndefined();
    await db.raw('deallocate all');
  });
});
