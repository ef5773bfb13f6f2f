import { Redis } from 'ioredis';
import { testCluster } from './cluster.ts';

const COUNTER = 'tollgate-test:databases';

/** An empty logical Redis database of one test; channels (publish) are shared with other tests. */
export interface TestRedis {
  url: string;
  /** Empties it. */
  drop(): Promise<void>;
}

const withClient = async <Result>(
  url: string,
  work: (client: Redis) => Promise<Result>,
): Promise<Result> => {
  const client = new Redis(url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
};

const nextIndex = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const [, databases = '16'] = await client.config('GET', 'databases');
    const taken = await client.incr(COUNTER);
    return 1 + (taken % (Number(databases) - 1));
  });

/** Takes a logical database that no other test of this run uses. */
export const aRedis = async (): Promise<TestRedis> => {
  const { redisUrl } = await testCluster();
  const url = new URL(`/${await nextIndex(redisUrl)}`, redisUrl).href;
  const flush = (): Promise<void> =>
    withClient(url, async (client) => {
      await client.flushdb();
    });
  await flush();
  return { url, drop: flush };
};
