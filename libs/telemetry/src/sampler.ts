import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Sample, SampledGauge } from './metrics.ts';

export interface SamplerOptions<Value> {
  /** For the log. */
  name: string;
  everyMs: number;
  ask(): Promise<Value>;
  logger: Pick<Logger, 'warn'>;
}

/** Between two lines of the log about one failure, in milliseconds. */
const LOG_EVERY_MS = 60_000;

/** A value that is asked for in the background. */
export interface Sampler<Value> {
  /** The newest answer; undefined before the first, and when the last question was not answered. */
  latest(): Value | undefined;
  stop(): void;
}

/**
 * Asks at once and then at intervals, so that no scrape waits for the answer. A question that fails
 * is logged once a minute for each reason; a stale answer is never shown.
 */
export function startSampler<Value>(options: SamplerOptions<Value>): Sampler<Value> {
  let latest: Value | undefined;
  let logged = { why: '', atMs: 0 };
  const looks = poll({
    everyMs: options.everyMs,
    look: async () => (latest = await options.ask()),
    failed(error) {
      latest = undefined;
      const why = error instanceof Error ? error.message : String(error);
      const nowMs = performance.now();
      if (why === logged.why && nowMs - logged.atMs < LOG_EVERY_MS) return;
      logged = { why, atMs: nowMs };
      options.logger.warn({ error, metric: options.name }, 'a metric could not be asked for');
    },
  });
  void looks.now();
  return { latest: () => latest, stop: looks.stop };
}

/** Shows the newest answer of a sampler, and nothing while there is none. Gives what ends it. */
export function showLatest<Value>(
  metric: SampledGauge,
  sampler: Sampler<Value>,
  read: (latest: Value) => readonly Sample[],
): () => void {
  return metric.show(() => {
    const latest = sampler.latest();
    return latest === undefined ? [] : read(latest);
  });
}
