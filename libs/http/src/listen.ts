import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Express } from 'express';
import type { Logger } from '@tollgate/runtime/logger';

/** Longer than any caller of ours keeps an idle socket, so that it is always the caller who closes. */
export const SERVICE_KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 76_000;

/** A listening server. */
export interface Listening {
  server: Server;
  port: number;
  /** Stops accepting and resolves when the last request is done; idle connections are closed at once. */
  close(): Promise<void>;
}

/** Starts an app on a port of the internal network and logs `listening`. */
export async function listen(
  app: Express,
  options: { port: number; host: string; logger: Logger },
): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true }, app);
  server.keepAliveTimeout = SERVICE_KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  options.logger.info({ port }, 'listening');
  return {
    server,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
