declare global {
  /** Ends what the test file that runs in this process has started and not ended yet. */
  var tollgateLeftRunning: Set<() => Promise<void>> | undefined;
}

/**
 * Sees to it that what a test file has started ends with it, also where its set-up fails before the
 * file could keep it: a process that is left keeps Jest from ending.
 * @param end called once: by the test file, else behind it
 * @returns what the test file calls
 */
export function endWithFile(end: () => Promise<void>): () => Promise<void> {
  globalThis.tollgateLeftRunning ??= new Set();
  const left = globalThis.tollgateLeftRunning;
  const endOnce = async (): Promise<void> => {
    if (left.delete(endOnce)) await end();
  };
  left.add(endOnce);
  return endOnce;
}
