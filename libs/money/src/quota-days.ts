const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** No zone is further from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS;
const MONTHS_PER_YEAR = 12;

/** Which days and months an owner's quotas of credits count in. */
export interface QuotaDays {
  /** IANA name of a time zone. */
  zone: string;
  /** The last change of the zone; null or absent where there was none. */
  change?: ZoneChange | null;
}

/** A change of zone, by milliseconds since 1970. */
export interface ZoneChange {
  /** The zone of the day in which it was changed. */
  before: string;
  /** When that day began. */
  from: number;
  /** When the first day of the new zone begins, which ends that day. */
  at: number;
}

/** A day or month of quotas, and the one that follows. Moments are milliseconds since 1970. */
export interface QuotaWindow {
  startMs: number;
  endMs: number;
  /** Grows from window to window. Days and months that begin as those of UTC have their numbers. */
  number: number;
  next: { number: number; endMs: number };
}

/** The windows of a moment. */
export interface QuotaWindows {
  day: QuotaWindow;
  month: QuotaWindow;
}

/** A day of the calendar, in days since 1970. */
type Day = number;

/** Whether quotas count in UTC and always have. */
export function isPlainUtc({ zone, change = null }: QuotaDays): boolean {
  return zone === 'UTC' && change === null;
}

/** The day and the month that a moment is in. */
export function quotaWindowsAt({ zone, change = null }: QuotaDays, nowMs: number): QuotaWindows {
  if (change === null || nowMs >= change.at) {
    const day = dayAt(zone, nowMs);
    return { day: dayWindow(zone, day), month: monthWindow(zone, monthOf(day)) };
  }
  const { before, from, at } = change;
  const first = dayAt(zone, at);
  const day = {
    startMs: from,
    endMs: at,
    number: numberOf(from),
    next: { number: numberOf(at), endMs: startOf(zone, first + 1) },
  };
  const [here, there] = [monthOf(dayAt(before, from)), monthOf(first)];
  const { startMs } = monthWindow(before, here);
  if (here === there) return { day, month: { ...monthWindow(zone, here), startMs } };
  const { endMs } = monthWindow(zone, there);
  return { day, month: { startMs, endMs: at, number: here, next: { number: there, endMs } } };
}

/**
 * The days of an owner after a change of zone. The day that runs now is as long as it would have
 * been, and then until the next midnight of the new zone: however often the zone is changed, no day
 * of quotas is shorter than a day of a zone.
 */
export function withQuotaZone(days: QuotaDays, zone: string, nowMs: number): QuotaDays {
  const pending = (days.change ?? null) !== null && nowMs < (days.change?.at ?? 0);
  const before = pending ? (days.change?.before ?? days.zone) : days.zone;
  const from = quotaWindowsAt(days, nowMs).day.startMs;
  const end = startOf(before, dayAt(before, from) + 1);
  if (zone === before && nowMs < end) return { zone, change: null };
  const least = Math.max(end, nowMs);
  const day = dayAt(zone, least);
  const at = startOf(zone, day) >= least ? startOf(zone, day) : startOf(zone, day + 1);
  return { zone, change: { before, from, at } };
}

function dayWindow(zone: string, day: Day): QuotaWindow {
  const [startMs, endMs, after] = [day, day + 1, day + 2].map((one) => startOf(zone, one)) as [
    number,
    number,
    number,
  ];
  const next = { number: numberOf(endMs), endMs: after };
  return { startMs, endMs, number: numberOf(startMs), next };
}

/** Days that begin as days of UTC have their number, others that of the minute they begin in. */
function numberOf(startMs: number): number {
  return startMs % DAY_MS === 0 ? startMs / DAY_MS : Math.floor(startMs / MINUTE_MS);
}

/** @param month since year 0 */
function monthWindow(zone: string, month: number): QuotaWindow {
  const firstOf = (one: number): number =>
    startOf(zone, Date.UTC(Math.floor(one / MONTHS_PER_YEAR), one % MONTHS_PER_YEAR) / DAY_MS);
  return {
    startMs: firstOf(month),
    endMs: firstOf(month + 1),
    number: month,
    next: { number: month + 1, endMs: firstOf(month + 2) },
  };
}

function monthOf(day: Day): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth();
}

/** A zone has one formatter; the runtime knows some hundreds of zones, so none is forgotten. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dayAt(zone: string, ms: number): Day {
  if (zone === 'UTC') return Math.floor(ms / DAY_MS);
  // Swedes write dates as ISO 8601 does.
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return Date.parse(`${format.format(ms)}T00:00:00Z`) / DAY_MS;
}

/** The first minute of a day, which is no midnight where clocks are put forward at midnight. */
function startOf(zone: string, day: Day): number {
  if (zone === 'UTC') return day * DAY_MS;
  let [before, from] = [day * DAY_MS - OFFSET_MAX_MS, day * DAY_MS + OFFSET_MAX_MS];
  while (from - before > MINUTE_MS) {
    const middle = Math.floor((before + from) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayAt(zone, middle) >= day) from = middle;
    else before = middle;
  }
  return from;
}
