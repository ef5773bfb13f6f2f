/** The time zone of the reader. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
const withZone = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** A moment without its zone, for tables that name the zone once: its day and its time, between which a line may break. */
export const shortTime = (iso: string): readonly [string, string] => {
  const at = new Date(iso);
  return [`${day.format(at)},`, clock.format(at)];
};

/** A moment with its zone. */
export const longTime = (iso: string): string => withZone.format(new Date(iso));

/** When a step of a report begins, where days begin and end in a time zone. */
export const stepTime = (iso: string, given: { timeZone: string; step: 'day' | 'hour' }): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeZone: given.timeZone,
    ...(given.step === 'hour' ? { timeStyle: 'short', hourCycle: 'h23' } : {}),
  }).format(new Date(iso));

/** Writes times under a chart in a zone: days alone, or hours with the day where one begins. */
export function axisTime(timeZone: string): (at: Date, isDays: boolean) => string {
  const date = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23', timeZone });
  return (at, isDays) => {
    if (isDays) return date.format(at);
    const hour = time.format(at);
    return hour === '00:00' ? date.format(at) : hour;
  };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
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
export const count = (number: number): string => new Intl.NumberFormat('en').format(number);

/** A share of one as a percentage. */
export const percent = (share: number | null): string =>
  share === null
    ? '—'
    : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share);

const BYTES_STEP = 1_000;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in its largest unit. */
export const bytesText = (bytes: number): string => {
  let [size, unit] = [bytes, 0];
  while (size >= BYTES_STEP && unit < BYTE_UNITS.length - 1)
    [size, unit] = [size / BYTES_STEP, unit + 1];
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: BYTE_UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(size);
};
