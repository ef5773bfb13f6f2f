import { Agent, request } from 'node:http';
import type { Demo } from '../support/demo.ts';
import type { Hit } from './unhurt.ts';

/** A request as it is written: nothing is added but the host, the length and what is given. */
export interface Shot {
  method: string;
  /** Path and query, unescaped by us. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends requests to one stack over kept-alive connections. */
export interface Sender {
  public: (shot: Shot) => Promise<Hit>;
  internal: (shot: Shot) => Promise<Hit>;
  close: () => void;
}

const CONNECTIONS = 8;
const TIMEOUT_MS = 60_000;

/**
 * A sender to both listeners. A connection that breaks without an answer gives a hit with status 0.
 */
export function createSender(demo: Demo): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const to = (listener: string) => {
    const { hostname, port } = new URL(demo.stack.urls[listener] ?? '');
    return (shot: Shot) => send({ agent, hostname, port }, shot);
  };
  return { public: to('public'), internal: to('internal'), close: () => agent.destroy() };
}

function send(
  where: { agent: Agent; hostname: string; port: string },
  { method, path, headers = {}, body }: Shot,
): Promise<Hit> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { ...where, method, path, headers: { ...length, ...headers } };
    const broken = (): void => resolve({ status: 0, headers: {}, text: '' });
    const sent = request({ ...options, timeout: TIMEOUT_MS }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', broken);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const hit = { status: answer.statusCode ?? 0, headers: answer.headers, text };
        resolve(method === 'HEAD' ? { ...hit, bodiless: true } : hit);
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', broken);
    sent.end(body);
  });
}

/** Sends many requests a few at a time and gives the answers in their order. */
export async function inTurn<Given, Result>(
  all: readonly Given[],
  use: (given: Given) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < all.length) {
      const at = next;
      next += 1;
      results[at] = await use(all[at] as Given);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return results;
}
