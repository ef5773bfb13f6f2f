import type { LRUCache } from 'lru-cache';
import type { Logger } from '@tollgate/runtime/logger';
import type { Looks } from '@tollgate/runtime/timers';
import type { ReportTrouble } from './redis-trouble.ts';
import type { LimitStore, LocalLimitStore } from './store.ts';

/** What a limiter works with. */
export interface LimiterDeps {
  /** Shared by all replicas. */
  shared: LimitStore;
  /** This process alone, while the shared one is away. */
  local: LocalLimitStore;
  /** Resolves when the shared store counts: an answer that it gives without writing says little. */
  probe(): Promise<unknown>;
  logger: Logger;
  /** The longest that a call waits for the shared store, in milliseconds. */
  patienceMs: number;
  /** Between two looks whether the shared store is back, in milliseconds. */
  probeEveryMs: number;
  /** Between two renewals of the slots that are taken, in milliseconds. */
  renewEveryMs: number;
  /** Called while the shared store is away, at its failure and at each look that fails. */
  onAway?: () => void;
}

/** What a limiter knows of the shared store and of the calls that it has counted. */
export interface LimiterState {
  isAway: boolean;
  probe: Looks | undefined;
  /** Looks that are left out before the next one, and how many were left out last. */
  pause: { left: number; length: number };
  report: ReportTrouble;
  /** Slots of the calls that run and were taken in the shared store, by call. */
  running: Map<string, readonly string[]>;
  /** Slots of the calls that run and were taken in this process, by call. */
  runningAlone: Map<string, readonly string[]>;
  /** Days and months that this process has counted alone: the shared store does not know of it. */
  countedAlone: LRUCache<string, true>;
}
