import { removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { openProcessRecord } from '@tollgate/deploy/local/process-record';
import { localRedis } from '@tollgate/deploy/local/redis';
import { endWithFile } from './left-running.ts';
import { aStateDir } from './state-dir.ts';

/** A Redis server of one test, which may be stopped, held up and reconfigured. */
export interface OwnRedis {
  /** As the operator. */
  url: string;
  /** As the services. */
  serviceUrl: string;
  drop(): Promise<void>;
}

/** Starts a Redis that no other test uses. */
export const anOwnRedis = async (): Promise<OwnRedis> => {
  const stateDir = await aStateDir();
  const redis = await localRedis({
    stateDir,
    port: await freePort(),
    password: 'of-the-operator',
    servicePassword: 'of-the-services',
    durable: false,
    supervise: false,
    record: openProcessRecord(stateDir),
    log: () => undefined,
  });
  const drop = endWithFile(async () => {
    await redis.stop();
    await removeStateDir(stateDir);
  });
  await redis.start();
  return { url: redis.url, serviceUrl: redis.serviceUrl, drop };
};
