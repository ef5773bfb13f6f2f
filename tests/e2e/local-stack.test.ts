import got from 'got';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { SERVICES } from '@tollgate/deploy/local/services';
import { aStack } from '../support/stack.ts';

const execute = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

test('whatever is killed comes back in its place with its data', async () => {
  const services = SERVICES.filter(({ name }) => name === 'billing');
  const stack = await aStack({ services, durable: true });
  const { databaseUrl, redisUrl } = stack.connections;
  const redis = new Redis(redisUrl);
  redis.on('error', () => undefined);
  try {
    await execute(databaseUrl, 'CREATE TABLE kept AS SELECT 1 AS value');
    await redis.set('kept', 'value');
    for (const name of ['postgres', 'redis', 'billing']) await stack.kill(name, 'SIGKILL');
    await stack.ready();
    expect(await execute(databaseUrl, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
    expect(await redis.get('kept')).toBe('value');
    expect((await got(`${stack.urls['billing']}/health/ready`)).statusCode).toBe(200);
  } finally {
    redis.disconnect();
    await stack.drop();
  }
});

test('a stack that cannot start says which process failed and leaves nothing behind', async () => {
  const services = SERVICES.filter(({ name }) => name === 'billing');
  const env = { TIMER_SCALE: 'nonsense' };
  await expect(aStack({ services, env })).rejects.toThrow(/^billing keeps ending[^]*TIMER_SCALE/);
});
