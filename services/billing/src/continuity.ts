/**
 * Knows for how long this process has been awake and in touch with the database without a break.
 */
export interface Continuity {
  start(): void;
  stop(): void;
  /** Looks at the database now; after `start` the looks follow by themselves. */
  pulse(): Promise<void>;
  /**
   * True after a whole lease without a break: before that, the silence of another process does not
   * show that the process is gone.
   */
  isEstablished(): boolean;
}

export interface ContinuityOptions {
  /** Rejects when the database does not answer. */
  ping(): Promise<unknown>;
  leaseMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** Looks in one lease. */
const PULSES_PER_LEASE = 10;
/** The part of a lease that a look may be late before time counts as lost. */
const GAP_SHARE = 1 / 3;

/**
 * While the database, the network or this process was away, no process could send a heartbeat. So a
 * break starts the lease again. A break is a failed or slow look at the database, or a look that
 * came late because the process was frozen.
 */
export function createContinuity(options: ContinuityOptions): Continuity {
  const now = options.now ?? (() => performance.now());
  const pulseMs = Math.max(1, Math.round(options.leaseMs / PULSES_PER_LEASE));
  const gapMaxMs = options.leaseMs * GAP_SHARE + pulseMs;
  let unbrokenSince: number | null = null;
  let lastPulse = now();
  let timer: NodeJS.Timeout | undefined;

  async function pulse(): Promise<void> {
    const good = await options.ping().then(
      () => true,
      () => false,
    );
    const at = now();
    if (!good) unbrokenSince = null;
    else if (unbrokenSince === null || at - lastPulse > gapMaxMs) unbrokenSince = at;
    lastPulse = at;
  }

  function schedule(afterMs: number): void {
    timer = setTimeout(() => {
      void pulse().then(() => {
        if (timer !== undefined) schedule(pulseMs);
      });
    }, afterMs);
  }

  return {
    start() {
      lastPulse = now();
      schedule(0);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    pulse,
    isEstablished() {
      const at = now();
      return (
        unbrokenSince !== null &&
        at - lastPulse <= gapMaxMs &&
        at - unbrokenSince >= options.leaseMs
      );
    },
  };
}
