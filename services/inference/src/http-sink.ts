import { once } from 'node:events';
import type { Response } from 'express';
import { errorDocument } from '@tollgate/contract/error-codes';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type {
  AnswerSink,
  FileSink,
  StreamFrames,
  StreamSink,
  WholeAnswer,
} from '@tollgate/inference/call';
import { CHAT_FRAMES } from '@tollgate/inference/dispatch/stream-encoder';
import type { Timers } from '@tollgate/runtime/timers';

const BLANK = ' ';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/**
 * How long frames of one stream wait for further ones while the event loop lags, in milliseconds:
 * each write costs more than the frames in it, and writes are what a busy process has most of.
 */
export const GATHER_MS = 5;
/** The mean lag of the event loop from which on frames are gathered, in milliseconds. */
export const GATHER_LAG_MS = 10;
/** Gathered frames of this length wait no longer, in characters. */
const GATHERED_CHARACTERS_MAX = 65_536;

/** A sink over HTTP, with the means to handle a failure half-way. */
export interface HttpSink extends AnswerSink {
  /**
   * Answers an error inside a document or a stream that has begun, or where the stream reports it
   * at once; false otherwise.
   */
  failInside(error: GatewayError, requestId: string): boolean;
  /** Stops the timers. */
  dispose(): void;
}

/**
 * Writes answers to a caller. A slow whole answer starts with JSON whitespace and a slow stream
 * with comment frames, so that connections stay open; from then on the status is 200. A stream of
 * comment frames alone has not begun: another target may still serve the stream, so its head names
 * no target. Later silence in a stream is bridged in the same manner. A caller who has not read the
 * whole answer when the time of the call is over is cut.
 * @param given.startedMs when the call came, on the clock of `performance`
 * @param given.streaming called when the answer turns out to be a stream
 * @param given.lagMs how late the event loop is, in milliseconds
 */
export function createHttpSink(response: Response, timers: Timers, given: SinkGiven): HttpSink {
  const begin = beginning(response, given.startedMs);
  const texts = createTextSink(response, timers, { ...given, begin });
  let isFile = false;
  return {
    ...texts,
    hasBegun: () => isFile || texts.hasBegun(),
    openFile(headers, untilMs = given.startedMs + timers.callTotal) {
      texts.dispose();
      isFile = true;
      given.streaming();
      if (!response.headersSent) begin(200, headers);
      return fileReply(response, untilMs);
    },
    failInside(error, requestId) {
      if (!isFile) return texts.failInside(error, requestId);
      // No word of ours belongs into a file: its end, which never comes, says that it broke off.
      response.destroy();
      return true;
    },
  };
}

interface SinkGiven {
  startedMs: number;
  streaming: () => void;
  lagMs: () => number;
}

/** A sink for documents and streams of frames. */
function createTextSink(
  response: Response,
  timers: Timers,
  { begin, ...given }: SinkGiven & { begin: Begin },
): Omit<HttpSink, 'openFile'> {
  let beat: NodeJS.Timeout | undefined;
  let isStream = false;
  let hasBegun = false;
  let waitingSinceMs: number | undefined;
  let frames = CHAT_FRAMES;
  let out: GatheringSink | undefined;
  const stop = (): void => clearTimeout(beat);

  function bridge(headers: Readonly<Record<string, string>>, kind: 'document' | 'stream'): void {
    if (response.destroyed) return;
    isStream = kind === 'stream';
    hasBegun ||= !isStream;
    if (!response.headersSent) begin(200, headOfSilence(headers, kind));
    fillSilence(response, isStream ? () => frames.heartbeat() : () => BLANK);
    beat = setTimeout(bridge, isStream ? timers.ssePing : timers.jsonHeartbeatEvery, headers, kind);
  }

  return {
    hasBegun: () => hasBegun,
    announce(headers) {
      if (!response.headersSent) response.setHeaders(new Map(Object.entries(headers)));
    },
    useFrames: (spoken) => void (frames = spoken),
    expect(headers, kind) {
      stop();
      // A further target of the call does not begin the wait again.
      waitingSinceMs ??= performance.now();
      beat = setTimeout(bridge, leftOf(timers, kind, waitingSinceMs), headers, kind);
    },
    send(answer, read) {
      stop();
      hasBegun = true;
      sendWhole(response, answer, { begin, read });
    },
    openStream(headers, untilMs = given.startedMs + timers.callTotal) {
      stop();
      isStream = true;
      hasBegun = true;
      given.streaming();
      if (!response.headersSent) begin(200, { ...headers, ...STREAM_HEADERS });
      return (out = streamReply(response, { ...given, pingMs: timers.ssePing, untilMs, frames }));
    },
    failInside(error, requestId) {
      stop();
      const isFirst = !response.headersSent;
      if (response.writableEnded || (isFirst && !frames.reportsAtOnce(error))) return false;
      if (isFirst) begin(200, { ...STREAM_HEADERS, [HEADER.requestId]: requestId });
      const inStream = isStream || isFirst;
      const last = inStream ? frames.failure(error, requestId) : whole(error, requestId, response);
      response.end((out?.taken() ?? '') + last);
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

/**
 * Lets the edge separate the time that a call has waited before from the time that it has taken
 * here.
 */
export function servedHeader(startedMs: number): Record<string, string> {
  return { [HEADER.internalServedMs]: (performance.now() - startedMs).toFixed(0) };
}

type Begin = (status: number, headers: Readonly<Record<string, string>>) => void;

/** Writes the head of an answer. */
function beginning(response: Response, startedMs: number): Begin {
  return (status, headers) =>
    void response.writeHead(status, {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
      ...servedHeader(startedMs),
    });
}

function reportRead(response: Response, read: (() => void) | undefined): void {
  if (read === undefined) return;
  if (response.destroyed) read();
  else response.once('close', read);
}

function sendWhole(
  response: Response,
  answer: WholeAnswer,
  { begin, read }: { begin: Begin; read: (() => void) | undefined },
): void {
  reportRead(response, read);
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

/** The target of a stream is not decided before its first content. */
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

/** A stream whose frames may wait for further ones. */
interface GatheringSink extends StreamSink {
  /** Takes out the frames that have not been written. */
  taken(): string;
}

/**
 * Each write of frames is one write of the socket. While the event loop lags, frames wait for
 * further ones for a few milliseconds; the end of the stream waits for nothing.
 */
function streamReply(
  response: Response,
  {
    pingMs,
    untilMs,
    frames,
    lagMs,
  }: { pingMs: number; untilMs: number; frames: StreamFrames; lagMs: () => number },
): GatheringSink {
  let gathered = '';
  let gathering: NodeJS.Timeout | undefined;
  const taken = (): string => {
    clearTimeout(gathering);
    gathering = undefined;
    const all = gathered;
    gathered = '';
    return all;
  };
  const flush = (): void => {
    const all = taken();
    if (all !== '' && !response.destroyed) response.write(all);
  };
  let ping = setTimeout(beat, pingMs);
  function beat(): void {
    fillSilence(response, () => frames.heartbeat());
    ping = setTimeout(beat, pingMs);
  }
  response.once('close', () => {
    clearTimeout(ping);
    clearTimeout(gathering);
  });
  return {
    async write(more) {
      if (response.destroyed) return;
      ping.refresh();
      gathered += more;
      const mayWait = lagMs() >= GATHER_LAG_MS && gathered.length < GATHERED_CHARACTERS_MAX;
      if (mayWait) gathering ??= setTimeout(flush, GATHER_MS);
      else flush();
      if (response.writableNeedDrain) await drained(response, untilMs);
    },
    end() {
      clearTimeout(ping);
      response.end(taken());
    },
    taken,
  };
}

/** A file whose length nobody knows before its end. */
function fileReply(response: Response, untilMs: number): FileSink {
  return {
    async write(bytes) {
      if (response.destroyed) return;
      response.write(bytes);
      if (response.writableNeedDrain) await drained(response, untilMs);
    },
    end() {
      response.end();
    },
    breakOff() {
      // The call is over by then, so that it does not take this for a caller who leaves.
      setImmediate(() => response.destroy());
    },
  };
}

/**
 * Resolves when the caller has taken what was written, or has left; who reads nothing until the end
 * of the call is made to leave.
 */
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
