import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What the proxy does with a request to connect: a number is the status that it refuses with. */
export type ConnectManner = 'connect' | 'hang' | 'hang-up' | number;

/** An HTTP proxy that tunnels by CONNECT, as a network's operator has one. */
export interface ConnectProxy {
  /** `http://user:password@host:port`. */
  url: string;
  /** `host:port` of each request to connect since the last call, in their order. */
  take(): string[];
  manner: ConnectManner;
  /** Where tunnels lead in place of what was requested; the requested address without it. */
  target: { host: string; port: number } | undefined;
  /** Cuts every tunnel in the middle. */
  cut(): void;
  close(): Promise<void>;
}

const USER = 'tollgate';

/**
 * Listens on a free port of loopback; refuses whoever does not show the password.
 * @param password of the one user
 */
export async function aConnectProxy(password: string): Promise<ConnectProxy> {
  const expected = `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`;
  let asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket: Socket, head) => {
    keep(socket);
    asked.push(request.url ?? '');
    const refuse = (status: number): void =>
      void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    if (request.headers['proxy-authorization'] !== expected) return refuse(407);
    if (request.headers.host !== request.url) return refuse(400);
    const { manner } = proxy;
    if (manner === 'hang') return undefined;
    if (manner === 'hang-up') return void socket.destroy();
    if (typeof manner === 'number') return refuse(manner);
    const [, host = '', port = ''] = /^(.*):(\d+)$/u.exec(request.url ?? '') ?? [];
    const there = connect(proxy.target ?? { host, port: Number(port) });
    keep(there);
    there.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      there.write(head);
      socket.pipe(there).pipe(socket);
    });
    there.once('error', () => refuse(502));
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: ConnectProxy = {
    url: `http://${USER}:${encodeURIComponent(password)}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = asked;
      asked = [];
      return taken;
    },
    manner: 'connect',
    target: undefined,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      cut();
      await closed;
    },
  };
  return proxy;
}
