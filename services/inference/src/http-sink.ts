import { once } from 'node:events';
import type { Response } from 'express';
import { errorDocument } from '@tollgate/contract/errors';
import type { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { AnswerSink, StreamSink, StreamVoice, WholeAnswer } from '@tollgate/inference/call';
import { CHAT_VOICE } from '@tollgate/inference/stream-encoder';
import type { Timers } from '@tollgate/runtime/timers';

const BLANK = ' ';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/** A sink over HTTP, with what is needed when something goes wrong half-way. */
export interface HttpSink extends AnswerSink {
  /** Answers an error inside a document or a stream that has begun, or where the stream tells of it at once; false otherwise. */
  failInside(error: GatewayError, requestId: string): boolean;
  /** Stops the timers. */
  dispose(): void;
}

/**
 * Writes answers to a caller. A slow whole answer starts with JSON whitespace and a slow stream with comment frames, so that
 * connections stay open; from then on the status is 200. A stream of comment frames alone has not begun: another way may still serve the stream, so its head
 * names no way. Later silence in a stream is bridged in the same manner. A caller who has not read the whole answer when the time of the call is over is cut.
 * @param given.startedMs when the call came, on the clock of `performance`
 * @param given.streaming called when the answer turns out to be a stream
 */
export function createHttpSink(
  response: Response,
  timers: Timers,
  given: { startedMs: number; streaming: () => void },
): HttpSink {
  const begin: Begin = (status, headers) => writeHead(response, given.startedMs, status, headers);
  let beat: NodeJS.Timeout | undefined;
  let isStream = false;
  let hasBegun = false;
  let waitingSinceMs: number | undefined;
  let voice = CHAT_VOICE;
  const stop = (): void => clearTimeout(beat);

  function bridge(headers: Readonly<Record<string, string>>, kind: 'document' | 'stream'): void {
    if (response.destroyed) return;
    isStream = kind === 'stream';
    hasBegun ||= !isStream;
    if (!response.headersSent) begin(200, headOfSilence(headers, kind));
    fillSilence(response, isStream ? () => voice.heartbeat() : () => BLANK);
    beat = setTimeout(bridge, isStream ? timers.ssePing : timers.jsonHeartbeatEvery, headers, kind);
  }

  return {
    hasBegun: () => hasBegun,
    announce(headers) {
      if (response.headersSent) return;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
    speak: (spoken) => void (voice = spoken),
    expect(headers, kind) {
      stop();
      // A further way to serve the call does not begin the wait anew.
      waitingSinceMs ??= performance.now();
      beat = setTimeout(bridge, leftOf(timers, kind, waitingSinceMs), headers, kind);
    },
    send(answer) {
      stop();
      hasBegun = true;
      sendWhole(response, answer, begin);
    },
    openStream(headers, untilMs = given.startedMs + timers.callTotal) {
      stop();
      isStream = true;
      hasBegun = true;
      given.streaming();
      if (!response.headersSent) begin(200, { ...headers, ...STREAM_HEADERS });
      return streamReply(response, { pingMs: timers.ssePing, untilMs, voice });
    },
    failInside(error, requestId) {
      stop();
      const isFirst = !response.headersSent;
      if (response.writableEnded || (isFirst && !voice.tellsAtOnce(error))) return false;
      if (isFirst) begin(200, { ...STREAM_HEADERS, [HEADER.requestId]: requestId });
      const inStream = isStream || isFirst;
      response.end(inStream ? voice.failure(error, requestId) : whole(error, requestId, response));
      return true;
    },
    dispose: stop,
  };
}

/** How long silence may still last, in milliseconds. */
function leftOf(timers: Timers, kind: 'document' | 'stream', sinceMs: number): number {
  const startMs = kind === 'stream' ? timers.ssePing : timers.jsonHeartbeatStart;
  return Math.max(0, startMs - (performance.now() - sinceMs));
}

function whole(error: GatewayError, requestId: string, { req }: Response): string {
  return JSON.stringify(errorDocument(error, requestId, req.url));
}

/** Lets the edge tell what a call has waited for on its way from what it has taken here. */
export function servedHeader(startedMs: number): Record<string, string> {
  return { [HEADER.internalServedMs]: (performance.now() - startedMs).toFixed(0) };
}

type Begin = (status: number, headers: Readonly<Record<string, string>>) => void;

function writeHead(
  response: Response,
  startedMs: number,
  ...[status, headers]: Parameters<Begin>
): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...servedHeader(startedMs),
  });
}

function sendWhole(response: Response, answer: WholeAnswer, begin: Begin): void {
  if (response.destroyed) return;
  if (!response.headersSent) {
    begin(answer.status, {
      ...JSON_TYPE,
      ...answer.headers,
      'content-length': String(answer.body.length),
    });
  }
  response.end(answer.body);
}

/** Which way serves a stream is not decided before its first content. */
function headOfSilence(
  headers: Readonly<Record<string, string>>,
  kind: 'document' | 'stream',
): Record<string, string> {
  if (kind === 'document') return { ...headers, ...JSON_TYPE };
  const { [HEADER.provider]: _provider, [HEADER.model]: _model, ...rest } = headers;
  return { ...rest, ...STREAM_HEADERS };
}

/** Says something, unless the caller has yet to read what was said before. */
function fillSilence(response: Response, words: () => string): void {
  if (!response.destroyed && !response.writableNeedDrain) response.write(words());
}

function streamReply(
  response: Response,
  { pingMs, untilMs, voice }: { pingMs: number; untilMs: number; voice: StreamVoice },
): StreamSink {
  let ping = setTimeout(beat, pingMs);
  function beat(): void {
    fillSilence(response, () => voice.heartbeat());
    ping = setTimeout(beat, pingMs);
  }
  response.once('close', () => clearTimeout(ping));
  return {
    async write(frames) {
      if (response.destroyed) return;
      ping.refresh();
      if (!response.write(frames)) await drained(response, untilMs);
    },
    end() {
      clearTimeout(ping);
      response.end();
    },
  };
}

/** Resolves when the caller has taken what was written, or has left; who reads nothing until the end of the call is made to leave. */
async function drained(response: Response, untilMs: number): Promise<void> {
  const controller = new AbortController();
  const leftMs = Math.max(0, untilMs - performance.now());
  const late = setTimeout(() => response.destroy(), leftMs);
  await Promise.race([
    once(response, 'drain', { signal: controller.signal }),
    once(response, 'close', { signal: controller.signal }),
  ]).catch(() => undefined);
  clearTimeout(late);
  controller.abort();
}
