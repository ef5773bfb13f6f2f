import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * What is done with a request: `refuse` cuts before it is passed on, `hang` never passes it on and
 * never answers, `lose-reply` passes it on and cuts when the answer is there, `keep-reply` passes
 * it on and never answers.
 */
export type Trouble = 'refuse' | 'hang' | 'lose-reply' | 'keep-reply';

/** Trouble for requests whose path begins so. */
export interface TroubleOrder {
  path: string;
  trouble: Trouble;
  /** How many requests it is for; default all until `clear`. */
  times?: number;
}

/** A proxy between two services that can be told to misbehave. */
export interface TroubleProxy {
  url: string;
  /** Where requests go; they are refused until this is set. */
  target: string | undefined;
  order(order: TroubleOrder): void;
  /** Ends all trouble; what hangs is cut. */
  clear(): void;
  /** Requests that met trouble since the last `clear`. */
  met(): number;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function aTroubleProxy(): Promise<TroubleProxy> {
  let orders: Required<TroubleOrder>[] = [];
  let met = 0;
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();

  function takeOrder(path: string): Trouble | undefined {
    const found = orders.find((order) => order.times > 0 && path.startsWith(order.path));
    if (found === undefined) return undefined;
    found.times -= 1;
    met += 1;
    return found.trouble;
  }

  function pass(incoming: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const trouble = takeOrder(incoming.url ?? '');
    if (trouble === 'hang') return void hanging.add(incoming.socket);
    if (trouble === 'refuse' || proxy.target === undefined) {
      incoming.socket.destroy();
      return;
    }
    const outgoing = request(
      new URL(incoming.url ?? '/', proxy.target),
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          if (trouble === 'lose-reply') return void incoming.socket.destroy();
          if (trouble === 'keep-reply') return void hanging.add(incoming.socket);
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          response.end(Buffer.concat(chunks));
        });
        answer.on('error', () => incoming.socket.destroy());
      },
    );
    outgoing.on('error', () => incoming.socket.destroy());
    outgoing.end(body);
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => pass(incoming, response, Buffer.concat(chunks)));
    incoming.on('error', () => undefined);
  });
  server.keepAliveTimeout = 75_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: TroubleProxy = {
    url: `http://127.0.0.1:${port}`,
    target: undefined,
    order: ({ times = Number.POSITIVE_INFINITY, ...order }) =>
      void orders.push({ ...order, times }),
    clear() {
      orders = [];
      met = 0;
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    met: () => met,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
