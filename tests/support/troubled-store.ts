import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What a store does: `well` as it is; `full` takes no byte; `slow` takes a piece now and then;
 * `short` says of a file that was written that it has lost its end.
 */
export type StoreTrouble = 'well' | 'full' | 'slow' | 'short';

/** A store behind which another one stands. */
export interface TroubledStore {
  port: number;
  trouble: StoreTrouble;
  /** Requests that met trouble since it was last set. */
  met: number;
  close(): Promise<void>;
}

/** As servers of S3 say that no room is left. */
const FULL =
  '<?xml version="1.0"?><Error><Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free drive threshold.</Message></Error>';
const SLOW_PIECE_BYTES = 32_768;
const SLOW_PAUSE_MS = 400;
const WRITES = new Set(['PUT', 'POST']);

/**
 * Listens on a free port of loopback and hands everything on to a store, names of hosts included:
 * signatures cover them.
 */
export async function aTroubledStore(target: number): Promise<TroubledStore> {
  const server = createServer((incoming, response) => {
    serve(store, { incoming, response, target }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: TroubledStore = {
    port: (server.address() as AddressInfo).port,
    trouble: 'well',
    met: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return store;
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  target: number;
}

async function serve(
  store: TroubledStore,
  { incoming, response, target }: Exchange,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const { trouble } = store;
  if (trouble === 'full' && WRITES.has(method)) {
    store.met += 1;
    incoming.resume();
    response.writeHead(507, { 'content-type': 'application/xml', connection: 'close' });
    response.end(FULL);
    return;
  }
  const outgoing = request({ host: '127.0.0.1', port: target, method, path, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  if (trouble === 'slow' && WRITES.has(method)) {
    store.met += 1;
    await slowly(incoming, outgoing);
  } else incoming.pipe(outgoing);
  const answer = await answered;
  response.writeHead(answer.statusCode ?? 502, lengthOf(store, { method, answer }));
  answer.pipe(response);
}

async function slowly(from: IncomingMessage, to: ReturnType<typeof request>): Promise<void> {
  for await (const piece of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < piece.length; at += SLOW_PIECE_BYTES) {
      await pause(SLOW_PAUSE_MS);
      to.write(piece.subarray(at, at + SLOW_PIECE_BYTES));
    }
  }
  to.end();
}

function lengthOf(
  store: TroubledStore,
  { method, answer }: { method: string; answer: IncomingMessage },
): IncomingMessage['headers'] {
  if (store.trouble !== 'short' || method !== 'HEAD') return answer.headers;
  store.met += 1;
  return { ...answer.headers, 'content-length': '1000' };
}
