import { errors } from 'undici';
import type { Dispatcher } from 'undici';
import { MalformedReply } from './adapter.ts';
import type { CallTiming } from './call-timing.ts';
import { Cut } from './deadline.ts';

/** The most bytes that are kept before they are read; beyond it the provider has to wait. */
const UNREAD_BYTES_MAX = 65_536;
const FINAL_STATUS_MIN = 200;

/** The status and headers of a reply; names of headers are lower-case. */
export interface ReplyHead {
  status: number;
  /** A header that came several times is joined by commas. */
  headers: Record<string, string>;
}

interface Reader {
  resolve(piece: Uint8Array | null): void;
  reject(error: unknown): void;
}

/** What undici tells of one call: the head, and the body as pieces that wait until they are read. */
export class ReplyHandler implements Dispatcher.DispatchHandler {
  readonly #timing: CallTiming;
  readonly #head = Promise.withResolvers<ReplyHead>();
  #controller: Dispatcher.DispatchController | null = null;
  #unread: Uint8Array[] = [];
  #unreadBytes = 0;
  #reader: Reader | null = null;
  #isWhole = false;
  /** Bytes that the head promised and that have not come; null where the head promised nothing. */
  #missingBytes: number | null = null;
  #failure: { error: unknown } | null = null;

  constructor(timing: CallTiming) {
    this.#timing = timing;
  }

  /** Rejects when no reply comes. */
  get head(): Promise<ReplyHead> {
    return this.#head.promise;
  }

  /** Whether nothing more can come. */
  get isOver(): boolean {
    return this.#isWhole || this.#failure !== null;
  }

  /** The next bytes as they came, null at the end. Rejects when the connection broke or was cut. */
  read(): Promise<Uint8Array | null> {
    const piece = this.#unread.shift();
    if (piece !== undefined) {
      this.#unreadBytes -= piece.length;
      if (this.#unread.length === 0) this.#controller?.resume();
      return Promise.resolve(piece);
    }
    if (this.#failure !== null) return Promise.reject(this.#failure.error as Error);
    if (this.#isWhole) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** Ends the call and its connection, unless the reply is whole. What was not read is gone. */
  cut(error: Cut): void {
    if (this.isOver) return;
    this.#unread = [];
    this.#fail(error);
    // Without a controller the request has not left; then it is stopped when its turn comes.
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== null) {
      controller.abort(this.#failure.error as Error);
      return;
    }
    this.#timing.dispatchedMs = performance.now();
  }

  onRequestUpgrade(): void {
    this.cut(new Cut('interim'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < FINAL_STATUS_MIN) {
      this.cut(new Cut('interim'));
      return;
    }
    this.#timing.firstByteMs = performance.now();
    const told = flat(headers);
    const length = told['content-length'];
    this.#missingBytes = length === undefined ? null : Number(length);
    this.#head.resolve({ status, headers: told });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#missingBytes !== null) this.#missingBytes -= piece.length;
    if (this.#reader !== null) {
      this.#reader.resolve(piece);
      this.#reader = null;
      return;
    }
    this.#unread.push(piece);
    this.#unreadBytes += piece.length;
    if (this.#unreadBytes > UNREAD_BYTES_MAX) controller.pause();
  }

  onResponseEnd(): void {
    this.#isWhole = true;
    this.#reader?.resolve(null);
    this.#reader = null;
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#failure === null) this.#fail(meaningOf(error, this.#missingBytes !== null));
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#head.reject(error);
    this.#reader?.reject(error);
    this.#reader = null;
  }
}

/** Words of undici's errors for `100 Continue` and for an upgrade, which nobody asked for. */
const INTERIM = /^bad (?:response|upgrade)$/u;
/** Words of llhttp when the connection ends before the last chunk. */
const ENDED_EARLY = /Invalid EOF state/u;

/**
 * What an error of undici (8.12) says of a reply: no HTTP, or cut off. Its classes and codes do not tell these apart in all cases,
 * and a parser's error carries bytes of the provider, which end here.
 */
function meaningOf(error: Error, isLengthKnown: boolean): Error {
  if (error instanceof errors.SocketError && INTERIM.test(error.message)) return new Cut('interim');
  if (isLengthKnown) return new MalformedReply('the reply is shorter than its content-length');
  const isUnreadable =
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.ResponseContentLengthMismatchError;
  if (!isUnreadable) return error;
  if (ENDED_EARLY.test(error.message)) return new errors.SocketError('the reply was cut off');
  return new MalformedReply(error.message);
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const told: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    told[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return told;
}
