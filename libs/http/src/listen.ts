import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from '@tollgate/runtime/logger';
import { openPort } from './open-port.ts';
import { counter, gauge, histogram } from '@tollgate/telemetry/metrics';

/** Longer than our callers keep an idle socket, so that always the caller closes a connection. */
const SERVICE_KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 76_000;

/** A listening server. */
export interface Listening {
  server: Server;
  port: number;
  /** From now on this app answers instead of the one before. */
  serve(app: Express): void;
  /**
   * From now on each answer closes its connection, so that callers open new connections to other
   * processes.
   */
  drain(): void;
  /**
   * Stops accepting and resolves when the last request is done; idle connections are closed at
   * once.
   */
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

/**
 * Follows the answers under way; returns a function that makes each of them the last answer of its
 * connection.
 */
function drainOf(server: Server): () => void {
  const unanswered = new Set<ServerResponse>();
  let draining = false;
  server.on('request', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
    unanswered.add(response);
    response.once('close', () => {
      unanswered.delete(response);
      // An answer that began earlier promised to keep its connection open; nothing else closes that
      // connection.
      if (draining && !server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    draining = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
  };
}

/**
 * The label of requests without a route; their paths are whatever callers send and would make
 * endless labels.
 */
export const NO_ROUTE = 'none';
const MILLISECONDS = 1_000;
/** Nginx's status for a caller that left before the answer began. */
const STATUS_CALLER_LEFT = 499;

const requests = counter({
  name: 'http_requests_total',
  help: 'Requests that were answered.',
  labels: ['method', 'route', 'status'],
});
const errors = counter({
  name: 'http_errors_total',
  help: 'Requests that were answered with an error, by its code.',
  labels: ['route', 'code'],
});
const durations = histogram({
  name: 'http_request_duration_seconds',
  help: "From a request's head to the end of its answer.",
  labels: ['method', 'route'],
});
const inFlight = gauge({
  name: 'http_requests_in_flight',
  help: 'Requests that are being answered.',
  labels: [],
});

/** One request that has been answered. */
export interface AnsweredRequest {
  /** Method and path template of the route; null when no route was found. */
  route: { readonly method: string; readonly path: string } | null;
  /** Null when the caller left before an answer began. */
  status: number | null;
  durationMs: number;
  errorCode: string | null;
}

/** Counts an answered request: rate, errors, duration. */
export function countRequest({ route, status, durationMs, errorCode }: AnsweredRequest): void {
  const method = route?.method ?? NO_ROUTE;
  const path = route?.path ?? NO_ROUTE;
  requests.add([method, path, String(status ?? STATUS_CALLER_LEFT)]);
  durations.observe([method, path], durationMs / MILLISECONDS);
  if (errorCode !== null) countError(path, errorCode);
}

/**
 * Counts an error by its code alone, for answers that are counted elsewhere.
 * @param route a template, or {@link NO_ROUTE}
 */
export function countError(route: string, code: string): void {
  errors.add([route, code]);
}

function onClosed(): void {
  inFlight.add([], -1);
}

/** Counts an answer as in flight until it is over. */
export function countInFlight(response: ServerResponse): void {
  inFlight.add([], 1);
  response.once('close', onClosed);
}
