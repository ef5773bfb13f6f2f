/** For this number of intervals without a refusal a cap grows by one call in each; after that the growth doubles in each. */
const SLOW_INTERVALS = 5;

interface Cap {
  calls: number;
  refused: boolean;
  /** Intervals without a refusal since the last one. */
  calm: number;
}

/** Caps on the calls that an owner may have under way, learned from refusals by the processes further on. */
export interface AdaptiveLimits<Who> {
  /** The cap; infinite while no call was refused. */
  of(who: Who): number;
  /** A call was refused while `calls` calls were under way: the cap becomes one less. */
  refused(who: Who, calls: number): void;
  /** An interval has passed. */
  read(): void;
}

/**
 * A cap falls by one with each refusal, then grows slowly for a while, then ever faster. The slow growth keeps a cap close to what
 * the processes further on take, so that few calls are refused while the cap probes for more.
 * @param callsMax a cap that grows beyond this number is forgotten
 */
export function createAdaptiveLimits<Who>(callsMax: number): AdaptiveLimits<Who> {
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
