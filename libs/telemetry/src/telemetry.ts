import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from '@tollgate/runtime/logger';
import { registry } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

/** What a process says about itself. */
export interface TelemetryOptions {
  /** The name of the service; on every metric as `component`. */
  component: string;
  config: { readonly HOST: string; readonly METRICS_PORT?: number };
  logger: Logger;
}

/** Running telemetry. */
export interface Telemetry {
  /** For the end of the process. */
  stop(): Promise<void>;
}

/** Opens the metrics port, where one is configured, with the metrics of the process itself: CPU, memory, event loop, garbage. */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { component, config, logger } = options;
  const { METRICS_PORT: port, HOST: host } = config;
  if (port === undefined) return { stop: () => Promise.resolve() };
  registry.setDefaultLabels({ component });
  collectDefaultMetrics({ register: registry });
  const server = await serveMetrics({ port, host, logger });
  logger.info({ port: server.port }, 'metrics are served');
  return { stop: () => server.close() };
}
