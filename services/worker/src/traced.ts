import { beginWork } from '@tollgate/telemetry/tracing';
import type { SpanFacts } from '@tollgate/telemetry/tracing';

/**
 * Runs work under a span of its own. Work that fails is tried again, by whichever worker takes it
 * next, and the span says so.
 * @throws what the work throws
 */
export async function traced<Result>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const tracing = beginWork(name, facts);
  try {
    return await tracing.run(work);
  } catch (error) {
    tracing.fail('try_again');
    throw error;
  } finally {
    tracing.end();
  }
}
