import { startCluster } from './cluster.ts';

declare global {
  /** Ends the cluster; set while a jest run has one. */
  var stopTollgateTestCluster: (() => Promise<void>) | undefined;
}

/** Starts the shared PostgreSQL and Redis, once for all projects of a jest run. */
// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default async (): Promise<void> => {
  globalThis.stopTollgateTestCluster ??= await startCluster();
};
