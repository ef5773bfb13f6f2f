import type { Timers } from '@tollgate/runtime/timers';

/** The most vendor answers that are read to their end although their callers have left. */
export const DRAINS_MAX = 64;

/** A watch over one call: aborts the vendor when a drain is not to be had or takes too long. */
export interface Drain {
  /** For the vendor call. */
  signal: AbortSignal;
  /** To be called when the vendor's answer has ended, however it did. */
  done(): void;
}

/** Decides how long vendors are listened to after callers have left. */
export interface DrainSlots {
  /** @param gone aborted when the caller leaves */
  watch(gone: AbortSignal): Drain;
  /** How many are being drained now. */
  active(): number;
}

/** Slots of one process. */
export function createDrainSlots(timers: Timers): DrainSlots {
  let active = 0;
  return {
    active: () => active,
    watch(gone) {
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const left = (): void => {
        if (active >= DRAINS_MAX) {
          controller.abort(new Error('too many drains'));
          return;
        }
        active += 1;
        timer = setTimeout(() => {
          controller.abort(new Error('the drain took too long'));
        }, timers.drainAfterDisconnect);
      };
      if (gone.aborted) left();
      else gone.addEventListener('abort', left, { once: true });
      return {
        signal: controller.signal,
        done() {
          gone.removeEventListener('abort', left);
          if (timer === undefined) return;
          clearTimeout(timer);
          timer = undefined;
          active -= 1;
        },
      };
    },
  };
}
