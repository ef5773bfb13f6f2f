import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as it came, with its attributes as plain values. */
export interface CollectedSpan {
  service: string;
  /** Attributes of the resource, as plain values. */
  resource: Record<string, unknown>;
  name: string;
  /** As the protocol numbers them: 2 server, 3 client, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** 2 is an error. */
  status: number | undefined;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
}

/** A collector of traces that takes OTLP as JSON over HTTP. */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans(): readonly CollectedSpan[];
  /** Everything that came, as text. */
  text(): string;
  /** Headers of the deliveries. */
  headers(): readonly Readonly<Record<string, string | string[] | undefined>>[];
  close(): Promise<void>;
}

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
  arrayValue?: { values?: Value[] };
}
type Attributes = { key: string; value: Value }[];

interface Delivery {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}
interface WireSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes?: Attributes;
  links?: { traceId: string; spanId: string }[];
}

/** Starts a collector on a free port. */
export async function aCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const headers: Readonly<Record<string, string | string[] | undefined>>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = (
        request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      ).toString('utf8');
      texts.push(text);
      headers.push(request.headers);
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(text) as Delivery));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    text: () => texts.join('\n'),
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: Delivery): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const facts = plain(resource.attributes);
    const service = String(facts['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        resource: facts,
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        status: span.status?.code,
        attributes: plain(span.attributes ?? []),
        links: span.links ?? [],
      })),
    );
  });
}

function plain(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: Value): unknown {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plainValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}
