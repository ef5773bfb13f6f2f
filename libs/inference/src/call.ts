import type { Caller } from './caller.ts';

/** One request as the story of a paid call sees it; HTTP stays outside. */
export interface IncomingCall {
  /** Echoed to the caller. */
  requestId: string;
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
  /** Tells the surface whose key it is, before anything of the call is read. @throws GatewayError when it takes no more calls of theirs */
  identify(caller: Caller): void;
  /** Tells the surface that from here on a provider is waited for: the call's own, its credit being held, or that of the call it repeats. */
  awaitsProvider(): void;
  /** Tells the surface that the provider has answered and only settling and replying are left. */
  hasAnswer(): void;
  /** Aborted once the caller has left. */
  gone: AbortSignal;
}

/** Where an answer goes. */
export interface AnswerSink {
  /** Headers that every answer of this call carries from now on, refusals too; absent where an answer has none. */
  announce?(headers: Readonly<Record<string, string>>): void;
  /** Something of the answer has left, or names its route: no other way can serve it any more. Bridging the silence of a stream is no beginning. */
  hasBegun(): boolean;
  /**
   * Announces that an answer is being waited for: from now on silence is bridged, with JSON whitespace before a document and with
   * comment frames before a stream. The status is 200 from then on.
   */
  expect(headers: Readonly<Record<string, string>>, kind: 'document' | 'stream'): void;
  /** Sends a whole document. */
  send(answer: WholeAnswer): void;
  /** Starts a stream of server-sent events. */
  openStream(headers: Readonly<Record<string, string>>): StreamSink;
}

/** A document with its status and headers. */
export interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** A stream of server-sent events towards the caller. */
export interface StreamSink {
  /** Writes whole frames; resolves when the caller can take more. Does nothing once the caller has left. */
  write(frames: string): Promise<void>;
  end(): void;
}

/** The two ends of one request. */
export interface Exchange {
  call: IncomingCall;
  sink: AnswerSink;
}
