import { outsideRequests } from './request-scope.ts';

/** The service's timers in milliseconds at scale 1. One factor scales them all, so that tests run the same states faster. */
export const BASE_TIMERS_MS = {
  /** A process that has not been heard of for so long has lost its holds. */
  lease: 30_000,
  heartbeat: 10_000,
  /** Between two looks for holds whose owner is gone. */
  ownerSweep: 15_000,
  /** Between two looks for holds and grants past their own end. */
  expirySweep: 60_000,
  firstByte: 30_000,
  firstByteReasoning: 120_000,
  streamIdle: 60_000,
  callTotal: 600_000,
  billingCall: 1_500,
  spoolReplay: 5_000,
  holdMargin: 1_200_000,
  /** How long a stream may be silent, from the start of the call on. */
  ssePing: 15_000,
  /** How long the status of a whole answer is held back at most. */
  jsonHeartbeatStart: 20_000,
  jsonHeartbeatEvery: 10_000,
  joinWait: 10_000,
  shutdownListen: 10_000,
  /** After that the calls under way are cut, but for what has been delivered. */
  shutdownDrain: 100_000,
  /** After that the connections of callers who do not read are cut. */
  shutdownCut: 107_000,
  shutdownHard: 115_000,
  changePoll: 250,
  /** How long an accepted operation may wait for a worker. */
  asyncQueue: 900_000,
  /** Between two looks for accepted operations that no job stands for. */
  asyncPump: 5_000,
  /** How long the pump trusts that a job is on its way. */
  asyncStale: 15_000,
  /** A hold of an operation whose row has not appeared by then belongs to none: its process died in between. */
  asyncOrphan: 300_000,
  verifyLedger: 60_000,
  /** Between two counts of what is open, for metrics. */
  sampleOpen: 5_000,
  /** Between two looks for charges that no request record tells. */
  completeRecords: 600_000,
  /** Between two looks at the readiness of one of several processes of a service. */
  replicaProbe: 1_000,
} as const;

/** The timers after scaling; whole milliseconds, at least 1. */
export type Timers = { readonly [Name in keyof typeof BASE_TIMERS_MS]: number };

/** What real work takes does not shrink with the scale: no timer gets shorter than its floor, in milliseconds. */
const FLOORS_MS: Readonly<Record<string, number>> = {
  billingCall: 1_000,
  changePoll: BASE_TIMERS_MS.changePoll,
  replicaProbe: 100,
};

/** Every timer times `scale`, but not below its floor. Scales above 1 lengthen all but the poll for changes. */
export function scaleTimers(scale: number): Timers {
  const entries = Object.entries(BASE_TIMERS_MS).map(([name, ms]) => [
    name,
    name === 'changePoll' ? ms : Math.max(FLOORS_MS[name] ?? 1, Math.round(ms * scale)),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Timers);
}

/** What is looked at now and then. */
export interface LookOptions {
  everyMs: number;
  look(): Promise<unknown> | void;
  /** Told of a look that failed; the next one comes in its time. */
  failed(error: unknown): void;
  /** Whether the process has to stay alive for the looks; it does not unless told. */
  keepsAlive?: boolean;
}

/** Looks that are made by themselves until they are stopped. */
export interface Looks {
  /** Looks now, or waits for the look under way. Never rejects. */
  now: () => Promise<void>;
  /** Resolves when no look is under way. */
  idle: () => Promise<void>;
  /** No further look begins by itself. */
  stop: () => void;
}

/** Looks every so often, the first time after one interval. Two looks never overlap: one that takes longer has the next left out. */
export function lookNowAndThen(options: LookOptions): Looks {
  let underWay: Promise<void> | undefined;
  const lookOnce = async (): Promise<void> => {
    try {
      await options.look();
    } catch (error) {
      options.failed(error);
    }
  };
  const now = (): Promise<void> =>
    (underWay ??= lookOnce().finally(() => {
      underWay = undefined;
    }));
  // A look that a request happens to set up is not the request's own.
  const timer = outsideRequests(() => setInterval(() => void now(), options.everyMs));
  if (options.keepsAlive !== true) timer.unref();
  return {
    now,
    idle: async () => await underWay,
    stop: () => clearInterval(timer),
  };
}
