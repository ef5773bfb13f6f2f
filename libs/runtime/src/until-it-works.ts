import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does what needs a part that may be away, again and again until it works, so that a start waits
 * instead of failing.
 * @param options.failed hears why each try failed
 */
export async function untilItWorks<Result>(
  work: () => Promise<Result>,
  options: { everyMs: number; failed: (error: unknown) => void },
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      options.failed(error);
    }
    await sleep(options.everyMs);
  }
}
