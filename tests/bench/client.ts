import { Agent, request } from 'node:http';

/** Where load goes. */
export interface Endpoint {
  /** Base URL that ends in `/v1`. */
  baseUrl: string;
  key: string;
  model: string;
  /** Behind the base URL; chat completions unless it says otherwise. */
  route?: string;
  /** What the endpoint wants besides. */
  headers?: Readonly<Record<string, string>>;
}

/** One exchange; times in milliseconds on the clock of `performance.now()`. */
export interface Exchange {
  status: number;
  begunAt: number;
  /** When the first event with a token came, -1 when none did. */
  firstTokenAt: number;
  endedAt: number;
  text: string;
}

/** A client with a pool of kept-alive connections to one endpoint. */
export interface Client {
  send(body: string): Promise<Exchange>;
  close(): void;
}

/** Where the text of an event begins: of chat, of responses, of messages. */
const TEXT_MARKS = ['"content":"', '"delta":"', '"text":"'];
const TIMEOUT_MS = 60_000;

/** Opens a pool of at most so many connections. */
export function openClient(endpoint: Endpoint, connections: number): Client {
  const { baseUrl, key, headers: more, route = '/chat/completions' } = endpoint;
  const url = new URL(`${baseUrl}${route}`);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = {
    agent,
    host: url.hostname,
    port: url.port,
    path: url.pathname,
    method: 'POST',
    timeout: TIMEOUT_MS,
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
  return {
    send: (body) =>
      new Promise((resolve, reject) => {
        const begunAt = performance.now();
        const length = { 'content-length': Buffer.byteLength(body) };
        const call = request({ ...options, headers: { ...headers, ...length } }, (response) => {
          const seen = { status: response.statusCode ?? 0, begunAt, firstTokenAt: -1 };
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            // The role's event has an empty content: the first token is the event after it.
            if (seen.firstTokenAt < 0 && hasToken(chunk)) seen.firstTokenAt = performance.now();
            if (text.length < 2_000) text += chunk;
          });
          response.on('end', () => resolve({ ...seen, endedAt: performance.now(), text }));
          response.on('error', reject);
        });
        call.on('timeout', () => call.destroy(new Error('no answer in time')));
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function hasToken(chunk: string): boolean {
  return TEXT_MARKS.some((mark) => hasText(chunk, mark));
}

function hasText(chunk: string, mark: string): boolean {
  let position = chunk.indexOf(mark);
  while (position >= 0) {
    if (chunk[position + mark.length] !== '"') return true;
    position = chunk.indexOf(mark, position + 1);
  }
  return false;
}

/** Throws for anything but a full success, so that no error counts as a fast answer. */
export function assertServed({ status, text }: Exchange): void {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
}
