import type { UsageRangeQuery } from '@tollgate/contract/usage-report';
import {
  USAGE_DAYS_MAX,
  USAGE_HOURLY_DAYS_MAX,
  USAGE_ZONED_DAYS_MAX,
} from '@tollgate/contract/usage-report';
import { ValidationError } from '@tollgate/http/validate';
import {
  countDays,
  daysBefore,
  isReportable,
  isTimeZone,
  lastDates,
  localDays,
  localStarts,
} from '@tollgate/requests/usage/local-steps';
import type { DateRange } from '@tollgate/requests/usage/local-steps';
import type { UsageSteps } from '@tollgate/requests/usage/report';

/** Hours, and those at which steps begin. */
export interface SteppedRange {
  from: Date;
  until: Date;
  steps: UsageSteps;
}

/** What a query of usage means. */
export interface UsageRange extends SteppedRange {
  /** Parts of a day count as one. */
  days: number;
  /** As long a range before this one; null for one in which nothing was counted. */
  before: () => SteppedRange | null;
}

interface Hours {
  from: Date;
  until: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Which hours a report is about, and at which of them its steps begin.
 * @param daysMax the longest range of the report, in days
 * @throws ValidationError naming the field that means nothing
 */
export function readUsageRange(
  query: UsageRangeQuery,
  now: Date,
  daysMax = USAGE_DAYS_MAX,
): UsageRange {
  if (!isTimeZone(query.time_zone)) {
    throw fault('time_zone', 'is no time zone such as Europe/Berlin');
  }
  const hours = hoursIn(query, now);
  if (hours !== null) {
    const days = checkedDays(query, daysOf(hours), daysMax);
    return { days, ...rangeOfHours(query, hours) };
  }
  const dates = datesIn(query, now);
  return { days: checkedDays(query, countDays(dates), daysMax), ...rangeOfDays(query, dates) };
}

/** Checked before any step is looked for: a range may name thousands of years. */
function checkedDays(query: UsageRangeQuery, days: number, daysMax: number): number {
  const most = Math.min(daysMax, mostDays(query));
  if (days <= most) return days;
  throw fault(firstField(query), `must lie within ${most} days for this time zone and step`);
}

/** Days before this one have no reports. */
const FIRST_DATE = '1970-01-02';

function rangeOfDays(query: UsageRangeQuery, dates: DateRange): Omit<UsageRange, 'days'> {
  const before = daysBefore(dates);
  return {
    ...stepsOfDays(query, dates),
    before: () => (before.from < FIRST_DATE ? null : stepsOfDays(query, before)),
  };
}

function stepsOfDays({ time_zone: timeZone, step }: UsageRangeQuery, dates: DateRange) {
  const { from, until, starts } = localDays(dates, timeZone);
  if (step === 'hour') return { from, until, steps: everyHour({ from, until }) };
  return { from, until, steps: isUtc(timeZone) ? ('day' as const) : starts };
}

function rangeOfHours(query: UsageRangeQuery, hours: Hours): Omit<UsageRange, 'days'> {
  const before = { from: new Date(hours.from.getTime() - lengthOf(hours)), until: hours.from };
  return {
    ...stepsOfHours(query, hours),
    before: () => (isReportable(before.from) ? stepsOfHours(query, before) : null),
  };
}

function stepsOfHours({ time_zone: timeZone, step }: UsageRangeQuery, hours: Hours): SteppedRange {
  return { ...hours, steps: step === 'hour' ? everyHour(hours) : localStarts(hours, timeZone) };
}

const lengthOf = ({ from, until }: Hours): number => until.getTime() - from.getTime();
const daysOf = (hours: Hours): number => Math.ceil(lengthOf(hours) / DAY_MS);

function everyHour({ from, until }: Hours): Date[] {
  const hours = Math.round((until.getTime() - from.getTime()) / HOUR_MS);
  return Array.from({ length: hours }, (_hour, at) => new Date(from.getTime() + at * HOUR_MS));
}

const isUtc = (timeZone: string): boolean => timeZone === 'UTC';

/** Days of other zones need hours at each end as well as the days of UTC. */
function mostDays({ step, time_zone: timeZone }: UsageRangeQuery): number {
  if (step === 'hour') return USAGE_HOURLY_DAYS_MAX;
  return isUtc(timeZone) ? USAGE_DAYS_MAX : USAGE_ZONED_DAYS_MAX;
}

/** The field by which a range was asked for. */
function firstField({ from, hours, date_from: dateFrom }: UsageRangeQuery): string {
  if (dateFrom !== undefined) return 'date_from';
  if (hours !== undefined) return 'hours';
  return from === undefined ? 'days' : 'from';
}

/** The hours that were asked for; null where days were. */
function hoursIn(query: UsageRangeQuery, now: Date): Hours | null {
  const { date_from: dateFrom, date_to: dateTo, hours } = query;
  if (dateFrom === undefined && dateTo === undefined) {
    return hours === undefined ? null : lastHours(query, hours, now);
  }
  if (dateFrom === undefined) throw fault('date_from', 'is needed together with date_to');
  if (dateTo === undefined) throw fault('date_to', 'is needed together with date_from');
  refuseBeside(query, ['hours', 'from', 'to'], 'date_from');
  const [from, until] = [hourOf('date_from', dateFrom), hourOf('date_to', dateTo)];
  if (until <= from) throw fault('date_to', 'must be after date_from');
  return { from, until };
}

function lastHours(query: UsageRangeQuery, hours: number, now: Date): Hours {
  refuseBeside(query, ['from', 'to'], 'hours');
  const until = new Date(Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS);
  return { from: new Date(until.getTime() - hours * HOUR_MS), until };
}

/** One range is asked for in one manner. */
function refuseBeside(
  query: UsageRangeQuery,
  fields: readonly ('hours' | 'from' | 'to')[],
  other: string,
): void {
  const field = fields.find((name) => query[name] !== undefined);
  if (field !== undefined) throw fault(field, `cannot be combined with ${other}`);
}

/** Leap seconds and the like fit the format and are no moment all the same. */
function hourOf(field: string, text: string): Date {
  const moment = new Date(text);
  if (moment.getTime() % HOUR_MS !== 0) {
    throw fault(field, 'must be on a whole hour of UTC, such as 2026-05-03T12:00:00Z');
  }
  if (!isReportable(moment)) throw fault(field, 'must lie in the years 1970 to 9998');
  return moment;
}

function datesIn(query: UsageRangeQuery, now: Date): DateRange {
  const { from, to, days, time_zone: timeZone } = query;
  if (from === undefined && to === undefined) return lastDates(days, { now, timeZone });
  if (from === undefined) throw fault('from', 'is needed together with to');
  if (to === undefined) throw fault('to', 'is needed together with from');
  if (to < from) throw fault('to', 'must not lie before from');
  return { from, to };
}

const fault = (field: string, msg: string): ValidationError =>
  new ValidationError([{ loc: ['query', field], msg, type: 'value_error' }]);
