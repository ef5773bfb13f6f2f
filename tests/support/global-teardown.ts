/** Ends what global-setup.ts started. */
// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default async (): Promise<void> => {
  const stop = globalThis.stopTollgateTestCluster;
  globalThis.stopTollgateTestCluster = undefined;
  await stop?.();
};
