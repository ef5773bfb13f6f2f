import { Agent, request } from 'node:http';

/** How an exchange ended for the client. */
export type End = 'whole' | 'cut' | 'left' | 'silent';

/** What a client has seen of one exchange. */
export interface Seen {
  /** 0 when no status came. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  end: End;
}

/**
 * One request; `leaveAfter` closes the connection after so many chunks of the answer, or so many
 * milliseconds.
 */
export interface Asked {
  method: string;
  url: string;
  token: string;
  body?: unknown;
  headers?: Record<string, string>;
  leaveAfter?: { chunks?: number; ms?: number };
}

const SILENCE_MS = 150_000;
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: SILENCE_MS });

/** Sends a request once; never throws. */
export function send(asked: Asked): Promise<Seen> {
  const text = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const headers = {
    authorization: `Bearer ${asked.token}`,
    ...(text === '' ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(text),
    ...asked.headers,
  };
  return new Promise((resolve) => {
    const seen: Seen = { status: 0, headers: {}, text: '', end: 'cut' };
    let chunks = 0;
    const outgoing = request(asked.url, { method: asked.method, agent, headers }, (response) => {
      seen.status = response.statusCode ?? 0;
      seen.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        seen.text += chunk;
        chunks += 1;
        if (chunks === asked.leaveAfter?.chunks) end('left');
      });
      response.on('end', () => end(response.complete ? 'whole' : 'cut'));
      response.on('error', () => end('cut'));
    });
    const silence = setTimeout(() => end('silent'), SILENCE_MS);
    const leaving =
      asked.leaveAfter?.ms === undefined
        ? undefined
        : setTimeout(() => end('left'), asked.leaveAfter.ms);
    let ended = false;
    function end(how: End): void {
      if (ended) return;
      ended = true;
      clearTimeout(silence);
      clearTimeout(leaving);
      seen.end = how;
      if (how !== 'whole') outgoing.destroy();
      resolve(seen);
    }
    outgoing.on('error', () => end('cut'));
    outgoing.end(text);
  });
}

/** The parsed text, undefined when it is no JSON. */
export function bodyOf({ text }: Seen): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
