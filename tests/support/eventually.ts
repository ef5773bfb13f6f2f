/** Less than the time of a test, so that the test ends by saying what it waited for. */
const PATIENCE_MS = 55_000;
const LOOK_EVERY_MS = 50;

/**
 * Looks until it is so. Errors of a look count as not yet; what keeps coming is the cause in the
 * end.
 */
export async function eventually(
  look: () => Promise<boolean> | boolean,
  what = 'what was waited for did not come true',
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let cause: unknown;
  for (;;) {
    try {
      if (await look()) return;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > until) throw new Error(what, { cause });
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
