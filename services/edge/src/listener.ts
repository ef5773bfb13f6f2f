import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from '@tollgate/contract/error-codes';
import { openPort } from '@tollgate/http/open-port';
import { newPublicId } from '@tollgate/runtime/ids';
import { rawError } from './answer.ts';
import type { Connections } from './connections.ts';
import { forwardingOf } from './forwarding.ts';
import { HEADER_BYTES_MAX, LINGER_MS } from './bounds.ts';
import type { ConnectionLimits } from './bounds.ts';

export interface ListenerDeps {
  app: RequestListener;
  connections: Connections;
  limits: ConnectionLimits;
  https: boolean;
}

/** A listener of the edge that accepts connections. */
export interface Listener {
  port: number;
  /** Stops accepting, and resolves when the last request is answered. */
  close(): Promise<void>;
  /** Cuts what is still open. */
  destroy(): void;
}

/** Sockets on which a protocol fault has been answered; what they still send is noise. */
const refused = new WeakSet<Duplex>();

/**
 * An HTTP/1.1 server with the edge's limits; not listening yet. Faults below HTTP are answered in
 * our envelope.
 */
export function createEdgeServer({ app, connections, limits, https }: ListenerDeps): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      noDelay: true,
      keepAlive: true,
      insecureHTTPParser: false,
      // A missing Host header is refused in our own words, with the other faults of headers.
      requireHostHeader: false,
    },
    app,
  );
  // Headers are counted by us and refused; Node would leave the surplus out silently.
  server.maxHeadersCount = 0;
  // A client may close its sending side after its request; the connections decide whether it still
  // listens.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on('connection', (socket: Socket) => connections.open(socket));
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new GatewayError('method_not_allowed', 'CONNECT is not supported.');
    refuseSocket(socket, error, https);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    onClientError({ error, socket, https }, connections);
  });
  return server;
}

/** Opens a server on an address. @param port 0 takes any free one */
export async function listenOn(server: Server, port: number, host: string): Promise<Listener> {
  const opened = await openPort(server, { port, host });
  return {
    port: opened.port,
    close() {
      const ended = opened.close();
      server.closeIdleConnections();
      return ended;
    },
    destroy: () => server.closeAllConnections(),
  };
}

interface ClientFault {
  error: NodeJS.ErrnoException;
  socket: Duplex;
  https: boolean;
}

/** A client has broken the protocol, run out of time, or is gone. */
function onClientError({ error, socket, https }: ClientFault, connections: Connections): void {
  if (refused.has(socket)) return;
  const response = connections.current(socket as Socket);
  const gone = socket.destroyed || !socket.writable || error.code === 'ECONNRESET';
  if (!gone && response !== undefined && isRefusal(response)) {
    refused.add(socket);
    response.end();
    return;
  }
  // Once a whole request is being answered, bytes of ours would be read as a part of that answer.
  const answering = response !== undefined && (response.headersSent || response.req.complete);
  if (gone || answering) {
    socket.destroy();
    return;
  }
  refuseSocket(socket, toGatewayError(error.code), https);
  // The body of the current request is broken: its service must be notified at once, not when the
  // socket has lingered.
  response?.emit('close');
}

/** Whether the edge has answered by itself and only waits for the client to stop sending. */
function isRefusal(response: ServerResponse): boolean {
  if (!response.headersSent || response.shouldKeepAlive) return false;
  return forwardingOf(response)?.answered ?? true;
}

function refuseSocket(socket: Duplex, error: GatewayError, https: boolean): void {
  refused.add(socket);
  socket.on('error', () => socket.destroy());
  socket.end(rawError(error, { requestId: newPublicId('req'), https }));
  // Closing at once would reset the connection while the client still sends, and it would not see
  // the answer.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
}

function toGatewayError(code: string | undefined): GatewayError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers may have ${HEADER_BYTES_MAX} bytes at most.`;
    return new GatewayError('headers_too_large', message);
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new GatewayError('payload_too_large', 'Chunk extensions are too long.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new GatewayError('request_timeout', 'The request took too long to arrive.');
  }
  return new GatewayError('invalid_request', 'The request is not valid HTTP/1.1.');
}
