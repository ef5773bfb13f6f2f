import type { QuotaWindow } from '@tollgate/money/quota-days';

/**
 * How a limit counts: an amount in a minute, in a day or a month of the owner's zone, or calls that
 * run at one time.
 */
export type LimitKind = 'minute' | 'day' | 'month' | 'slots';

/** One limit that a call has to pass. */
export interface Check {
  /** Made of ids only, so that nothing a caller writes gets into a key's name. */
  key: string;
  kind: LimitKind;
  limit: number;
  /** What the call takes of it; 1 of slots. */
  amount: number;
  /**
   * What a call that has time leaves free of a limit of a minute or of slots, in its unit; absent:
   * nothing.
   */
  room?: number;
  /** The day or month of the owner that runs now; absent: that of UTC. */
  calendar?: QuotaWindow | undefined;
}

/** What a call leaves free of a limit: no more than the limit has beside the call. */
export function roomBeside({ limit, amount, room = 0 }: Check): number {
  return Math.max(0, Math.min(room, limit - amount));
}

/** The state of a limit after a call was counted or refused. */
export interface CheckState {
  /** The rest of the limit, never below zero. */
  remaining: number;
  /**
   * The day or month that was charged, or until when a minute's charge counts, in milliseconds; for
   * {@link Correction}.
   */
  window: number;
  /**
   * The generation of the day's or month's count that was charged; a count that was lost and made
   * again has another.
   */
  made: number;
  /** Until the whole limit is free again if nothing else comes, in milliseconds. */
  resetMs: number;
}

/** The limit that refuses a call. */
export interface Refused {
  /** Its index among the checks. */
  index: number;
  /**
   * Until the call could pass, in milliseconds; null when it asks for more than the limit ever
   * gives.
   */
  waitMs: number | null;
}

/** The answer to all checks of a call; with `refused` or `missing` nothing was charged. */
export interface Taken {
  refused: Refused | null;
  /**
   * Indexes of the checks of days and months whose counts are not known; they have to be seeded
   * first.
   */
  missing: readonly number[];
  /** In the order of the checks. */
  states: CheckState[];
}

/** A correction once a call is over: a count that came out otherwise, or a slot to give back. */
export interface Correction {
  key: string;
  kind: LimitKind;
  /** Added to what was charged; nothing falls below zero. Without meaning for slots. */
  delta: number;
  window: number;
  /** What was charged: a count that was made again since does not contain it. 0 of slots. */
  amount: number;
  made: number;
}

/** The amount used of a day's or month's limit, by the sums. */
export interface Seed extends Pick<Check, 'key' | 'kind' | 'calendar'> {
  amount: number;
}

/** Keeps the counts. */
export interface LimitStore {
  /** Checks all, then charges all. @param id of the call, unique */
  take(id: string, checks: readonly Check[]): Promise<Taken>;
  correct(id: string, corrections: readonly Correction[]): Promise<void>;
  /** Makes counts that are missing; one that is there already stays unless it is lower. */
  seed(seeds: readonly Seed[]): Promise<void>;
  /** Keeps the slots of a call that still runs. */
  renew(id: string, keys: readonly string[]): Promise<void>;
}

/**
 * Keeps the counts of one process, and follows what the shared store counts: when that one is away,
 * no limit begins again here.
 */
export interface LocalLimitStore extends LimitStore {
  /** Notes what the shared store answered to a call. */
  follow(id: string, checks: readonly Check[], taken: Taken): void;
  /** Notes what was put right in the shared store. */
  followCorrections(id: string, corrections: readonly Correction[]): void;
  /**
   * What was counted here by the minute and has not drained: the shared store does not know of it.
   * Each amount is given once.
   */
  takeOwed(): Correction[];
}

/**
 * How long a caller waits for a slot before trying again, in milliseconds; nobody knows when one is
 * free.
 */
export const SLOT_WAIT_MS = 1_000;
