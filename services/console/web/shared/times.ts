import { LOCALE } from './locale.ts';

/** The time zone of the reader. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', hourCycle: 'h23' });
const withZone = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/**
 * A moment without its zone, for tables that name the zone once: its day and its time, between
 * which a line may break.
 */
export const shortTime = (iso: string): readonly [string, string] => {
  const at = new Date(iso);
  return [`${day.format(at)},`, clock.format(at)];
};

/** A moment with its zone. */
export const longTime = (iso: string): string => withZone.format(new Date(iso));

/** When a step of a report begins, where days begin and end in a time zone. */
export const stepTime = (iso: string, given: { timeZone: string; step: 'day' | 'hour' }): string =>
  new Intl.DateTimeFormat(LOCALE, {
    dateStyle: 'medium',
    timeZone: given.timeZone,
    ...(given.step === 'hour' ? { timeStyle: 'short', hourCycle: 'h23' } : {}),
  }).format(new Date(iso));

/** Writes times under a chart in a zone: days alone, or hours with the day where one begins. */
export function axisTime(timeZone: string): (at: Date, isDays: boolean) => string {
  const date = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', hourCycle: 'h23', timeZone });
  return (at, isDays) => {
    if (isDays) return date.format(at);
    const hour = time.format(at);
    return hour === '00:00' ? date.format(at) : hour;
  };
}

const relative = new Intl.RelativeTimeFormat(LOCALE, { style: 'short', numeric: 'always' });
/** Moments that are further away are written as a date. */
const RELATIVE_MAX_MS = 86_400_000;

/** How long ago a moment is, or until it is; null for one that is further away than a day. */
export function relativeTime(iso: string, now = Date.now()): string | null {
  const ms = new Date(iso).getTime() - now;
  const size = Math.abs(ms);
  if (size >= RELATIVE_MAX_MS) return null;
  if (size < MINUTE_MS) return relative.format(Math.trunc(ms / SECOND_MS), 'second');
  if (size < HOUR_MS) return relative.format(Math.trunc(ms / MINUTE_MS), 'minute');
  return relative.format(Math.trunc(ms / HOUR_MS), 'hour');
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A moment as a field of type `datetime-local` shows it, in the reader's zone; empty for none. */
export function localOf(iso: string | null | undefined): string {
  if (iso === undefined || iso === null || iso === '') return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** What a field of type `datetime-local` says, in ISO 8601; empty for an empty field. */
export const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());

const HOUR_MS = 3_600_000;

/** Milliseconds in words. */
export const duration = (ms: number | null): string => {
  if (ms === null) return '—';
  const isWhole = ms >= SECOND_MS && ms % SECOND_MS === 0;
  if (isWhole && ms < 2 * MINUTE_MS) return `${ms / SECOND_MS} s`;
  if (ms < 10 * SECOND_MS) return `${count(ms)} ms`;
  if (ms < 2 * MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  return ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
};

/** A number with groups of thousands. */
export const count = (number: number): string => new Intl.NumberFormat(LOCALE).format(number);

/** A share of one as a percentage. */
export const percent = (share: number | null): string =>
  share === null
    ? '—'
    : new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format(share);

const BYTES_STEP = 1_000;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in its largest unit. */
export const bytesText = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  while (size >= BYTES_STEP && unit < BYTE_UNITS.length - 1)
    [size, unit] = [size / BYTES_STEP, unit + 1];
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: BYTE_UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(size);
};
