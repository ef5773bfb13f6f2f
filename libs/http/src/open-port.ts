import type { Server } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server as SocketServer } from 'node:net';

/**
 * The most connections that may wait to be accepted; a client that finds no room retries only after
 * a second.
 */
const CONNECTION_BACKLOG = 4_096;

/**
 * Node accepts one connection of a listening socket in each turn of its event loop. Under load a
 * turn takes milliseconds, and hundreds of new connections would wait for seconds while the open
 * ones are served. So this number of sockets share one port.
 */
const SOCKETS_PER_PORT = 16;

/** Other systems do not let sockets share a port, or do not spread connections over the sockets. */
const canShare = process.platform === 'linux';

/** A listening port. */
export interface OpenPort {
  port: number;
  /** Stops accepting, and resolves when every connection has ended. */
  close(): Promise<void>;
}

/**
 * Lets a server accept connections.
 * @param at.port 0 takes any free one
 * @throws the system's error; `EADDRINUSE` also when another process shares the port among its own
 *   sockets
 */
export async function openPort(
  server: Server,
  at: { port: number; host: string },
): Promise<OpenPort> {
  if (!canShare) {
    const port = await listening(server, at);
    return { port, close: () => closed(server) };
  }
  if (at.port !== 0) await assertFree(at);
  const port = await listening(server, { ...at, reusePort: true });
  const others = Array.from({ length: SOCKETS_PER_PORT - 1 }, () => feeding(server));
  await Promise.all(others.map((other) => listening(other, { ...at, port, reusePort: true })));
  const all = [server, ...others];
  return { port, close: async () => void (await Promise.all(all.map(closed))) };
}

/**
 * A listening socket that hands its connections to the server, made as the server makes its own
 * socket.
 */
function feeding(server: Server): SocketServer {
  const options = { allowHalfOpen: true, noDelay: true, keepAlive: true };
  return createServer(options, (socket) => void server.emit('connection', socket));
}

/**
 * The system never refuses a shared port to sockets that share: without this check two processes
 * would take each other's connections.
 */
async function assertFree(at: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  await listening(probe, at);
  await closed(probe);
}

function listening(
  server: SocketServer,
  at: { port: number; host: string; reusePort?: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, backlog: CONNECTION_BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closed(server: SocketServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
