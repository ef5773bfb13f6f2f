import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnAnyPort } from './admin.ts';

/** A provider that does as it is told. */
export interface TestProvider {
  /** With `/v1`, as a credential names it. */
  baseUrl: string;
  /** `host:port`, as it is allowed. */
  address: string;
  /** The requests that it got. */
  seen: { url: string | undefined; authorization: string | undefined }[];
  /** What it answers from now on. */
  answerWith(answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Lists these models from now on. */
  list(names: readonly unknown[]): void;
  drop(): Promise<void>;
}

/** Starts one. */
export const aProvider = async (): Promise<TestProvider> => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(500).end();
  const seen: TestProvider['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url, authorization: request.headers.authorization });
    answer(request, response);
  });
  const url = await listenOnAnyPort(server);
  return {
    baseUrl: `${url}/v1`,
    address: new URL(url).host,
    seen,
    answerWith: (next) => (answer = next),
    list: (names) => {
      answer = (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data: names.map((id) => ({ id })) }));
      };
    },
    async drop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
