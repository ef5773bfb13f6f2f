import { GatewayError } from '@tollgate/contract/errors';
import type { Logger } from '@tollgate/runtime/logger';
import type { LoopLag } from '@tollgate/runtime/loop-lag';
import { createLearnedCaps } from './learned-caps.ts';
import type { LearnedCaps } from './learned-caps.ts';

/**
 * How many calls one owner may have for each place that is still free. Alone an owner gets four fifths of all places; the more
 * owners press, the smaller the equal part of each, and a newcomer always finds a place.
 */
const OWNED_PER_FREE_PLACE = 4;
/** Lateness takes places away, but never leaves fewer than these. */
const PLACES_MIN = 32;
/** What is left of the places after a late interval. */
const SHRINK = 0.7;
/** What the places grow by after a calm one in which they were needed. */
const GROWTH = 1.1;
/** So many calls for each one that was under way at most are enough; more places than that are not needed. */
const PLACES_PER_CALL = 2;
/** What is left of places that are not needed. */
const FADE = 0.99;
/** Between calm and late lies a part of each limit in which nothing changes. */
const CALM_PART = 0.5;
const REPORT_EVERY_MS = 1_000;
/** A client that was refused comes back after one of so many seconds, by chance: those who were refused together do not come together. */
const RETRY_AFTER_SECONDS_MAX = 4;
/** Stands for all owners together among those of whom something was learned. */
const EVERYONE = Symbol('everyone');

/** What was full when a call was refused: its owner's part of the places, or all of them. */
export type ShedScope = 'owner' | 'everyone';

/** A call was refused because there are too many; `overloaded` to its caller. */
export class ShedError extends GatewayError {
  readonly scope: ShedScope;

  constructor(scope: ShedScope) {
    super('overloaded', 'Too many calls at once. Try again soon.', {
      retryAfterSeconds: 1 + Math.floor(Math.random() * RETRY_AFTER_SECONDS_MAX),
    });
    this.scope = scope;
  }
}

/** One call that was let in. */
export interface Place {
  /** The answer is a stream from now on: an open stream costs little and gives its place to another call. */
  streaming(): void;
  /** The call was refused further on: for a while fewer are let in here, of its owner or of all, where a refusal is cheaper. */
  refused(scope: ShedScope): void;
  /** Tells how long the call has waited for its turn on its way through, in milliseconds. */
  waited(ms: number): void;
  /** The call has ended; more than once does no harm. */
  leave(): void;
}

/** Decides which calls a process takes on. Never waits and never looks at a clock. */
export interface Admission {
  /**
   * @param owner whose fair part of the places the call counts to
   * @throws ShedError before the call has cost anything
   */
  enter(owner: string): Place;
  /** Takes a place for a call that has been let in before and goes on in any case, where none is free beside the places. */
  resume(owner: string): Place;
  /** Tells how long a call has waited for something that all calls share, in milliseconds. */
  waited(ms: number): void;
}

/** What an admission knows. */
export interface AdmissionOptions {
  /** Calls that may be under way at once while the event loop keeps up. */
  callsMax: number;
  /** The places to begin with; more are given while they are needed and the event loop keeps up. Default: all. */
  callsStart?: number;
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
  /** The most calls since the last reading. */
  peak: number;
  streams: number;
  /** Calls under way by owner, streams left out. */
  owned: Map<string, number>;
  /** Open streams by owner. */
  ownedStreams: Map<string, number>;
  caps: LearnedCaps<string | typeof EVERYONE>;
  /** Since the last reading. */
  waits: { count: number; sumMs: number };
}

/** An admission for one process or for one way out of it. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { callsMax, callsStart = callsMax, lag } = options;
  const state: State = {
    options,
    places: Math.min(callsMax, callsStart),
    calls: 0,
    peak: 0,
    streams: 0,
    owned: new Map(),
    ownedStreams: new Map(),
    caps: createLearnedCaps(callsMax),
    waits: { count: 0, sumMs: 0 },
  };
  const report = reporter(state);
  lag.onReading((lagMs) => {
    state.places = placesAfter(state, latenessOf(state, lagMs));
    state.peak = state.calls;
    report.read(lagMs);
    state.caps.read();
    Object.assign(state.waits, { count: 0, sumMs: 0 });
  });
  return {
    waited: (ms) => noteWait(state, ms),
    resume: (owner) => admit(state, owner),
    enter(owner) {
      const scope = fullFor(state, owner);
      if (scope === null) return admit(state, owner);
      report.refused();
      throw untraced(() => new ShedError(scope));
    },
  };
}

/** What has no room for one more call of this owner; null when there is room. The owner's part is looked at first: it ends before the places do. */
function fullFor({ places, calls, owned, caps }: State, owner: string): ShedScope | null {
  const free = Math.min(places, caps.of(EVERYONE)) - calls;
  const own = owned.get(owner) ?? 0;
  const fairPart = OWNED_PER_FREE_PLACE * Math.max(1, free);
  if (own >= Math.min(fairPart, caps.of(owner))) return 'owner';
  return free <= 0 ? 'everyone' : null;
}

/** The places after an interval. */
function placesAfter({ options, places, peak }: State, lateness: number): number {
  const { callsMax, callsStart = callsMax } = options;
  const floor = Math.min(callsMax, PLACES_MIN);
  if (lateness > 1) return Math.max(floor, Math.floor(places * SHRINK));
  if (lateness > CALM_PART) return places;
  const start = Math.min(callsMax, callsStart);
  const isNeeded = places < start || PLACES_PER_CALL * peak >= places;
  if (isNeeded) return Math.min(callsMax, Math.ceil(places * GROWTH));
  return Math.max(start, Math.floor(places * FADE));
}

/** How late the interval was, as a part of what is allowed. */
function latenessOf({ options, waits }: State, lagMs: number): number {
  const { lagMsMax, waitMsMax = Number.POSITIVE_INFINITY } = options;
  return Math.max(lagMs / lagMsMax, meanOf(waits) / waitMsMax);
}

function meanOf({ count, sumMs }: State['waits']): number {
  return count === 0 ? 0 : sumMs / count;
}

function admit(state: State, owner: string): Place {
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

function noteWait({ waits }: State, ms: number): void {
  waits.count += 1;
  waits.sumMs += ms;
}

function giveBack(state: State, owner: string): void {
  state.calls -= 1;
  takeOne(state.owned, owner);
}

function takeOne(counts: Map<string, number>, owner: string): void {
  const left = (counts.get(owner) ?? 0) - 1;
  if (left > 0) counts.set(owner, left);
  else counts.delete(owner);
}

/** One owner alone leaves room for streams of others, as with calls: a slow stream of the sandbox costs nothing. */
function hasRoomForStream({ options, streams, ownedStreams }: State, owner: string): boolean {
  const free = options.streamsMax - streams;
  return free > 0 && (ownedStreams.get(owner) ?? 0) < OWNED_PER_FREE_PLACE * free;
}

/** Taking down the stack is the dearest step of a refusal, and it would name the same line each time. */
function untraced<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const made = make();
  Error.stackTraceLimit = stackTraceLimit;
  return made;
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
