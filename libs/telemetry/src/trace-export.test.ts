import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION } from './build.ts';
import { startTelemetry } from './telemetry.ts';
import type { TelemetryConfig } from './telemetry.ts';
import { beginWork } from './tracing.ts';

interface Delivery {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Makes one span under a configuration, and gives what came to the collector. */
async function deliver(config: Partial<TelemetryConfig>): Promise<Delivery> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path, headers } = request;
      deliveries.push({ path, headers, body: Buffer.concat(chunks) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const telemetry = await startTelemetry({
    component: 'worker',
    config: {
      HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ...config,
    },
    logger: { info: () => undefined } as never,
  });
  beginWork('a job', { 'tollgate.job': 'sweep' }).end();
  await telemetry.stop();
  server.close();
  server.closeAllConnections();
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error('nothing was delivered');
  return delivery;
}

/** Protobuf keeps texts as UTF-8, each after its length. */
const textOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

test('spans are delivered in protobuf, with the attributes of the environment before our own', async () => {
  const { path, headers, body } = await deliver({
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=worker-7,service.namespace=ours%2C%20too',
    OTEL_SERVICE_NAME: 'gateway',
  });
  expect(path).toBe('/v1/traces');
  expect(headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-key': 'a b' });
  for (const text of ['a job', 'sweep', 'worker-7', 'ours, too', 'gateway', VERSION]) {
    expect(body.includes(textOf(text))).toBe(true);
  }
  expect(body.includes('tollgate-worker')).toBe(false);
});
