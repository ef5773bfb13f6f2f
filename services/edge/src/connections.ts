import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HALF_CLOSE_PROBES_MS, PIPELINED_REQUESTS_MAX, REQUESTS_PER_SOCKET_MAX } from './bounds.ts';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { ConnectionLimits } from './bounds.ts';

/** What may become of a request by the state of its connection. */
export type ConnectionVerdict = 'serve' | 'serve_last' | 'refuse' | 'ignore';

/** The client connections of one listener. */
export interface Connections {
  /**
   * Takes a new connection in; makes room by closing the longest idle one, or else closes the new
   * one.
   */
  open(socket: Socket): void;
  /** Counts a request in. The last one of a connection is answered with `Connection: close`. */
  begin(socket: Socket, response: ServerResponse): ConnectionVerdict;
  /** The oldest answer of the connection that is not complete yet. */
  current(socket: Socket): ServerResponse | undefined;
  /** From now on each answer is the last of its connection. */
  drain(): void;
  count(): number;
}

interface Connection {
  requests: number;
  /** Answers that are not complete, oldest first. */
  unanswered: ServerResponse[];
  last: boolean;
  probe: NodeJS.Timeout | undefined;
}

interface Tracked {
  open: Map<Socket, Connection>;
  connectionsMax: number;
  draining: boolean;
}

/** @param connectionsMax open connections at the same time */
export function createConnections(connectionsMax: number): Connections {
  const tracked: Tracked = { open: new Map(), connectionsMax, draining: false };

  function onAnswered(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = tracked.open.get(socket);
    if (connection === undefined) return;
    const at = connection.unanswered.indexOf(this);
    if (at !== -1) connection.unanswered.splice(at, 1);
    if (!this.shouldKeepAlive) connection.last = true;
    // An answer that began before the draining did has promised to keep the connection; nobody else
    // would close it.
    if (tracked.draining && connection.unanswered.length === 0) socket.destroySoon();
  }

  return {
    open: (socket) => admit(tracked, socket),
    begin(socket, response) {
      const connection = tracked.open.get(socket);
      if (connection === undefined || isEnding(connection)) return 'ignore';
      connection.requests += 1;
      connection.unanswered.push(response);
      response.once('close', onAnswered);
      connection.last = tracked.draining || connection.requests >= REQUESTS_PER_SOCKET_MAX;
      if (connection.unanswered.length > PIPELINED_REQUESTS_MAX) {
        connection.last = true;
        return 'refuse';
      }
      return connection.last ? 'serve_last' : 'serve';
    },
    current: (socket) => tracked.open.get(socket)?.unanswered[0],
    drain() {
      tracked.draining = true;
      for (const { unanswered } of tracked.open.values()) {
        for (const response of unanswered) response.shouldKeepAlive = false;
      }
    },
    count: () => tracked.open.size,
  };
}

/**
 * Whether an answer has said that it is the connection's last; what a client sends after that is
 * not served.
 */
function isEnding(connection: Connection): boolean {
  return connection.last || connection.unanswered.some((response) => !response.shouldKeepAlive);
}

function admit(tracked: Tracked, socket: Socket): void {
  if (tracked.open.size >= tracked.connectionsMax && !makeRoom(tracked)) {
    socket.destroy();
    return;
  }
  const connection: Connection = { requests: 0, unanswered: [], last: false, probe: undefined };
  tracked.open.set(socket, connection);
  socket.on('end', () => onClientEnd(socket, connection));
  socket.once('close', () => {
    tracked.open.delete(socket);
    clearTimeout(connection.probe);
    // Node notifies the answer that has the socket; those behind it in a pipeline never had it and
    // would wait for ever.
    for (const response of connection.unanswered.splice(0)) {
      if (response.socket === null) response.emit('close');
    }
  });
}

/** Closes the connection that has been open longest of those that wait for nothing. */
function makeRoom(tracked: Tracked): boolean {
  for (const [socket, connection] of tracked.open) {
    if (connection.unanswered.length > 0) continue;
    tracked.open.delete(socket);
    socket.destroy();
    return true;
  }
  return false;
}

/**
 * The client has closed its sending side. After the answer has begun that means it has left.
 * Before, it may be a client that says so that it has no more requests and still waits: it is
 * asked.
 */
function onClientEnd(socket: Socket, connection: Connection): void {
  const response = connection.unanswered[0];
  if (response === undefined) return;
  if (response.headersSent || !response.req.complete) socket.destroy();
  else if (response.req.httpVersion === '1.1') probe(connection, 0);
}

/**
 * Writes interim answers until the final one begins: writing to a client that has left closes the
 * socket.
 */
function probe(connection: Connection, round: number): void {
  const pauseMs = HALF_CLOSE_PROBES_MS[Math.min(round, HALF_CLOSE_PROBES_MS.length - 1)];
  connection.probe = setTimeout(() => {
    const response = connection.unanswered[0];
    if (response === undefined || response.headersSent) return;
    response.writeContinue();
    probe(connection, round + 1);
  }, pauseMs);
}

const SECOND_MS = 1_000;

/**
 * The bytes that a connection had carried at the end of its last body; heads, and requests without
 * a body, count towards the next body.
 */
const bytesBefore = new WeakMap<Socket, number>();

/** How long a body may take in all, in milliseconds, once the given number of bytes has come. */
export function bodyMsFor(bytes: number, limits: ConnectionLimits): number {
  const more = Math.floor(bytes / limits.bodyBytesPerSecond) * SECOND_MS;
  return Math.min(limits.requestMs, limits.bodyMs + more);
}

/**
 * Watches that the body of a request comes at a decent rate: a few bytes now and then would hold a
 * permit for as long as a whole upload may. Ends with the body or the answer.
 * @param late called once, with the error that the client gets
 */
export function watchBody(
  response: ServerResponse,
  limits: ConnectionLimits,
  late: (error: GatewayError) => void,
): void {
  const request = response.req;
  const startedMs = performance.now();
  const { socket } = request;
  const before = bytesBefore.get(socket) ?? 0;
  const look = (): void => {
    if (request.complete || response.headersSent || response.destroyed) return;
    const allowedMs = bodyMsFor(socket.bytesRead - before, limits);
    const leftMs = allowedMs - (performance.now() - startedMs);
    if (leftMs > 0) timer = setTimeout(look, leftMs);
    else late(new GatewayError('request_timeout', 'The body took too long to arrive.'));
  };
  let timer = setTimeout(look, limits.bodyMs);
  const stop = (): void => clearTimeout(timer);
  request.once('end', () => {
    stop();
    bytesBefore.set(socket, socket.bytesRead);
  });
  response.once('close', stop);
}
