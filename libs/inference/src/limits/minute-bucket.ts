import type { QuotaWindow } from '@tollgate/money/quota-days';
import type { LimitKind } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** What rounding may cost; amounts are whole numbers. */
const EPSILON = 1e-6;

/** A kind that counts by the calendar. */
export type CalendarKind = Extract<LimitKind, 'day' | 'month'>;

/**
 * The level of a bucket that counts by the minute: a charge fills the bucket, and the whole limit
 * drains each minute. So a limit of N lets N through at once and N more in each minute, and the
 * time to wait is exact.
 */
export interface Bucket {
  level: number;
  /** When the bucket had that level. */
  atMs: number;
}

/** A limit and what a call takes of it. */
export interface Draught {
  limit: number;
  amount: number;
}

/** The rest in a bucket at a moment. */
export function levelAt(bucket: Bucket | undefined, limit: number, nowMs: number): number {
  if (bucket === undefined) return 0;
  const drained = (Math.max(0, nowMs - bucket.atMs) * limit) / MINUTE_MS;
  return Math.max(0, bucket.level - drained);
}

/** Milliseconds until an amount fits into a bucket; 0: now, null: never. */
export function waitForRoom(level: number, { limit, amount }: Draught): number | null {
  if (amount > limit) return null;
  const over = level + amount - limit;
  return over <= EPSILON ? 0 : Math.ceil((over * MINUTE_MS) / limit);
}

/** Milliseconds until a bucket is empty, if nothing else comes. */
export function drainMs(level: number, limit: number): number {
  return Math.ceil((level * MINUTE_MS) / limit);
}

/** What fits into a bucket. */
export function roomIn(level: number, limit: number): number {
  return Math.max(0, Math.floor(limit - level + EPSILON));
}

/**
 * A bucket after a late correction. What was charged and has drained since is not given back.
 * @param untilMs when what was charged has drained
 */
export function correctedBucket(
  bucket: Bucket,
  { delta, untilMs }: { delta: number; untilMs: number },
  nowMs: number,
): Bucket {
  if (delta < 0 && nowMs >= untilMs) return bucket;
  return { ...bucket, level: Math.max(0, bucket.level + delta) };
}

/**
 * The day or month of a moment, and when it ends.
 * @param calendar of an owner whose days are not those of UTC
 */
export function calendarAt(
  { kind, calendar }: { kind: CalendarKind; calendar?: QuotaWindow | undefined },
  nowMs: number,
): { window: number; endMs: number } {
  if (calendar === undefined) return windowAt(kind, nowMs);
  const { number: window, endMs, next } = calendar;
  return nowMs < endMs ? { window, endMs } : { window: next.number, endMs: next.endMs };
}

/** The day or month of a moment in UTC, and when it ends. */
export function windowAt(kind: CalendarKind, nowMs: number): { window: number; endMs: number } {
  if (kind === 'month') {
    const now = new Date(nowMs);
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { window: year * 12 + month, endMs: Date.UTC(year, month + 1) };
  }
  const window = Math.floor(nowMs / DAY_MS);
  return { window, endMs: (window + 1) * DAY_MS };
}
