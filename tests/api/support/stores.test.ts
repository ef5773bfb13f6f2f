import { Client } from 'pg';
import { Redis } from 'ioredis';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';

const select = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

describe('the stores of a test', () => {
  test('each database is migrated and its roles can log in', async () => {
    const database = await aDatabase();
    const other = await aDatabase();
    try {
      const [row] = await select(database.urlOf('tollgate_billing'), 'SELECT current_user AS role');
      expect(row).toEqual({ role: 'tollgate_billing' });
      const tables = await select(
        database.url,
        `SELECT 1 FROM information_schema.schemata WHERE schema_name = 'identity'`,
      );
      expect(tables).toHaveLength(1);
      expect(other.url).not.toBe(database.url);
    } finally {
      await database.drop();
      await other.drop();
    }
  });

  test('each Redis database is empty and apart from the others', async () => {
    const [one, two] = [await aRedis(), await aRedis()];
    const [first, second] = [new Redis(one.url), new Redis(two.url)];
    await first.set('key', 'value');
    expect(await second.get('key')).toBeNull();
    first.disconnect();
    second.disconnect();
    await one.drop();
    await two.drop();
  });
});
