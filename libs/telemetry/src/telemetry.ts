import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from '@tollgate/runtime/logger';
import { registry } from './metrics.ts';
import { renameGauges } from './renamed-gauges.ts';
import { serveMetrics } from './metrics-server.ts';
import type { OtlpProtocol } from './trace-export.ts';
import './build.ts';
import './span-count.ts';

/**
 * How often the event loop is looked at for its metrics, in milliseconds, which is what an idle one
 * shows. Each look wakes the process.
 */
const LOOP_SAMPLE_MS = 50;

/** What the environment says, see {@link telemetryVariables}. */
export interface TelemetryConfig {
  HOST: string;
  METRICS_PORT?: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_EXPORTER_OTLP_PROTOCOL: OtlpProtocol;
  OTEL_SERVICE_NAME?: string;
  OTEL_RESOURCE_ATTRIBUTES?: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

export interface TelemetryOptions {
  /** The name of the service; on every metric as `component`. */
  component: string;
  config: Readonly<TelemetryConfig>;
  logger: Logger;
}

/** Running telemetry. */
export interface Telemetry {
  /** For the end of the process. */
  stop(): Promise<void>;
}

/**
 * Opens the metrics port and sends traces to a collector, where they are configured. Metrics
 * include those of the process itself: CPU, memory, event loop, garbage.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const stops = [await startTraces(options), await startMetrics(options)];
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

type Stop = () => Promise<void>;

const NOTHING_TO_STOP: Stop = () => Promise.resolve();

async function startTraces({ component, config, logger }: TelemetryOptions): Promise<Stop> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return NOTHING_TO_STOP;
  logger.info({ endpoint }, 'traces are sent');
  // Two hundred files, which a process without a collector has no use for.
  const { startTraceExport } = await import('./trace-export.ts');
  return startTraceExport({
    component,
    endpoint,
    protocol: config.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: parsePairs(headers ?? ''),
    attributes: {
      ...parsePairs(config.OTEL_RESOURCE_ATTRIBUTES ?? ''),
      ...(config.OTEL_SERVICE_NAME !== undefined && { 'service.name': config.OTEL_SERVICE_NAME }),
    },
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  });
}

/** `name=value` pairs, separated by commas; values are URL-encoded. */
function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

async function startMetrics({ component, config, logger }: TelemetryOptions): Promise<Stop> {
  const { METRICS_PORT: port, HOST: host } = config;
  if (port === undefined) return NOTHING_TO_STOP;
  registry.setDefaultLabels({ component });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  renameGauges(registry);
  const server = await serveMetrics({ port, host, logger });
  logger.info({ port: server.port }, 'metrics are served');
  return () => server.close();
}
