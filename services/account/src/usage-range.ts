import type { UsageQuery } from '@tollgate/contract/usage-report';
import {
  USAGE_DAYS_MAX,
  USAGE_HOURLY_DAYS_MAX,
  USAGE_ZONED_DAYS_MAX,
} from '@tollgate/contract/usage-report';
import { ValidationError } from '@tollgate/http/validate';
import { countDays, isTimeZone, lastDates, localDays } from '@tollgate/requests/usage/local-steps';
import type { DateRange } from '@tollgate/requests/usage/local-steps';
import type { UsageSteps } from '@tollgate/requests/usage/report';

/** What a query of usage means. */
export interface UsageRange {
  days: number;
  from: Date;
  until: Date;
  steps: UsageSteps;
}

const HOUR_MS = 3_600_000;

/**
 * Which hours a report is about, and at which of them its steps begin.
 * @throws ValidationError naming the field that means nothing
 */
export function readUsageRange(query: UsageQuery, now: Date): UsageRange {
  const { time_zone: timeZone, step } = query;
  if (!isTimeZone(timeZone)) throw fault('time_zone', 'is no time zone such as Europe/Berlin');
  const dates = datesIn(query, now);
  const days = countDays(dates);
  const most = mostDays(query);
  if (days > most) {
    const name = query.from === undefined ? 'days' : 'from';
    throw fault(name, `must lie within ${most} days for this time zone and step`);
  }
  const { from, until, starts } = localDays(dates, timeZone);
  const range = { days, from, until };
  if (step === 'day') return { ...range, steps: isUtc(timeZone) ? 'day' : starts };
  const hours = Math.round((until.getTime() - from.getTime()) / HOUR_MS);
  const steps = Array.from(
    { length: hours },
    (_hour, at) => new Date(from.getTime() + at * HOUR_MS),
  );
  return { ...range, steps };
}

const isUtc = (timeZone: string): boolean => timeZone === 'UTC';

/** Days of other zones need hours at each end as well as the days of UTC. */
function mostDays({ step, time_zone: timeZone }: UsageQuery): number {
  if (step === 'hour') return USAGE_HOURLY_DAYS_MAX;
  return isUtc(timeZone) ? USAGE_DAYS_MAX : USAGE_ZONED_DAYS_MAX;
}

function datesIn(query: UsageQuery, now: Date): DateRange {
  const { from, to, days, time_zone: timeZone } = query;
  if (from === undefined && to === undefined) return lastDates(days, { now, timeZone });
  if (from === undefined) throw fault('from', 'is needed together with to');
  if (to === undefined) throw fault('to', 'is needed together with from');
  if (to < from) throw fault('to', 'must not lie before from');
  return { from, to };
}

const fault = (field: string, msg: string): ValidationError =>
  new ValidationError([{ loc: ['query', field], msg, type: 'value_error' }]);
