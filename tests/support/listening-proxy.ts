import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a provider that keeps the bodies of all requests. */
export interface ListeningProxy {
  /** `http://host:port`. */
  origin: string;
  /** `host:port`, for the list of allowed upstreams. */
  address: string;
  /** Where requests go. */
  target: string | undefined;
  /** The bodies since the last call, in their order. */
  take(): string[];
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function aListeningProxy(): Promise<ListeningProxy> {
  let bodies: string[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body.toString('utf8'));
      const { headers, method = 'GET', url = '/' } = incoming;
      const outgoing = request(new URL(url, proxy.target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: ListeningProxy = {
    origin: `http://${address}`,
    address,
    target: undefined,
    take() {
      const taken = bodies;
      bodies = [];
      return taken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}
