import { sampledGauge } from '@tollgate/telemetry/metrics';
import { GatewayError } from '@tollgate/contract/error-codes';
import { DRAINS_PER_OWNER_MAX } from '@tollgate/contract/who-pays';

const drains = sampledGauge({
  name: 'call_drains',
  help: 'Answers that are read to their end although their callers have left.',
  labels: [],
});

/** Another process takes the call at once, in seconds. */
const SHUTDOWN_RETRY_SECONDS = 1;

/**
 * Why we hung up on a provider. `stopped`: the caller left, and the provider stops working when we
 * hang up. `no_slot`: the caller left, and the owner has no slot for another answer that is read to
 * its end. `shutdown`: this process leaves.
 */
export type HangUp = 'stopped' | 'no_slot' | 'shutdown';

/** A watch over one call: aborts the provider when nobody waits for the answer any more. */
export interface Drain {
  /** For the provider call. */
  signal: AbortSignal;
  /** Null while the provider was not hung up on. */
  hungUp(): HangUp | null;
  /**
   * The error for a caller who still waits, when the call was cut because this process leaves; else
   * null.
   */
  shutdown(): GatewayError | null;
  /** Call when the answer of the provider has ended, however it ended. */
  done(): void;
}

/** The subject of the watch. */
export interface Watched {
  /** Aborted when the caller leaves. */
  gone: AbortSignal;
  /** The owner of the call, whose slots it uses. */
  ownerId: string;
  /**
   * Asked when the caller leaves: true stops the provider at once; false reads its answer to the
   * end.
   */
  isStopped: () => boolean;
}

/** Decides how long the answer of a provider is read after its caller has left. */
export interface DrainSlots {
  watch(watched: Watched): Drain;
  /** How many are being drained now. */
  active(): number;
  /** The process leaves: stops every provider, also those of later calls. */
  giveUp(): void;
}

/**
 * Slots of one process. An answer is read until the provider has ended or the whole time of the
 * call is over. All owners together are bounded by the calls that a process takes; no owner gets
 * all of these.
 */
export function createDrainSlots(ownerMax: number = DRAINS_PER_OWNER_MAX): DrainSlots {
  const active = new Map<string, number>();
  let leaving = false;
  const running = new Set<(why: HangUp) => void>();

  /**
   * Takes a slot for a call whose caller has left.
   * @returns frees the slot; null when the owner has none left
   */
  function takeSlot(ownerId: string): (() => void) | null {
    const taken = active.get(ownerId) ?? 0;
    if (taken >= ownerMax) return null;
    active.set(ownerId, taken + 1);
    return () => {
      const left = (active.get(ownerId) ?? 1) - 1;
      if (left === 0) active.delete(ownerId);
      else active.set(ownerId, left);
    };
  }

  return {
    active: () => [...active.values()].reduce((sum, taken) => sum + taken, 0),
    watch({ gone, ownerId, isStopped }) {
      const controller = new AbortController();
      let why: HangUp | null = null;
      let free: (() => void) | null = null;
      const hangUp = (reason: HangUp): void => {
        why ??= reason;
        controller.abort(new Error(`hung up: ${why}`));
      };
      const left = (): void => {
        if (isStopped()) return hangUp('stopped');
        free = takeSlot(ownerId);
        if (free === null) hangUp('no_slot');
      };
      if (gone.aborted) left();
      else gone.addEventListener('abort', left, { once: true });
      running.add(hangUp);
      if (leaving) hangUp('shutdown');
      return {
        signal: controller.signal,
        hungUp: () => why,
        shutdown: () => (why === 'shutdown' && !gone.aborted ? shuttingDown() : null),
        done() {
          running.delete(hangUp);
          gone.removeEventListener('abort', left);
          free?.();
          free = null;
        },
      };
    },
    giveUp() {
      leaving = true;
      for (const hangUp of running) hangUp('shutdown');
    },
  };
}

function shuttingDown(): GatewayError {
  return new GatewayError(
    'server_shutdown',
    'The process that served this call was stopped before the answer was complete.',
    { retryAfterSeconds: SHUTDOWN_RETRY_SECONDS },
  );
}

/** Shows how many answers are drained. */
export function showDrains(slots: DrainSlots): void {
  drains.show(() => [{ values: [], value: slots.active() }]);
}
