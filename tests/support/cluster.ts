import { join } from 'node:path';
import { bundle } from '@tollgate/deploy/local/bundle';
import { findRedisProgram } from '@tollgate/deploy/local/redis-program';
import { loadKeys, type StackKeys } from '@tollgate/deploy/local/keys';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { SERVICES } from '@tollgate/deploy/local/services';
import { startStack } from '@tollgate/deploy/local/stack';
import { keepBeginnings } from './beginnings.ts';
import { once, RUN_VARIABLE } from './once-a-run.ts';
import { aStateDir, sweepAbandonedStateDirs } from './state-dir.ts';

const VARIABLE = 'TOLLGATE_TEST_CLUSTER';

/** The PostgreSQL and Redis that all tests of one jest run share. */
export interface TestCluster {
  stateDir: string;
  /** The migrated database that every test copies; no test connects to it. */
  templateUrl: string;
  redisUrl: string;
  keys: StackKeys;
  /** Folder of what a run builds once. */
  runDir: string;
  /** Folder where the services are bundled. */
  bundled: string;
  /**
   * Folder with the keys of the cluster and a copy of its files, made right after the migration
   * while PostgreSQL was stopped.
   */
  beginnings: string;
}

/**
 * Starts the cluster and makes it known to the test workers.
 * @param options `durable`: commits survive a crash of the machine, at the price of speed; default
 *   false
 * @returns the function that ends it
 */
export const startCluster = async (
  options: { durable?: boolean } = {},
): Promise<() => Promise<void>> => {
  await sweepAbandonedStateDirs();
  const stateDir = await aStateDir();
  const log = (): void => undefined;
  // A Redis of our own is flushed and killed at will; a Redis that runs already is the last resort.
  const redisUrl = await findRedisProgram(log).then(
    () => undefined,
    (error: unknown) => {
      if (process.env['REDIS_URL'] === undefined) throw error;
      return process.env['REDIS_URL'];
    },
  );
  const stack = await startStack({
    stateDir,
    redisUrl,
    services: [],
    durable: options.durable ?? false,
    log,
  });
  const runDir = process.env[RUN_VARIABLE] ?? stateDir;
  const bundled = join(runDir, 'bundle');
  await once(bundled, () =>
    bundle(
      SERVICES.map(({ entry }) => entry),
      bundled,
    ),
  );
  const connection = stack.connections;
  const beginnings = join(stateDir, 'beginnings');
  await stack.stop('postgres');
  await keepBeginnings(stateDir, beginnings);
  await stack.start('postgres');
  process.env[VARIABLE] = JSON.stringify({
    stateDir,
    beginnings,
    runDir,
    bundled,
    templateUrl: connection.databaseUrl,
    redisUrl: connection.redisUrl,
  });
  return async () => {
    await stack.stop();
    await removeStateDir(stateDir);
  };
};

const knownCluster = (): Omit<TestCluster, 'keys'> | undefined => {
  const known = process.env[VARIABLE];
  return known === undefined ? undefined : (JSON.parse(known) as Omit<TestCluster, 'keys'>);
};

/** The cluster of this jest run, in any of its workers. */
export const testCluster = async (): Promise<TestCluster> => {
  const cluster = knownCluster();
  if (cluster === undefined) {
    throw new Error('No test cluster: the jest project lacks globalSetup.');
  }
  return { ...cluster, keys: await loadKeys(cluster.stateDir) };
};

/**
 * Where the beginnings of this run lie; undefined outside a run with a cluster, such as the bench
 * and the soak.
 */
export const beginningsOfRun = (): string | undefined => knownCluster()?.beginnings;

/** Folder of what this run builds once; undefined outside a run with a cluster. */
export const folderOfRun = (): string | undefined => knownCluster()?.runDir;

/** The bundled services of this run; undefined outside a run with a cluster. */
export const bundleOfRun = (): string | undefined => knownCluster()?.bundled;
