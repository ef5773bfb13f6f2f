import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recording } from '../recordings.ts';
import { randomCuts } from '../replay.ts';

/** A request as it arrived. */
export interface ArrivedCall {
  method: string;
  headers: IncomingHttpHeaders;
  /** The JSON of the body; null without one. */
  body: unknown;
}

/** Serves recorded replies, byte for byte, each in pieces that chance decides. */
export interface ReplayServer {
  /** `host:port`, for the list of allowed upstreams. */
  address: string;
  /** A base URL under which every request is answered with this reply. */
  serve(recording: Recording): string;
  /** What arrived under a base URL, in order. */
  arrived(baseUrl: string): readonly ArrivedCall[];
  stop(): Promise<void>;
}

const CUTS_MAX = 24;
/** Headers that speak of the bytes as they were on the way then. */
const OF_THE_WAY = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);

/** Starts the server on a free port of this machine. */
export async function startReplayServer(random: () => number): Promise<ReplayServer> {
  const served = new Map<string, { recording: Recording; calls: ArrivedCall[] }>();
  const server = createServer((request, response) => {
    const key = (request.url ?? '').split('/')[1] ?? '';
    const known = served.get(key);
    if (known === undefined) {
      response.writeHead(410).end();
      return;
    }
    answer(request, response, { ...known, random }).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    serve(recording) {
      const key = `r${served.size}`;
      served.set(key, { recording, calls: [] });
      return `http://${address}/${key}`;
    },
    arrived: (baseUrl) => served.get(baseUrl.split('/')[3] ?? '')?.calls ?? [],
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    recording,
    calls,
    random,
  }: { recording: Recording; calls: ArrivedCall[]; random: () => number },
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  const body: unknown = text === '' ? null : JSON.parse(text);
  calls.push({ method: request.method ?? '', headers: request.headers, body });
  await playRecording(response, recording, random);
}

/** Answers with the bytes of a recorded reply, in pieces that chance decides. */
export async function playRecording(
  response: ServerResponse,
  recording: Recording,
  random: () => number,
): Promise<void> {
  const bytes = bytesOf(recording);
  response.writeHead(recording.response.status, headersOf(recording));
  const cuts = randomCuts(bytes.length, Math.floor(random() * CUTS_MAX), random);
  const offsets = [0, ...cuts, bytes.length];
  for (let at = 1; at < offsets.length; at += 1) {
    response.write(bytes.subarray(offsets[at - 1], offsets[at]));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  response.end();
}

/** The bytes of a recorded reply. */
export function bytesOf({ response }: Recording): Buffer {
  if (response.base64 !== undefined) return Buffer.from(response.base64, 'base64');
  const text = response.sse ?? response.ndjson ?? response.text;
  if (text !== undefined) return Buffer.from(text);
  return Buffer.from((response.raw_prefix ?? '') + JSON.stringify(response.body));
}

function headersOf({ response }: Recording): Record<string, string> {
  const entries = Object.entries(response.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OF_THE_WAY.has(name));
  return { 'content-type': contentTypeOf(response), ...Object.fromEntries(entries) };
}

function contentTypeOf(response: Recording['response']): string {
  if (response.sse !== undefined) return 'text/event-stream';
  if (response.ndjson !== undefined) return 'application/x-ndjson';
  if (response.base64 !== undefined) return 'application/vnd.amazon.eventstream';
  return response.text === undefined ? 'application/json' : 'text/plain';
}
