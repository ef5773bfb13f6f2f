import type { LimitKind } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A kind that counts over time. */
export type WindowKind = Exclude<LimitKind, 'slots'>;

/** What was counted in a window and, for a sliding minute, in the one before. */
export interface Counter {
  window: number;
  current: number;
  previous: number;
}

/** A counter as it stands at one moment. */
export interface CounterView extends Counter {
  kind: WindowKind;
  /** Until the window ends, in milliseconds. */
  leftMs: number;
}

/**
 * A counter at a moment. Minutes slide: what was counted in the minute before weighs as much as it still overlaps with the
 * last 60 seconds, taking it as evenly spread.
 */
export function viewCounter(
  counter: Counter | undefined,
  kind: WindowKind,
  nowMs: number,
): CounterView {
  const { window, endMs } = windowAt(kind, nowMs);
  const leftMs = endMs - nowMs;
  const behind = counter === undefined ? Number.POSITIVE_INFINITY : window - counter.window;
  if (counter !== undefined && behind === 0) {
    const { current, previous } = counter;
    return { kind, window, leftMs, current, previous };
  }
  const previous = behind === 1 && kind === 'minute' ? (counter?.current ?? 0) : 0;
  return { kind, window, leftMs, current: 0, previous };
}

/** What counts of a limit now. */
export function usedOf({ current, previous, leftMs }: CounterView): number {
  return current + (previous * leftMs) / MINUTE_MS;
}

/** Milliseconds until an amount passes; 0: now, null: never. */
export function waitOf(
  view: CounterView,
  { limit, amount }: { limit: number; amount: number },
): number | null {
  if (amount > limit) return null;
  if (usedOf(view) + amount <= limit) return 0;
  const { current, previous, leftMs } = view;
  if (view.kind !== 'minute') return leftMs;
  const room = limit - amount;
  return current <= room
    ? Math.ceil(leftMs - ((room - current) * MINUTE_MS) / previous)
    : Math.ceil(leftMs + MINUTE_MS - (room * MINUTE_MS) / current);
}

/** Milliseconds until nothing counts any more, if nothing else comes. */
export function resetOf({ kind, current, previous, leftMs }: CounterView): number {
  if (current > 0) return kind === 'minute' ? leftMs + MINUTE_MS : leftMs;
  return previous > 0 ? leftMs : 0;
}

/** The counter after a late correction of the window that was charged. */
export function corrected(
  counter: Counter,
  kind: WindowKind,
  { delta, window }: { delta: number; window: number },
): Counter {
  if (counter.window === window) {
    return { ...counter, current: Math.max(0, counter.current + delta) };
  }
  if (kind === 'minute' && counter.window === window + 1) {
    return { ...counter, previous: Math.max(0, counter.previous + delta) };
  }
  return counter;
}

function windowAt(kind: WindowKind, nowMs: number): { window: number; endMs: number } {
  if (kind === 'month') {
    const now = new Date(nowMs);
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { window: year * 12 + month, endMs: Date.UTC(year, month + 1) };
  }
  const size = kind === 'minute' ? MINUTE_MS : DAY_MS;
  const window = Math.floor(nowMs / size);
  return { window, endMs: (window + 1) * size };
}
