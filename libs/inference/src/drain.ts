import { GatewayError } from '@tollgate/contract/errors';
import type { Timers } from '@tollgate/runtime/timers';

/** The most vendor answers that are read to their end although their callers have left. */
export const DRAINS_MAX = 64;
/** Another process takes the call at once. */
const SHUTDOWN_RETRY_SECONDS = 1;

/** A watch over one call: aborts the vendor when nobody waits for the answer any more. */
export interface Drain {
  /** For the vendor call. */
  signal: AbortSignal;
  /** What a caller who still waits is told, when the call was cut because this process leaves; else null. */
  shutdown(): GatewayError | null;
  /** To be called when the vendor's answer has ended, however it did. */
  done(): void;
}

/** Decides how long vendors are listened to. */
export interface DrainSlots {
  /**
   * @param gone aborted when the caller leaves
   * @param onGone whether the vendor is then stopped at once, or read to its end as far as slots are free; default the latter
   */
  watch(gone: AbortSignal, onGone?: 'abort' | 'drain'): Drain;
  /** How many are being drained now. */
  active(): number;
  /** The process leaves: stops every vendor, and those of all calls to come. */
  giveUp(): void;
}

const SHUTDOWN = new Error('the process leaves');

/** Slots of one process. */
export function createDrainSlots(timers: Timers): DrainSlots {
  let active = 0;
  let leaving = false;
  const running = new Set<AbortController>();

  /** Lets the vendor go on for a caller who has left. @returns what frees the slot */
  function drain(controller: AbortController): () => void {
    if (active >= DRAINS_MAX) {
      controller.abort(new Error('too many drains'));
      return () => undefined;
    }
    active += 1;
    const timer = setTimeout(() => {
      controller.abort(new Error('the drain took too long'));
    }, timers.drainAfterDisconnect);
    return () => {
      clearTimeout(timer);
      active -= 1;
    };
  }

  return {
    active: () => active,
    watch(gone, onGone = 'drain') {
      const controller = new AbortController();
      const { signal } = controller;
      let free = (): void => undefined;
      const left = (): void => {
        if (onGone === 'abort') controller.abort(gone.reason);
        else free = drain(controller);
      };
      if (gone.aborted) left();
      else gone.addEventListener('abort', left, { once: true });
      running.add(controller);
      if (leaving) controller.abort(SHUTDOWN);
      return {
        signal,
        shutdown: () => (signal.reason === SHUTDOWN && !gone.aborted ? shuttingDown() : null),
        done() {
          running.delete(controller);
          gone.removeEventListener('abort', left);
          free();
          free = () => undefined;
        },
      };
    },
    giveUp() {
      leaving = true;
      for (const controller of running) controller.abort(SHUTDOWN);
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
