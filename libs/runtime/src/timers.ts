import { outsideRequests } from './request-scope.ts';

/**
 * The service's timers in milliseconds at scale 1. One factor scales them all, so that tests run
 * the same states faster.
 */
export const BASE_TIMERS_MS = {
  /** A process that has been silent for this long loses its holds. */
  lease: 30_000,
  heartbeat: 10_000,
  /** The time between two searches for holds whose owner is gone. */
  ownerSweep: 15_000,
  /** The time between two searches for holds and grants that are past their end. */
  expirySweep: 60_000,
  /**
   * How long a stream may take until its first event, or until its content where a provider only
   * keeps the connection open.
   */
  firstByte: 30_000,
  /** The wait for the first event of a model that reasons. */
  firstByteReasoning: 120_000,
  /**
   * The wait for the first event of a provider that loads a model into memory before it answers.
   */
  firstByteLoading: 300_000,
  streamIdle: 60_000,
  /**
   * How long a call of a provider may take in all; the limit to the first byte of whole answers as
   * well, which come at their end.
   */
  callTotal: 600_000,
  /** One second of the limits that administrators set for a credential or a model. */
  limitSecond: 1_000,
  billingCall: 1_500,
  spoolReplay: 5_000,
  /**
   * A decision that has waited in the spool for so long is a trouble that operators are notified
   * of.
   */
  spoolStuck: 300_000,
  holdMargin: 1_200_000,
  /** How long a stream may be silent, from the start of the call on. */
  ssePing: 15_000,
  /** How long the status of a whole answer is held back at most. */
  jsonHeartbeatStart: 20_000,
  jsonHeartbeatEvery: 10_000,
  joinWait: 10_000,
  shutdownListen: 10_000,
  /**
   * How long calls under way may go on once a stopping process listens no more; then they are cut,
   * and what was delivered is settled. `DRAIN_SECONDS` says so where calls are long.
   */
  shutdownDrain: 100_000,
  /** After this time the connections of callers that do not read are cut. */
  shutdownCut: 107_000,
  /** After this time a stopping process gives up sending what billing has not received. */
  shutdownSpool: 107_000,
  /** After this time from the signal on a process that has not ended ends itself. */
  shutdownHard: 115_000,
  changePoll: 250,
  /** How long an accepted operation may wait for a worker. */
  asyncQueue: 900_000,
  /** The time between two searches for accepted operations without a job. */
  asyncPump: 5_000,
  /** How long the pump trusts that a job is queued. */
  asyncStale: 15_000,
  /**
   * A hold whose operation has no row after this time is given back: the process died between hold
   * and row.
   */
  asyncOrphan: 300_000,
  verifyLedger: 60_000,
  /** How long a video may take at most; its hold lives as long. */
  videoLife: 86_400_000,
  /** The time between two looks for videos that are due. */
  videoPump: 1_000,
  /** The first pause before a video is asked for again; it grows. */
  videoPoll: 5_000,
  /** The longest. */
  videoPollMax: 60_000,
  /**
   * A video that its provider's list does not hold so long after the call was never begun: lists
   * may be late.
   */
  videoUnlisted: 900_000,
  /**
   * A video that its provider does not know so long after it was begun has gone: a list of jobs may
   * be late.
   */
  videoGone: 60_000,
  /** A part of a file that nobody has written to for so long was left by a worker that died. */
  videoPart: 3_600_000,
  /** How long a batch may take before the lines that are left are given up. */
  batchWindow: 86_400_000,
  /** The time between two looks for batches whose turn it is. */
  batchPump: 1_000,
  /** How long a batch has its turn before that of another owner comes. */
  batchTurn: 30_000,
  /** The pause of a batch that meets a limit or something that is away. */
  batchPause: 2_000,
  /** The pause before a line whose call failed without a charge runs again; twice as long then. */
  batchRetry: 30_000,
  /** How long the results of a batch are tried to be written before it ends without them. */
  batchResults: 86_400_000,
  /** The longest pause between two such tries, before and after that end. */
  batchResultsPauseMax: 1_800_000,
  /**
   * How long the hold of a line lives that goes over the batch interface of a provider, and how
   * long its job is asked for: the day that a provider has for a job, and the time to cancel and to
   * read.
   */
  batchHold: 172_800_000,
  /** The first pause before such a job is asked for again; it grows. */
  batchLook: 5_000,
  /** The longest. */
  batchLookMax: 300_000,
  /** A job that its provider's list does not hold so long after the call was never begun. */
  batchUnlisted: 900_000,
  /** The time between two counts of open operations, for metrics. */
  sampleOpen: 5_000,
  /** The time between two searches for charges without a request record. */
  completeRecords: 600_000,
  /** The time between two searches for messages of webhooks that are due. */
  webhookPump: 1_000,
  /** How long a receiver has to answer. */
  webhookAttempt: 15_000,
  /** The first pause between two attempts; the others are multiples. */
  webhookRetry: 5_000,
  /** An endpoint at which nothing arrives for so long is paused. */
  webhookPause: 86_400_000,
  /**
   * The time between two looks for reports of providers that are to be compared with our records.
   */
  reconcileLook: 5_000,
  /** The time between two looks for ends of operations that webhooks report. */
  webhookEnds: 2_000,
  /**
   * The time between two looks at the credit of users who want to be notified, and at troubles for
   * operators.
   */
  webhookLook: 10_000,
  /**
   * The time between two looks in which a process lets the database know what it has learned of
   * credentials, and what it has set aside.
   */
  healthLook: 5_000,
  /** A trouble that was not seen for so long is another one when it comes back. */
  alarmQuiet: 600_000,
  /** The time between two probes of one of several processes of a service. */
  replicaProbe: 1_000,
  /** The time between two looks for the addresses of a service's name. */
  replicaResolve: 3_000,
} as const;

/** The timers after scaling; whole milliseconds, at least 1. */
export type Timers = { readonly [Name in keyof typeof BASE_TIMERS_MS]: number };

/**
 * The floor of each timer in milliseconds: real work does not get faster when the scale shrinks,
 * and a search of the database costs as much each time, so that one which runs 20 times a second
 * takes more processor time than all that is tested beside it.
 */
const FLOORS_MS: Partial<Timers> = {
  billingCall: 1_000,
  changePoll: BASE_TIMERS_MS.changePoll,
  replicaProbe: 100,
  replicaResolve: 300,
  videoPump: 200,
  batchPump: 200,
  batchLook: 200,
  webhookPump: 200,
  webhookEnds: 200,
  asyncPump: 500,
  healthLook: 500,
  reconcileLook: 500,
  sampleOpen: 1_000,
  verifyLedger: 10_000,
};

/**
 * Every timer multiplied by `scale`, but not below its floor. Scales above 1 lengthen all timers
 * but the poll for changes.
 * @param set timers that the environment sets, in milliseconds at scale 1
 */
export function scaleTimers(scale: number, set: Partial<Timers> = {}): Timers {
  const floors: Readonly<Record<string, number | undefined>> = FLOORS_MS;
  const entries = Object.entries({ ...BASE_TIMERS_MS, ...set }).map(([name, ms]) => [
    name,
    name === 'changePoll' ? ms : Math.max(floors[name] ?? 1, Math.round(ms * scale)),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Timers);
}

/** A look that is repeated. */
export interface LookOptions {
  everyMs: number;
  look(): Promise<unknown> | void;
  /** Called when a look failed; the next look comes in its time. */
  failed(error: unknown): void;
  /** Whether the looks keep the process alive; absent: they do not. */
  keepsAlive?: boolean;
}

/** Looks that repeat until they are stopped. */
export interface Looks {
  /** Looks now, or waits for the look under way. Never rejects. */
  now: () => Promise<void>;
  /** Resolves when no look is under way. */
  idle: () => Promise<void>;
  /** Stops the repetition. */
  stop: () => void;
}

/**
 * Repeats a look, the first time after one interval. Two looks never overlap: while a look runs
 * long, the next one is left out.
 */
export function poll(options: LookOptions): Looks {
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
  // A look belongs to the process, even when a request happened to set it up.
  const timer = outsideRequests(() => setInterval(() => void now(), options.everyMs));
  if (options.keepsAlive !== true) timer.unref();
  return {
    now,
    idle: async () => await underWay,
    stop: () => clearInterval(timer),
  };
}
