import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from '@tollgate/runtime/logger';
import { openPort } from './open-port.ts';
import { countInFlight } from './request-metrics.ts';

/** Longer than our callers keep an idle socket, so that always the caller closes a connection. */
const SERVICE_KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 76_000;

/** A listening server. */
export interface Listening {
  server: Server;
  port: number;
  /** From now on this app answers in place of the one before. */
  serve(app: Express): void;
  /** From now on each answer closes its connection, so that callers open new connections to other processes. */
  drain(): void;
  /** Stops accepting and resolves when the last request is done; idle connections are closed at once. */
  close(): Promise<void>;
}

/** Starts an app on a port of the internal network and logs `listening`. */
export async function listen(
  app: Express,
  options: { port: number; host: string; logger: Logger },
): Promise<Listening> {
  const server = createServer({ noDelay: true, keepAlive: true });
  server.keepAliveTimeout = SERVICE_KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = 0;
  server.on('request', (_request, response) => countInFlight(response));
  const drain = drainOf(server);
  let serving = app;
  server.on('request', serving);
  const opened = await openPort(server, options);
  const { port } = opened;
  options.logger.info({ port }, 'listening');
  return {
    server,
    port,
    serve(next) {
      server.off('request', serving);
      serving = next;
      server.on('request', serving);
    },
    drain,
    close() {
      drain();
      const ended = opened.close();
      server.closeIdleConnections();
      return ended;
    },
  };
}

/** Follows the answers under way; returns a function that makes each of them the last answer of its connection. */
function drainOf(server: Server): () => void {
  const unanswered = new Set<ServerResponse>();
  let draining = false;
  server.on('request', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
    unanswered.add(response);
    response.once('close', () => {
      unanswered.delete(response);
      // An answer that began earlier promised to keep its connection open; this is the only place that closes that connection.
      if (draining && !server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    draining = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
  };
}
