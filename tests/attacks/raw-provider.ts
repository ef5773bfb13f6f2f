import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';

/** What a provider does with a socket once it has read a whole request. */
export type Script = (socket: Socket, body: string) => void;

/** A provider that writes exactly the bytes that a test wants. */
export interface RawProvider {
  port: number;
  /** Plays this for every chat call from now on; the list of models is always honest. */
  play(script: Script): void;
  /** Chat calls that have come. */
  calls(): number;
  close(): Promise<void>;
}

/** The one model that it lists. */
export const RAW_MODEL = 'raw-model';

const MODELS = JSON.stringify({ object: 'list', data: [{ id: RAW_MODEL, object: 'model' }] });

/** Listens on a free port of loopback, over TLS where options for it are given. */
export async function aRawProvider(tls?: TlsOptions): Promise<RawProvider> {
  const sockets = new Set<Socket>();
  let script: Script = wholly('{}');
  let calls = 0;
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const request = takeRequest(received);
      if (request === null) return;
      received = '';
      if (request.head.startsWith('GET ')) {
        wholly(MODELS)(socket, '');
        return;
      }
      calls += 1;
      script(socket, request.body);
    });
  };
  const server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    play: (next) => {
      script = next;
    },
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function takeRequest(received: string): { head: string; body: string } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.slice(0, end);
  const length = Number(/^content-length: (\d+)/imu.exec(head)?.[1] ?? 0);
  const body = received.slice(end + 4);
  return body.length < length ? null : { head, body };
}

/** These bytes, then the end. */
export function exactly(bytes: string): Script {
  return (socket) => void socket.end(Buffer.from(bytes, 'utf8'));
}

/** One JSON body with its length. */
export function wholly(body: string, head = 'HTTP/1.1 200 OK'): Script {
  const length = Buffer.byteLength(body);
  return (socket) =>
    void socket.write(
      `${head}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
}

/** An event stream of these bytes, ended by closing. */
export function streaming(text: string): Script {
  return exactly(
    `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n${text}`,
  );
}
