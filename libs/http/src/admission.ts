import { GatewayError } from '@tollgate/contract/errors';
import type { Logger } from '@tollgate/runtime/logger';
import type { LoopLag } from '@tollgate/runtime/loop-lag';
import { createOwnerCaps } from './owner-caps.ts';
import type { OwnerCaps } from './owner-caps.ts';

/**
 * How many calls one owner may have for each place that is still free. Alone an owner gets four fifths of all places; the more
 * owners press, the smaller the equal part of each, and a newcomer always finds a place.
 */
const OWNED_PER_FREE_PLACE = 4;
/** Lateness takes places away, but never leaves fewer than these. */
const PLACES_MIN = 32;
/** What is left of the places after a late interval. */
const SHRINK = 0.7;
/** What the places grow by after a calm one. */
const GROWTH = 1.1;
/** Between calm and late lies a part of each limit in which nothing changes. */
const CALM_PART = 0.5;
const REPORT_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = [1, 2] as const;

/** One call that was let in. */
export interface Admittance {
  /** The answer is a stream from now on: an open stream costs little and gives its place to another call. */
  streaming(): void;
  /** The call was refused further on: for a while its owner gets fewer places here, where a refusal is cheaper. */
  refused(): void;
  /** Tells how long the call has waited for its turn on its way through, in milliseconds. */
  waited(ms: number): void;
  /** The call has ended; more than once does no harm. */
  leave(): void;
}

/** Decides which calls a process takes on. Never waits and never looks at a clock. */
export interface Admission {
  /**
   * @param owner whose fair part of the places the call counts to
   * @throws GatewayError `overloaded`, before the call has cost anything
   */
  enter(owner: string): Admittance;
  /** Tells how long a call has waited for something that all calls share, in milliseconds. */
  waited(ms: number): void;
}

/** What an admission knows. */
export interface AdmissionOptions {
  /** Calls that may be under way at once while the event loop keeps up. */
  callsMax: number;
  /** Open streams beside them; the streams beyond keep their places as calls. */
  streamsMax: number;
  /** A mean lag above this takes places away, in milliseconds. */
  lagMsMax: number;
  /** A mean wait above this takes places away as well, in milliseconds. */
  waitMsMax?: number;
  lag: Pick<LoopLag, 'onReading'>;
  logger: Pick<Logger, 'warn'>;
}

interface State {
  options: AdmissionOptions;
  places: number;
  calls: number;
  streams: number;
  /** Calls under way by owner, streams left out. */
  owned: Map<string, number>;
  caps: OwnerCaps;
  /** Since the last reading. */
  waits: { count: number; sumMs: number };
}

/** An admission for one process or for one way out of it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { callsMax, lag } = options;
  const waits = { count: 0, sumMs: 0 };
  const state: State = {
    options,
    places: callsMax,
    calls: 0,
    streams: 0,
    owned: new Map(),
    caps: createOwnerCaps(callsMax),
    waits,
  };
  const report = reporter(state);
  lag.onReading((lagMs) => {
    const lateness = latenessOf(state, lagMs);
    const floor = Math.min(callsMax, PLACES_MIN);
    if (lateness > 1) state.places = Math.max(floor, Math.floor(state.places * SHRINK));
    else if (lateness <= CALM_PART) {
      state.places = Math.min(callsMax, Math.ceil(state.places * GROWTH));
    }
    report.read(lagMs);
    state.caps.read();
    Object.assign(waits, { count: 0, sumMs: 0 });
  });
  return {
    waited: (ms) => noteWait(state, ms),
    enter(owner) {
      const owned = state.owned.get(owner) ?? 0;
      const fairPart = OWNED_PER_FREE_PLACE * (state.places - state.calls);
      if (owned >= fairPart || !state.caps.leaveRoom(owner, owned)) {
        report.refused();
        throw overloaded();
      }
      state.owned.set(owner, owned + 1);
      state.calls += 1;
      return admittance(state, owner);
    },
  };
}

/** How late the interval was, as a part of what is allowed. */
function latenessOf({ options, waits }: State, lagMs: number): number {
  const { lagMsMax, waitMsMax = Number.POSITIVE_INFINITY } = options;
  return Math.max(lagMs / lagMsMax, meanOf(waits) / waitMsMax);
}

function meanOf({ count, sumMs }: State['waits']): number {
  return count === 0 ? 0 : sumMs / count;
}

function admittance(state: State, owner: string): Admittance {
  let phase: 'call' | 'stream' | 'left' = 'call';
  return {
    streaming() {
      if (phase !== 'call' || state.streams >= state.options.streamsMax) return;
      phase = 'stream';
      state.streams += 1;
      giveBack(state, owner);
    },
    refused: () => state.caps.refused(owner, state.owned.get(owner) ?? 0),
    waited: (ms) => noteWait(state, ms),
    leave() {
      if (phase === 'call') giveBack(state, owner);
      if (phase === 'stream') state.streams -= 1;
      phase = 'left';
    },
  };
}

function noteWait({ waits }: State, ms: number): void {
  waits.count += 1;
  waits.sumMs += ms;
}

function giveBack(state: State, owner: string): void {
  state.calls -= 1;
  const owned = (state.owned.get(owner) ?? 0) - 1;
  if (owned > 0) state.owned.set(owner, owned);
  else state.owned.delete(owner);
}

/** Clients that were refused together do not come back together. */
function overloaded(): GatewayError {
  const [least, most] = RETRY_AFTER_SECONDS;
  const retryAfterSeconds = Math.random() < 0.5 ? least : most;
  // Taking down the stack is the dearest step of a refusal, and it would name this line each time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new GatewayError('overloaded', 'Too many calls at once. Try again soon.', {
    retryAfterSeconds,
  });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Tells of refusals once a second instead of once each: under load a line for each would add to it. */
function reporter(state: State): { refused(): void; read(lagMs: number): void } {
  let refused = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    refused: () => void (refused += 1),
    read(lagMs) {
      const now = performance.now();
      if (refused === 0 || now - toldAtMs < REPORT_EVERY_MS) return;
      const { places, calls, streams, waits } = state;
      const found = { refused, places, calls, streams, lagMs, waitMs: meanOf(waits) };
      state.options.logger.warn(found, 'calls were shed');
      refused = 0;
      toldAtMs = now;
    },
  };
}
