import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { INSTANCE_ID, VERSION } from './build.ts';
import { countSpans } from './span-count.ts';
import { switchTracing } from './tracing.ts';

/** Between two deliveries to the collector, in milliseconds. */
const EXPORT_EVERY_MS = 1_000;
/** A collector that does not answer holds nothing up for longer, in milliseconds. */
const EXPORT_TIMEOUT_MS = 5_000;
/** Spans that wait for the collector; further ones are dropped. */
const WAITING_MAX = 8_192;
const BATCH_MAX = 512;

/** How spans are encoded on their way to the collector. */
export type OtlpProtocol = 'http/protobuf' | 'http/json';

export interface TraceExportOptions {
  component: string;
  /** Root of the collector's OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  protocol: OtlpProtocol;
  /** Attributes of the resource, such as `k8s.pod.name`; they go before our own. */
  attributes: Readonly<Record<string, string>>;
  /** More headers of each delivery. */
  headers: Readonly<Record<string, string>>;
  /** The share of traces that are kept, decided where they begin. */
  ratio: number;
}

/** Switches tracing on. Gives what delivers the rest and ends it. */
export function startTraceExport(options: TraceExportOptions): () => Promise<void> {
  const Exporter = options.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `tollgate-${options.component}`,
      'service.namespace': 'tollgate',
      'service.version': VERSION,
      'service.instance.id': INSTANCE_ID,
      ...options.attributes,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counting(exporter),
        maxQueueSize: WAITING_MAX,
        maxExportBatchSize: BATCH_MAX,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  switchTracing(true);
  return async () => {
    switchTracing(false);
    await provider.shutdown().catch(() => undefined);
  };
}

function counting(exporter: SpanExporter): SpanExporter {
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        countSpans(result.code === ExportResultCode.SUCCESS ? 'taken' : 'refused', spans.length);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
