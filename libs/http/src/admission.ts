import { GatewayError } from '@tollgate/contract/error-codes';
import type { Logger } from '@tollgate/runtime/logger';
import { READ_EVERY_MS } from '@tollgate/runtime/loop-lag';
import type { LoopLag } from '@tollgate/runtime/loop-lag';
import { createFairQueue } from './fair-queue.ts';
import type { FairQueue } from './fair-queue.ts';

/**
 * The most calls of one owner for each permit that is still free. One owner alone gets four fifths
 * of all permits. With more owners, each gets a smaller equal part, so that a new owner always
 * finds a permit.
 */
const OWNED_PER_FREE_PERMIT = 4;
/** The fewest permits that remain, however late the event loop is. */
const PERMITS_MIN = 32;
/** The part of the permits that remains after a late interval. */
const SHRINK = 0.7;
/** The factor by which the permits grow after a calm interval in which they were needed. */
const GROWTH = 1.1;
/** Permits are needed up to this number for each call of the peak; more permits than that fade. */
const PERMITS_PER_CALL = 2;
/** The part of the permits that remains after an interval in which they were not needed. */
const FADE = 0.99;
/**
 * Below this part of a limit an interval is calm; between this part and the limit the permits do
 * not change.
 */
const CALM_PART = 0.5;
const REPORT_EVERY_MS = 1_000;
/**
 * A refused client is asked to wait between one second and this number, drawn at random, so that
 * clients refused together do not return together.
 */
const RETRY_AFTER_SECONDS_MAX = 4;
/** The key under which the caps keep what was learned about all owners together. */
const EVERYONE = Symbol('everyone');

/**
 * What was full when a call was refused: the part of the permits that its owner may take, or all
 * permits.
 */
export type ShedScope = 'owner' | 'everyone';

/** The call was refused because too many calls are under way; the caller sees `overloaded`. */
export class ShedError extends GatewayError {
  readonly scope: ShedScope;

  constructor(scope: ShedScope) {
    super('overloaded', 'Too many calls at once. Try again soon.', {
      retryAfterSeconds: 1 + Math.floor(Math.random() * RETRY_AFTER_SECONDS_MAX),
    });
    this.scope = scope;
  }
}

/** The permit of one admitted call. */
export interface Permit {
  /**
   * The answer is a stream from now on. An open stream costs little, so that the call gives its
   * permit back.
   */
  streaming(): void;
  /**
   * A process further on refused the call. For a while this process, where a refusal is cheaper,
   * admits fewer calls of the owner or of everyone.
   */
  refused(scope: ShedScope): void;
  /** Reports how long the call waited for its turn in this process, in milliseconds. */
  waited(ms: number): void;
  /** The call has ended; more than once does no harm. */
  leave(): void;
}

/** Decides which calls a process takes on. */
export interface Admission {
  /**
   * @param owner whose fair part of the permits the call counts to
   * @throws ShedError before the call has cost anything
   */
  enter(owner: string): Permit;
  /**
   * Like `enter`, but where no permit is free the call waits, if it can be expected to get one
   * within two seconds.
   * @throws ShedError at once when it cannot; rejects with one when it did not get a permit after
   *   all
   */
  enterSoon(owner: string): Permit | Promise<Permit>;
  /**
   * Takes a permit for a call that was admitted before; such a call gets a permit even when none is
   * free.
   */
  resume(owner: string): Permit;
  /** Reports how long a call waited for something that all calls share, in milliseconds. */
  waited(ms: number): void;
}

export interface AdmissionOptions {
  /** Calls that may be under way at once while the event loop keeps up. */
  callsMax: number;
  /**
   * The permits at the start; they grow while they are needed and the event loop keeps up. Default:
   * `callsMax`.
   */
  callsStart?: number;
  /**
   * Open streams that may run beside the calls; further streams keep the permits of their calls.
   */
  streamsMax: number;
  /** A mean lag above this takes permits away, in milliseconds. */
  lagMsMax: number;
  /** A mean wait above this takes permits away as well, in milliseconds. */
  waitMsMax?: number;
  lag: Pick<LoopLag, 'onReading'>;
  logger: Pick<Logger, 'warn'>;
}

interface AdmissionState {
  options: AdmissionOptions;
  permits: number;
  calls: number;
  /** The most calls since the last reading. */
  peak: number;
  streams: number;
  /** Calls under way by owner, without open streams. */
  owned: Map<string, number>;
  /** Open streams by owner. */
  ownedStreams: Map<string, number>;
  caps: AdaptiveLimits<string | typeof EVERYONE>;
  /** Since the last reading. */
  waits: { count: number; sumMs: number };
  lines: FairQueue<Permit>;
}

/** Makes the admission of one process, or of the calls of one process to one service. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { callsMax, callsStart = callsMax, lag } = options;
  const state: AdmissionState = {
    options,
    permits: Math.min(callsMax, callsStart),
    calls: 0,
    peak: 0,
    streams: 0,
    owned: new Map(),
    ownedStreams: new Map(),
    caps: createAdaptiveLimits(callsMax),
    waits: { count: 0, sumMs: 0 },
    lines: createFairQueue<Permit>({
      take(owner) {
        const full = fullFor(state, owner);
        return full === null ? { permit: admit(state, owner) } : { full };
      },
      refusal: () => refusal('owner'),
    }),
  };
  const report = reporter(state);
  const refusal = (scope: ShedScope): ShedError => {
    report.refused();
    return untraced(() => new ShedError(scope));
  };
  lag.onReading((lagMs) => {
    state.permits = permitsAfter(state, latenessOf(state, lagMs));
    state.peak = state.calls;
    report.read(lagMs);
    state.caps.read();
    Object.assign(state.waits, { count: 0, sumMs: 0 });
    state.lines.read(READ_EVERY_MS);
  });
  return {
    waited: (ms) => noteWait(state, ms),
    resume: (owner) => admit(state, owner),
    enter(owner) {
      const scope = fullFor(state, owner);
      if (scope === null) return admit(state, owner);
      throw refusal(scope);
    },
    enterSoon(owner) {
      const scope = state.lines.has(owner) ? 'owner' : fullFor(state, owner);
      if (scope === null) return admit(state, owner);
      const waiting = state.lines.join(owner);
      if (waiting === null) throw refusal(scope);
      return waiting;
    },
  };
}

/**
 * The limit that refuses one more call of this owner; null when there is room. The owner's part is
 * checked first, because it is used up before the permits are.
 */
function fullFor({ permits, calls, owned, caps }: AdmissionState, owner: string): ShedScope | null {
  const free = Math.min(permits, caps.of(EVERYONE)) - calls;
  const own = owned.get(owner) ?? 0;
  const fairPart = OWNED_PER_FREE_PERMIT * Math.max(1, free);
  if (own >= Math.min(fairPart, caps.of(owner))) return 'owner';
  return free <= 0 ? 'everyone' : null;
}

/** The permits after an interval. */
function permitsAfter({ options, permits, peak }: AdmissionState, lateness: number): number {
  const { callsMax, callsStart = callsMax } = options;
  const floor = Math.min(callsMax, PERMITS_MIN);
  if (lateness > 1) return Math.max(floor, Math.floor(permits * SHRINK));
  if (lateness > CALM_PART) return permits;
  const start = Math.min(callsMax, callsStart);
  const isNeeded = permits < start || PERMITS_PER_CALL * peak >= permits;
  if (isNeeded) return Math.min(callsMax, Math.ceil(permits * GROWTH));
  return Math.max(start, Math.floor(permits * FADE));
}

/** The lateness of the interval; 1 is the limit. */
function latenessOf({ options, waits }: AdmissionState, lagMs: number): number {
  const { lagMsMax, waitMsMax = Number.POSITIVE_INFINITY } = options;
  return Math.max(lagMs / lagMsMax, meanOf(waits) / waitMsMax);
}

function meanOf({ count, sumMs }: AdmissionState['waits']): number {
  return count === 0 ? 0 : sumMs / count;
}

function admit(state: AdmissionState, owner: string): Permit {
  state.owned.set(owner, (state.owned.get(owner) ?? 0) + 1);
  state.calls += 1;
  state.peak = Math.max(state.peak, state.calls);
  let phase: 'call' | 'stream' | 'left' = 'call';
  return {
    streaming() {
      if (phase !== 'call' || !hasRoomForStream(state, owner)) return;
      phase = 'stream';
      state.streams += 1;
      state.ownedStreams.set(owner, (state.ownedStreams.get(owner) ?? 0) + 1);
      giveBack(state, owner);
    },
    refused(scope) {
      if (scope === 'everyone') state.caps.refused(EVERYONE, state.calls);
      else state.caps.refused(owner, state.owned.get(owner) ?? 0);
    },
    waited: (ms) => noteWait(state, ms),
    leave() {
      if (phase === 'call') giveBack(state, owner);
      if (phase === 'stream') {
        state.streams -= 1;
        takeOne(state.ownedStreams, owner);
      }
      phase = 'left';
    },
  };
}

function noteWait({ waits }: AdmissionState, ms: number): void {
  waits.count += 1;
  waits.sumMs += ms;
}

function giveBack(state: AdmissionState, owner: string): void {
  state.calls -= 1;
  takeOne(state.owned, owner);
  state.lines.serve();
}

function takeOne(counts: Map<string, number>, owner: string): void {
  const left = (counts.get(owner) ?? 0) - 1;
  if (left > 0) counts.set(owner, left);
  else counts.delete(owner);
}

/**
 * Streams are shared among owners as calls are: a slow stream of the sandbox costs its owner
 * nothing.
 */
function hasRoomForStream(
  { options, streams, ownedStreams }: AdmissionState,
  owner: string,
): boolean {
  const free = options.streamsMax - streams;
  return free > 0 && (ownedStreams.get(owner) ?? 0) < OWNED_PER_FREE_PERMIT * free;
}

/**
 * Makes an error without a stack trace: the trace is the most expensive step of a refusal and is
 * always the same.
 */
function untraced<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const made = make();
  Error.stackTraceLimit = stackTraceLimit;
  return made;
}

/** Logs the number of refusals once a second; a line for each refusal would add to the load. */
function reporter(state: AdmissionState): { refused(): void; read(lagMs: number): void } {
  let refused = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return {
    refused: () => void (refused += 1),
    read(lagMs) {
      const now = performance.now();
      if (refused === 0 || now - reportedAtMs < REPORT_EVERY_MS) return;
      const { permits, calls, streams, waits } = state;
      const found = { refused, permits, calls, streams, lagMs, waitMs: meanOf(waits) };
      state.options.logger.warn(found, 'calls were shed');
      refused = 0;
      reportedAtMs = now;
    },
  };
}

/**
 * For this number of intervals without a refusal a cap grows by one call in each; after that the
 * growth doubles in each.
 */
const SLOW_INTERVALS = 5;

interface Cap {
  calls: number;
  refused: boolean;
  /** Intervals without a refusal since the last one. */
  calm: number;
}

/**
 * Caps on the calls that an owner may have under way, learned from refusals by the processes
 * further on.
 */
export interface AdaptiveLimits<Who> {
  /** The cap; infinite while no call was refused. */
  of(who: Who): number;
  /** A call was refused while `calls` calls were under way: the cap becomes one less. */
  refused(who: Who, calls: number): void;
  /** An interval has passed. */
  read(): void;
}

/**
 * A cap falls by one with each refusal, then grows slowly for a while, then ever faster. The slow
 * growth keeps a cap close to what the processes further on take, so that few calls are refused
 * while the cap probes for more.
 * @param callsMax a cap that grows beyond this number is forgotten
 */
function createAdaptiveLimits<Who>(callsMax: number): AdaptiveLimits<Who> {
  const caps = new Map<Who, Cap>();
  return {
    of: (who) => caps.get(who)?.calls ?? Number.POSITIVE_INFINITY,
    refused(who, calls) {
      const most = Math.min(caps.get(who)?.calls ?? calls, calls);
      caps.set(who, { calls: Math.max(1, most - 1), refused: true, calm: 0 });
    },
    read() {
      for (const [who, cap] of caps) {
        if (!cap.refused) {
          cap.calm += 1;
          cap.calls += 2 ** Math.max(0, cap.calm - SLOW_INTERVALS);
        }
        cap.refused = false;
        if (cap.calls > callsMax) caps.delete(who);
      }
    },
  };
}
