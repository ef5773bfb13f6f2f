import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../support/eventually.ts';

/** One request that a receiver has got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

/** How a receiver answers; it may also do nothing. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with a status and nothing else. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_request, response) => {
    response.writeHead(status, headers).end('thanks');
  };

/** A receiver of webhooks on a port of its own. */
export interface Receiver {
  url: string;
  /** `127.0.0.1:port`, for an allow-list. */
  address: string;
  received: Received[];
  /** How it answers from now on. */
  answering: Answering;
  /** Resolves once so many requests have come. */
  hasReceived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts one that answers 200. */
export const aReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, body, path: request.url ?? '' });
      receiver.answering(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${address}/hook`,
    address,
    received,
    answering: withStatus(200),
    hasReceived: (count) => eventually(() => Promise.resolve(received.length >= count)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
};
