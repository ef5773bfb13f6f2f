const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** No zone is further from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS;

/** The database writes no years of five digits as JavaScript does. */
const LATEST_MS = Date.UTC(9_999, 0, 1);

/** Whether reports may begin and end at a moment: years that nobody counted in mean mistakes. */
export const isReportable = (moment: Date): boolean =>
  moment.getTime() >= 0 && moment.getTime() <= LATEST_MS;

/** Days of a calendar, both included, as `2026-12-31`. */
export interface DateRange {
  from: string;
  to: string;
}

/** Whether a name is one of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Which day a moment belongs to in a time zone. */
function dateIn(timeZone: string): (moment: number) => string {
  // Swedes write dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (moment) => format.format(moment);
}

const dateOf = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);
const daysOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** How many days a range has. */
export const countDays = ({ from, to }: DateRange): number => daysOf(to) - daysOf(from) + 1;

/** The last days in a time zone, today included. */
export function lastDates(days: number, given: { now: Date; timeZone: string }): DateRange {
  const to = dateIn(given.timeZone)(given.now.getTime());
  return { from: dateOf(daysOf(to) - days + 1), to };
}

/**
 * The moments between which a range of days lies, and those at which its days begin. Sums are kept
 * by the hour of UTC: where a day begins within such an hour, the hour belongs to the day before.
 */
export function localDays(
  { from, to }: DateRange,
  timeZone: string,
): { from: Date; until: Date; starts: Date[] } {
  const dateAt = dateIn(timeZone);
  const earliest = daysOf(from) * DAY_MS - OFFSET_MAX_MS;
  const latest = (daysOf(to) + 1) * DAY_MS + OFFSET_MAX_MS;
  const starts: Date[] = [];
  let before = '';
  for (let hour = earliest; hour <= latest; hour += HOUR_MS) {
    const date = dateAt(hour);
    if (date === before) continue;
    before = date;
    if (date > to) return { from: starts[0] ?? new Date(hour), until: new Date(hour), starts };
    if (date >= from) starts.push(new Date(hour));
  }
  throw new RangeError('a day has no end');
}

/** As many days before a range of days. */
export function daysBefore({ from, to }: DateRange): DateRange {
  const days = countDays({ from, to });
  return { from: dateOf(daysOf(from) - days), to: dateOf(daysOf(from) - 1) };
}

/**
 * When the days begin of which a range of hours has a part; the first one begins with the range.
 */
export function localStarts(
  { from, until }: { from: Date; until: Date },
  timeZone: string,
): Date[] {
  const dateAt = dateIn(timeZone);
  const starts = [from];
  let before = dateAt(from.getTime());
  for (let hour = from.getTime() + HOUR_MS; hour < until.getTime(); hour += HOUR_MS) {
    const date = dateAt(hour);
    if (date !== before) starts.push(new Date(hour));
    before = date;
  }
  return starts;
}
