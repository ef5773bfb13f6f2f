import type { GatewayError } from '@tollgate/contract/error-codes';
import type { Caller } from './caller/caller.ts';

/** One request as the story of a paid call sees it; HTTP stays outside. */
export interface IncomingCall {
  /** Echoed to the caller. */
  requestId: string;
  /**
   * The uuid of a request id that our edge made for this call alone; null for an id that the caller
   * chose, absent where a worker runs the call.
   */
  ownRequestUuid?: string | null;
  /**
   * The batch whose line the call is, and the attempt of its first hold; absent for a call that
   * came by itself. A line is always accepted, to be run by the worker that has its batch.
   */
  batch?: {
    id: string;
    firstAttempt: number;
    /** Present where the line goes over the batch interface of a provider. */
    isSent?: true;
  };
  /** Method and path template, such as `POST /v1/chat/completions`. */
  route: string;
  /** `performance.now()` when the request's head had arrived. */
  startedMs: number;
  /** Wall clock of the same moment. */
  at: Date;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  /** The parsed body; rejects with a GatewayError, also when too many calls are being worked on. */
  readBody(): Promise<unknown>;
  /**
   * Gives the HTTP side the owner of the key, before the body is read. Resolves when the process
   * takes the call on.
   * @throws GatewayError when the process takes no more calls of this owner
   */
  identify(caller: Caller): Promise<void>;
  /**
   * Gives the HTTP side, whose log of requests is a witness of the ledger, the operation that
   * credit is held for.
   */
  noteHold?(opId: string): void;
  /**
   * Reports to the HTTP side that the call now waits for others: for its provider, for that of the
   * call that it repeats, or for servers of files that it names.
   */
  awaitsProvider(): void;
  /** Reports to the HTTP side that the others have answered, and that the call goes on. */
  hasAnswer(): void;
  /** Aborted once the caller has left. */
  gone: AbortSignal;
}

/** The frames that a stream adds by itself: heartbeat and failure. */
export interface StreamFrames {
  /** What bridges silence. */
  heartbeat(): string;
  /** The frame of an error after the stream has begun, or instead of it. */
  failure(error: GatewayError, requestId: string): string;
  /** Whether an error is reported in the stream although nothing has left yet, with status 200. */
  reportsAtOnce(error: GatewayError): boolean;
}

/** Where an answer goes. */
export interface AnswerSink {
  /**
   * Headers that every answer of this call carries from now on, refusals too; absent where an
   * answer has none.
   */
  announce?(headers: Readonly<Record<string, string>>): void;
  /**
   * Whether part of the answer has left, or its headers name the model: then no other target can
   * serve the call. Comment frames that bridge the silence of a stream do not count.
   */
  hasBegun(): boolean;
  /**
   * Announces that the call waits for an answer: from now on bytes bridge the silence, JSON
   * whitespace before a document and comment frames before a stream. The first of these bytes fixes
   * the status at 200.
   */
  expect(headers: Readonly<Record<string, string>>, kind: 'document' | 'stream'): void;
  /**
   * Sets the frames that the stream of this call, if it has one, adds from now on; absent where
   * nobody reads a stream.
   */
  useFrames?(streamFrames: StreamFrames): void;
  /**
   * Sends a whole document.
   * @param read called once the caller has read it, or has gone; absent: nobody wants to know
   */
  send(answer: WholeAnswer, read?: () => void): void;
  /**
   * Starts a stream of server-sent events.
   * @param untilMs when a caller who has not read all of it is cut, by `performance.now()`; absent:
   *   when the call has lasted as long as calls may
   */
  openStream(headers: Readonly<Record<string, string>>, untilMs?: number): StreamSink;
  /**
   * Starts a file that is sent while it is made; its headers name the type.
   * @param untilMs as for a stream
   */
  openFile(headers: Readonly<Record<string, string>>, untilMs?: number): FileSink;
}

/** A document with its status and headers. */
export interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** A stream of server-sent events towards the caller. */
export interface StreamSink {
  /**
   * Writes whole frames; resolves when the caller can take more. Does nothing once the caller has
   * left.
   */
  write(frames: string): Promise<void>;
  end(): void;
}

/** A file towards the caller. */
export interface FileSink {
  /**
   * Writes the next bytes; resolves when the caller can take more. Does nothing once the caller has
   * left.
   */
  write(bytes: Uint8Array): Promise<void>;
  end(): void;
  /** Ends the connection before the end of the file, so that the caller sees that it broke off. */
  breakOff(): void;
}

/** The two ends of one request. */
export interface Exchange {
  call: IncomingCall;
  sink: AnswerSink;
}
