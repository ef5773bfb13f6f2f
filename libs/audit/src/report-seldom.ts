import { LRUCache } from 'lru-cache';

/** Whether something may be reported; forgets after a while what it has let pass. */
export interface ReportSeldom {
  /** True once for each name in an interval. */
  may(name: string): boolean;
  /** Takes back that a name was reported. */
  takeBack(name: string): void;
}

/**
 * Keeps the trail from being filled with one and the same: a memory of what was reported lately, of
 * this process.
 * @param everyMs how long a name that was reported is not reported again
 * @param namesMax how many names are remembered; beyond them the oldest may be reported again
 */
export function createReportSeldom(everyMs: number, namesMax: number): ReportSeldom {
  const reported = new LRUCache<string, true>({ max: namesMax, ttl: everyMs });
  return {
    may(name) {
      if (reported.has(name)) return false;
      reported.set(name, true);
      return true;
    },
    takeBack: (name) => void reported.delete(name),
  };
}
