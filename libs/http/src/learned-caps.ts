/** In each of the first intervals without a refusal a cap grows by one call; after this number of intervals the growth doubles each time. */
const SLOW_INTERVALS = 5;

interface Cap {
  calls: number;
  refused: boolean;
  /** Intervals without a refusal since the last one. */
  calm: number;
}

/** The most calls that somebody may have under way at once, learned from refusals further on. */
export interface LearnedCaps<Who> {
  /** The cap; infinite while no call was refused. */
  of(who: Who): number;
  /** A call was refused while `calls` were under way: there is room for one less. */
  refused(who: Who, calls: number): void;
  /** An interval has passed. */
  read(): void;
}

/**
 * Caps that come down by one with each refusal and go up slowly for a while, then ever faster: close to what is taken on further on,
 * few calls are refused in trying for more.
 * @param callsMax a cap that has grown beyond it is forgotten
 */
export function createLearnedCaps<Who>(callsMax: number): LearnedCaps<Who> {
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
