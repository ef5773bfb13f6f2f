import { startCluster } from './cluster.ts';
import { keepSharedStacks } from './shared-stacks.ts';

declare global {
  /** Ends the cluster and the shared stacks; set while a jest run has them. */
  var stopTollgateTestCluster: (() => Promise<void>) | undefined;
}

async function start(): Promise<() => Promise<void>> {
  const stopCluster = await startCluster();
  const stopStacks = await keepSharedStacks();
  return async () => {
    await stopStacks();
    await stopCluster();
  };
}

/**
 * Starts the shared PostgreSQL and Redis, once for all projects of a jest run, and begins to keep
 * shared stacks.
 */
// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default async (): Promise<void> => {
  globalThis.stopTollgateTestCluster ??= await start();
};
