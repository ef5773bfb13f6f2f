import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@tollgate/runtime/logger';
import { registry } from './metrics.ts';

/** An open metrics port. */
export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics` on a port of its own, so that no listener of callers leads to it. */
export async function serveMetrics(options: {
  port: number;
  host: string;
  logger: Logger;
}): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        options.logger.error({ error }, 'metrics could not be written');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
