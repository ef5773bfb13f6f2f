import type { TimeRange } from '../shared/charts/model.ts';
import type { AnalyticsSearch, RequestsSearch } from './search.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The first moment of a day in UTC, some days on. */
const momentOf = (day: string, later: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS).toISOString();

/** Which whole hours an address names; the routes take the last 30 days where it names none. */
function rangeOf(search: AnalyticsSearch, now: number): { date_from?: string; date_to?: string } {
  const { from, until, hours, date_from: start, date_to: end } = search;
  if (start !== undefined && end !== undefined) return { date_from: start, date_to: end };
  if (hours !== undefined) {
    const last = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
    const first = new Date(last - hours * HOUR_MS).toISOString();
    return { date_from: first, date_to: new Date(last).toISOString() };
  }
  return {
    ...(from === undefined ? {} : { date_from: momentOf(from, 0) }),
    ...(until === undefined ? {} : { date_to: momentOf(until, 1) }),
  };
}

/**
 * The search as the routes take it: a day that is included ends where the next begins, and the last
 * hours end with the one that goes on at `now`, in milliseconds.
 */
export function queryOf(search: AnalyticsSearch, now = Date.now()) {
  const { columns: _shown, compare: _compare, by: _by, side: _side, ...rest } = search;
  const { from: _from, until: _until, hours: _hours, ...filters } = rest;
  return { ...filters, ...rangeOf(search, now) };
}

/** The requests of a part of the time, narrowed as the analysis is. */
export function requestsOf(search: AnalyticsSearch, range: TimeRange): RequestsSearch {
  const { organization_id: user, provider, model, status, api_key_id: key, mode } = search;
  return {
    date_from: range.from,
    date_to: range.until,
    mode: mode ?? (key === undefined ? 'live' : 'all'),
    ...(user === undefined ? {} : { organization_id: user }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(status === undefined ? {} : { status }),
    ...(key === undefined ? {} : { api_key_id: key }),
  };
}
