import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Between two readings, in milliseconds. */
export const READ_EVERY_MS = 100;
/**
 * The sampling interval of the event loop, in milliseconds; an idle loop measures this value. Each
 * sample wakes an idle process.
 */
const RESOLUTION_MS = 25;
const NANOSECONDS_PER_MS = 1e6;

/** How late the event loop of this process is, measured independently of the requests. */
export interface LoopLag {
  /** Calls back after each interval with the mean lag of that interval, in milliseconds. */
  onReading(listener: (lagMs: number) => void): void;
  /** The mean lag of the newest interval, in milliseconds. */
  latestMs(): number;
  stop(): void;
}

/** Starts the measurement of this process. */
export function watchLoopLag(): LoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const listeners: ((lagMs: number) => void)[] = [];
  let latestMs = 0;
  delays.enable();
  const timer = setInterval(() => {
    // Without a single sample the mean is not a number, and the loop was not seen to be late.
    const meanMs = delays.count === 0 ? RESOLUTION_MS : delays.mean / NANOSECONDS_PER_MS;
    delays.reset();
    latestMs = Math.max(0, meanMs - RESOLUTION_MS);
    for (const listener of listeners) listener(latestMs);
  }, READ_EVERY_MS);
  timer.unref();
  return {
    onReading: (listener) => void listeners.push(listener),
    latestMs: () => latestMs,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
