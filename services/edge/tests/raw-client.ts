import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A client that sends exactly the bytes it is given. */
export interface RawClient {
  socket: Socket;
  /** What has come back, one character a byte. */
  received(): string;
  /**
   * Resolves when `done` holds for what has come back, or the connection is closed; rejects after
   * `ms`.
   */
  until(done: (received: string) => boolean, ms?: number): Promise<string>;
  /** Resolves with all that came back and whether the end was a reset. */
  closed(ms?: number): Promise<{ received: string; reset: boolean }>;
}

const WAIT_MS = 30_000;

/** Connects to a port of this machine. */
export function connectRaw(port: number): RawClient {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let reset = false;
  const received = (): string => Buffer.concat(chunks).toString('latin1');
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => (reset = true));
  socket.on('end', () => socket.end());
  return {
    socket,
    received,
    until: (done, ms = WAIT_MS) =>
      waitFor(() => (done(received()) || socket.closed ? received() : undefined), ms, received),
    closed: (ms = WAIT_MS) =>
      waitFor(
        () => (socket.closed || socket.readableEnded ? { received: received(), reset } : undefined),
        ms,
        received,
      ),
  };
}

/** Sends one request as bytes and waits until the connection is closed. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const client = connectRaw(port);
  client.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const { received } = await client.closed();
  client.socket.destroy();
  return received;
}

/** Sends one bodiless request that asks for the connection to be closed. */
export function sendPlain(port: number, target: string, headers = ''): Promise<string> {
  return sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n${headers}\r\n`);
}

/** The status of a raw answer; 0 when there is none. */
export function statusOf(received: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
}

/** The JSON body of a raw answer that was not chunked. */
export function bodyOf(received: string): { error?: { code: string; request_id: string } } {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as ReturnType<typeof bodyOf>;
}

/** Polls `look` until it gives something. */
export async function waitFor<T>(
  look: () => T | undefined,
  ms = WAIT_MS,
  describe: () => string = () => '',
): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end)
      throw new Error(`nothing within ${ms} ms; received: ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
