import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does work, and again for as long as its failure is one that passes.
 * @param pauseAfter how long to wait after a failure, in milliseconds, with the number of tries so
 *   far; null gives up
 * @throws the last failure; what `pauseAfter` itself throws replaces it
 */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  pauseAfter: (error: unknown, tries: number) => number | null,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pauseAfter(error, tries);
      if (pauseMs === null) throw error;
      await sleep(pauseMs);
    }
  }
}
