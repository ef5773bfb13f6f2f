interface Cap {
  calls: number;
  refused: boolean;
  /** What the cap grows by after the next interval without a refusal. */
  step: number;
}

/** How many calls those may have at once who were refused further on, learned from these refusals. */
export interface LearnedCaps<Who> {
  /** Infinite for those of whom nothing is known. */
  of(who: Who): number;
  /** One of so many calls under way was refused: there is room for one less. */
  refused(who: Who, calls: number): void;
  /** An interval has passed. */
  read(): void;
}

/**
 * Caps that come down by one with each refusal, and after each interval without one go up by a step that doubles: close to what is
 * taken on further on, few calls are refused in trying for more.
 * @param callsMax a cap that has grown beyond it is forgotten
 */
export function createLearnedCaps<Who>(callsMax: number): LearnedCaps<Who> {
  const caps = new Map<Who, Cap>();
  return {
    of: (who) => caps.get(who)?.calls ?? Number.POSITIVE_INFINITY,
    refused(who, calls) {
      const most = Math.min(caps.get(who)?.calls ?? calls, calls);
      caps.set(who, { calls: Math.max(1, most - 1), refused: true, step: 1 });
    },
    read() {
      for (const [who, cap] of caps) {
        if (!cap.refused) {
          cap.calls += cap.step;
          cap.step *= 2;
        }
        cap.refused = false;
        if (cap.calls > callsMax) caps.delete(who);
      }
    },
  };
}
