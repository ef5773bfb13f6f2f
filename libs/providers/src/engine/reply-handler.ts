import { errors } from 'undici';
import type { Dispatcher } from 'undici';
import { MalformedReply } from '../adapter/adapter.ts';
import type { CallTiming } from './call-timing.ts';

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

/**
 * The events of undici for one call: the head, and the body as pieces that wait until they are
 * read.
 */
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

  /**
   * All bytes that have come since the last call, null at the end: what one read of the socket has
   * brought, however it was cut into chunks, comes together. Rejects when the connection broke or
   * was cut.
   */
  read(): Promise<Uint8Array | null> {
    if (this.#unread.length > 0) return Promise.resolve(this.#takeUnread());
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
    const reported = flat(headers);
    const length = reported['content-length'];
    this.#missingBytes = length === undefined ? null : Number(length);
    this.#head.resolve({ status, headers: reported });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#missingBytes !== null) this.#missingBytes -= piece.length;
    this.#unread.push(piece);
    this.#unreadBytes += piece.length;
    if (this.#unreadBytes > UNREAD_BYTES_MAX) controller.pause();
    // The parser hands on a read of the socket chunk by chunk, before anybody else has a turn.
    if (this.#reader !== null && this.#unread.length === 1) queueMicrotask(() => this.#handOver());
  }

  #handOver(): void {
    if (this.#reader === null || this.#unread.length === 0) return;
    this.#reader.resolve(this.#takeUnread());
    this.#reader = null;
  }

  #takeUnread(): Uint8Array {
    const [first = Buffer.alloc(0), ...others] = this.#unread;
    this.#unread = [];
    this.#unreadBytes = 0;
    this.#controller?.resume();
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }

  onResponseEnd(): void {
    this.#isWhole = true;
    this.#handOver();
    this.#reader?.resolve(null);
    this.#reader = null;
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#failure === null) this.#fail(meaningOf(error, this.#missingBytes !== null));
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#head.reject(error);
    this.#handOver();
    this.#reader?.reject(error);
    this.#reader = null;
  }
}

/** Words of undici's errors for `100 Continue` and for an upgrade, which nobody asked for. */
const INTERIM = /^bad (?:response|upgrade)$/u;
/** Words of llhttp when the connection ends before the last chunk. */
const ENDED_EARLY = /Invalid EOF state/u;

/**
 * What an error of undici (8.12) says of a reply: no HTTP, or cut off. Its classes and codes do not
 * distinguish these in all cases, and a parser's error carries bytes of the provider, which end
 * here.
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
  const reported: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    reported[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return reported;
}

/** The reason why a call was cut. */
export type CutReason = 'first_byte' | 'idle' | 'total' | 'given_up' | 'too_large' | 'interim';

/** Thrown into a call to cut it. */
export class Cut extends Error {
  readonly reason: CutReason;

  constructor(reason: CutReason, options?: ErrorOptions) {
    super(`the call was cut: ${reason}`, options);
    this.name = 'Cut';
    this.reason = reason;
  }
}

/** The clocks of one call. */
export interface Deadline {
  /** From now on the provider may be silent for so long. */
  wait(ms: number, reason: 'first_byte' | 'idle'): void;
  /** Stops the clock of silence while we do not read; the total clock runs on. */
  rest(): void;
  /** Ends all clocks. */
  stop(): void;
}

/** Starts the clock of the whole call; `cut` is called at most once for each reason. */
export function createDeadline(totalMs: number, cut: (reason: CutReason) => void): Deadline {
  const total = setTimeout(() => cut('total'), totalMs);
  let silence: NodeJS.Timeout | null = null;
  let silenceMs = 0;
  let reason: 'first_byte' | 'idle' = 'first_byte';
  let isWaiting = false;
  const onSilence = (): void => {
    if (isWaiting) cut(reason);
  };
  return {
    wait(ms, why) {
      reason = why;
      isWaiting = true;
      // One timer serves the chunks of a stream: starting it again costs less than a new one.
      if (silence !== null && ms === silenceMs) {
        silence.refresh();
        return;
      }
      if (silence !== null) clearTimeout(silence);
      silenceMs = ms;
      silence = setTimeout(onSilence, ms);
    },
    rest() {
      isWaiting = false;
    },
    stop() {
      isWaiting = false;
      clearTimeout(total);
      if (silence !== null) clearTimeout(silence);
    },
  };
}
