import type { Metric, Registry } from 'prom-client';

/**
 * Gauges of the library that are called like counters, and what they are called here. Each is the
 * sum over the kinds of the gauge of the shorter name.
 */
const RENAMED: Readonly<Record<string, string>> = {
  nodejs_active_handles_total: 'nodejs_active_handles_all',
  nodejs_active_requests_total: 'nodejs_active_requests_all',
  nodejs_active_resources_total: 'nodejs_active_resources_all',
};

/**
 * Takes the ending of counters from gauges of the default metrics: whoever asks for the rate of a
 * gauge gets nonsense.
 * @param registry has the default metrics
 */
export function renameGauges(registry: Registry): void {
  for (const [theirs, ours] of Object.entries(RENAMED)) {
    const metric = registry.getSingleMetric(theirs);
    if (metric === undefined) continue;
    registry.removeSingleMetric(theirs);
    const get = async () => ({ ...(await metric.get()), name: ours });
    // A registry asks for name and values only.
    registry.registerMetric({ name: ours, get } as unknown as Metric);
  }
}
