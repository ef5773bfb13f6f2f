import type { RequestFilter } from '../records/filter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** From … until, on whole hours. Days that it holds as a whole are read from the sums of days. */
export interface UsageScope extends RequestFilter {
  from: Date;
  until: Date;
}

/**
 * Half a day of UTC must not have the beginnings of two steps, or its hours would be moved twice.
 */
export const areDays = (starts: readonly Date[]): boolean =>
  starts.every((start, index) => {
    const before = starts[index - 1];
    return before === undefined || start.getTime() - before.getTime() >= DAY_MS / 2;
  });

/**
 * The hours between the beginnings of steps and the midnight next to each, among the days that are
 * read as a whole.
 */
export function movedHours(
  starts: readonly Date[],
  { firstDay, dayAfter }: { firstDay: Date; dayAfter: Date },
): string[] {
  const inside = starts.filter((start) => start > firstDay && start < dayAfter);
  return inside.flatMap((start) => {
    const midnight = Math.ceil(start.getTime() / DAY_MS - 0.5) * DAY_MS;
    const first = Math.min(start.getTime(), midnight);
    const hours = Math.abs(start.getTime() - midnight) / HOUR_MS;
    return Array.from({ length: hours }, (_hour, index) =>
      new Date(first + index * HOUR_MS).toISOString(),
    );
  });
}

/**
 * Where months, days and hours are read from; `step` is the finest that is asked for, null when
 * only sums are.
 */
export function bindingsOf(scope: UsageScope, step: 'hour' | 'day' | null = null) {
  const { from, until } = scope;
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const dayAfter = endOfWhole(until, step);
  const hasDays = step !== 'hour' && firstDay < dayAfter;
  const days = { firstDay: hasDays ? firstDay : until, dayAfter: hasDays ? dayAfter : until };
  const firstMonth = startOfMonth(days.firstDay, 'at or after');
  const monthAfter = startOfMonth(days.dayAfter, 'at or before');
  const hasMonths = step === null && firstMonth < monthAfter;
  return {
    ...scope,
    ...days,
    firstMonth: hasMonths ? firstMonth : days.dayAfter,
    monthAfter: hasMonths ? monthAfter : days.dayAfter,
  };
}

/**
 * Until when whole days are read. Nothing is later than now: a range that lasts till now has all of
 * its last day, and of its month.
 */
function endOfWhole(until: Date, step: 'hour' | 'day' | null): Date {
  const isOpen = until.getTime() >= Date.now();
  if (isOpen && step === null) return startOfMonth(until, 'at or after');
  const days = until.getTime() / DAY_MS;
  return new Date((isOpen ? Math.ceil(days) : Math.floor(days)) * DAY_MS);
}

function startOfMonth(moment: Date, side: 'at or before' | 'at or after'): Date {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  if (side === 'at or before' || start.getTime() === moment.getTime()) return start;
  return new Date(Date.UTC(year, month + 1, 1));
}
