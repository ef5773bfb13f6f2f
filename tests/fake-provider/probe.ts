import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** What one bare request saw. */
export interface Probe {
  /** 0 when the connection ended before a status line. */
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Number of reads that the body arrived in. */
  reads: number;
  /** True when the body ended as HTTP says it should. */
  complete: boolean;
  /** True when this side left. */
  left: boolean;
  /** Informational statuses before the response. */
  informed: number[];
  firstByteMs: number;
  totalMs: number;
}

/** How to ask, and when to go. */
export interface ProbeOptions {
  path?: string;
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Leaves after this silence, in milliseconds. */
  leaveAfterMs?: number;
  /** Leaves after this number of bytes of the body. */
  leaveAfterBytes?: number;
}

/** Sends one request on a connection of its own and reads until the end, or leaves early. */
export function probe(url: string, options: ProbeOptions = {}): Promise<Probe> {
  const { path = '/v1/chat/completions', key = 'test-key', body } = options;
  const started = performance.now();
  const chunks: Buffer[] = [];
  let size = 0;
  const seen: Probe = {
    status: 0,
    headers: {},
    bytes: Buffer.alloc(0),
    text: '',
    reads: 0,
    complete: false,
    left: false,
    informed: [],
    firstByteMs: 0,
    totalMs: 0,
  };
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      const bytes = Buffer.concat(chunks);
      const totalMs = performance.now() - started;
      resolve({ ...seen, bytes, text: bytes.toString(), totalMs });
    };
    const call = request(new URL(path, url), {
      method: options.method ?? 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...options.headers,
      },
    });
    const leave = (): void => {
      seen.left = true;
      call.destroy();
    };
    const timer = options.leaveAfterMs ? setTimeout(leave, options.leaveAfterMs) : undefined;
    const stay = (): unknown => timer?.refresh();
    call.on('information', ({ statusCode }) => seen.informed.push(statusCode));
    call.on('error', finish);
    call.on('close', finish);
    call.on('response', (response) => {
      stay();
      seen.status = response.statusCode ?? 0;
      seen.headers = response.headers;
      response.on('data', (chunk: Buffer) => {
        if (seen.reads === 0) seen.firstByteMs = performance.now() - started;
        stay();
        seen.reads += 1;
        size += chunk.length;
        if (size <= 4_194_304) chunks.push(chunk);
        if (size >= (options.leaveAfterBytes ?? Number.POSITIVE_INFINITY)) leave();
      });
      response.on('error', () => {});
      response.on('close', () => {
        seen.complete = response.complete;
        finish();
      });
    });
    call.end(body === undefined ? '' : JSON.stringify(body));
  });
}

/** Asks for a chat completion with one user message. */
export function probeChat(
  url: string,
  text: string,
  options: ProbeOptions & { stream?: boolean; more?: Record<string, unknown> } = {},
): Promise<Probe> {
  const streaming = { stream: true, stream_options: { include_usage: true } };
  const body = {
    model: 'demo-small',
    messages: [{ role: 'user', content: text }],
    ...(options.stream && streaming),
    ...options.more,
  };
  return probe(url, { ...options, body });
}

/** The JSON of each `data:` event of a stream; broken ones and `[DONE]` stay text. */
export function eventsOf(text: string): unknown[] {
  const events = text.split(/\r\n\r\n|\n\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trim())
      .join('\n'),
  );
  return events
    .filter((event) => event !== '')
    .map((event) => {
      try {
        return JSON.parse(event) as unknown;
      } catch {
        return event;
      }
    });
}
