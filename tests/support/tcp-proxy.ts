import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a server that can lead elsewhere later; connections that stand stay where they are. */
export interface TcpProxy {
  port: number;
  /** The port of loopback that new connections lead to. */
  target: number;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function aTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(proxy.target, '127.0.0.1');
    keep(near, far);
    keep(far, near);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
