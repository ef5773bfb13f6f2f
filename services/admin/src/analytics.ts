import type {
  AnalyticsOut,
  AnalyticsQuery,
  AnalyticsReportQuery,
  AnalyticsSeriesOut,
  AnalyticsSeriesQuery,
} from '@tollgate/contract/platform/analytics';
import type { UsageBefore } from '@tollgate/contract/usage-report';
import { USAGE_SERIES_DAYS_MAX } from '@tollgate/contract/usage-report';
import type { RequestFilter } from '@tollgate/requests/records/filter';
import { readGroupSeries } from '@tollgate/requests/usage/group-series';
import { isReportable } from '@tollgate/requests/usage/local-steps';
import {
  BREAKDOWN_MAX,
  emptyUsage,
  hoursAround,
  metricsOf,
  readUsage,
} from '@tollgate/requests/usage/report';
import type { Group, UsageReport } from '@tollgate/requests/usage/report';
import { sumByOwners } from '@tollgate/requests/usage/sum.queries';
import type { OwnerRow } from '@tollgate/requests/usage/sum.queries';
import type { UsageScope } from '@tollgate/requests/usage/sum-range';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from './deps.ts';
import { fieldError } from './field-errors.ts';
import { namesOf } from './names.ts';
import type { Names } from './names.ts';
import { platformFilter } from './request-filter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The range when a caller names none. */
const DAYS_DEFAULT = 30;
/** The longest range. */
const DAYS_MAX = 3_660;
/** Series of longer ranges are by day. */
const HOURLY_DAYS_MAX = 3;

/**
 * Sums up the requests that a query means.
 * @throws ValidationError for a range that is none or too long
 */
export async function readAnalytics(
  { reports, now }: Pick<AdminDeps, 'reports' | 'now'>,
  query: AnalyticsQuery,
): Promise<AnalyticsOut> {
  const range = rangeOf(query, now());
  const step = stepOf(range);
  const filter = await filterOf({ reports }, query);
  if (filter === null) {
    const names = await namesOf(reports, []);
    return analyticsOut({
      range,
      step,
      usage: emptyUsage(range, step),
      users: [],
      keys: [],
      names,
    });
  }
  const scope = { ...filter, ...range };
  const [usage, owners] = await Promise.all([
    readUsage(reports, scope, step),
    readOwners(reports, scope),
  ]);
  return analyticsOut({ range, step, usage, ...owners });
}

/** Sums up as long a range before the one that a query means; null without `compare`. */
export async function readAnalyticsBefore(
  { reports, now }: Pick<AdminDeps, 'reports' | 'now'>,
  query: AnalyticsReportQuery,
): Promise<UsageBefore> {
  if (!query.compare) return null;
  const { from: until, until: end } = rangeOf(query, now());
  const range = { from: new Date(2 * until.getTime() - end.getTime()), until };
  if (!isReportable(range.from)) return null;
  const filter = await filterOf({ reports }, query);
  const step = stepOf(range);
  const usage =
    filter === null
      ? emptyUsage(range, step)
      : await readUsage(reports, { ...filter, ...range }, step);
  return { ...rangeOut(range), ...usage.totals, series: usage.series };
}

/** The groups that spent most over time, and all others together. */
export async function readAnalyticsSeries(
  { reports, now }: Pick<AdminDeps, 'reports' | 'now'>,
  query: AnalyticsSeriesQuery,
): Promise<AnalyticsSeriesOut> {
  const range = rangeOf(query, now(), USAGE_SERIES_DAYS_MAX);
  const [step, { group: kind, top }] = [stepOf(range), query];
  const filter = await filterOf({ reports }, query);
  const groups =
    filter === null
      ? []
      : await readGroupSeries(reports, { ...filter, ...range }, { kind, top, steps: step });
  const names = await namesOf(
    reports,
    kind === 'model' ? [] : groups.map(({ id }) => ({ [kind]: id })),
  );
  return {
    ...rangeOut(range),
    step,
    data: groups.map((one) => ({ ...one, ...groupOut(kind, one.id, names) })),
  };
}

/** What a group is called on the wire, and by people. */
function groupOut(kind: AnalyticsSeriesQuery['group'], id: string | null, names: Names) {
  if (id === null || kind === 'model') return { id, name: null };
  return kind === 'key'
    ? { id: encodeId('key', id), name: names.key(id)?.name ?? null }
    : { id: encodeId('usr', id), name: names.email(id) };
}

const rangeOut = ({ from, until }: { from: Date; until: Date }) => ({
  from: from.toISOString(),
  until: until.toISOString(),
});

/** Short ranges are read by the hour. */
function stepOf({ from, until }: { from: Date; until: Date }): 'hour' | 'day' {
  const days = (until.getTime() - from.getTime()) / DAY_MS;
  return days <= HOURLY_DAYS_MAX ? 'hour' : 'day';
}

/** A key is of one mode: figures of the other one would be zeros that look like an answer. */
function filterOf(
  deps: Pick<AdminDeps, 'reports'>,
  query: AnalyticsQuery,
): Promise<RequestFilter | null> {
  const mode = query.mode ?? (query.api_key_id === undefined ? 'live' : 'all');
  return platformFilter(deps, { ...query, mode });
}

/** Who spent most, by user and by key, with their names. */
export async function readOwners(
  reports: AdminDeps['reports'],
  scope: UsageScope,
): Promise<{ users: OwnerRow[]; keys: OwnerRow[]; names: Names }> {
  const { users, keys } = await sumByOwners(reports, scope, BREAKDOWN_MAX);
  const named = [...users.map(({ id }) => ({ user: id })), ...keys.map(({ id }) => ({ key: id }))];
  return { users, keys, names: await namesOf(reports, named) };
}

function rangeOf(
  query: AnalyticsQuery,
  now: Date,
  daysMax = DAYS_MAX,
): { from: Date; until: Date } {
  const until = query.date_to === undefined ? now : momentOf('date_to', query.date_to);
  const from =
    query.date_from === undefined
      ? new Date(until.getTime() - DAYS_DEFAULT * DAY_MS)
      : momentOf('date_from', query.date_from);
  if (from >= until) throw fieldError('query', 'date_from', 'must be before date_to');
  if (until.getTime() - from.getTime() > daysMax * DAY_MS) {
    throw fieldError('query', 'date_from', `may be ${daysMax} days before date_to at most`);
  }
  return query.date_to === undefined || query.date_from === undefined
    ? hoursAround(from, until)
    : { from, until };
}

/**
 * Leap seconds and the like fit the format and are no moment all the same. Figures for half an hour
 * would be those of the whole one.
 */
function momentOf(field: string, text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw fieldError('query', field, 'must be a moment');
  if (moment.getTime() % HOUR_MS !== 0) {
    throw fieldError(
      'query',
      field,
      'must be on a whole hour of UTC, such as 2026-05-03T12:00:00Z: sums are kept by the hour',
    );
  }
  if (!isReportable(moment)) {
    throw fieldError('query', field, 'must lie in the years 1970 to 9998');
  }
  return moment;
}

function analyticsOut(found: {
  range: { from: Date; until: Date };
  step: 'hour' | 'day';
  usage: UsageReport;
  users: readonly OwnerRow[];
  keys: readonly OwnerRow[];
  names: Names;
}): AnalyticsOut {
  const { range, step, usage, names } = found;
  return {
    ...rangeOut(range),
    step,
    ...usage.totals,
    outcomes: usage.outcomes,
    series: usage.series,
    providers: usage.providers.map((group) => named('provider', group)),
    models: usage.models.map((group) => named('model', group)),
    endpoints: usage.endpoints.map((group) => named('endpoint', group)),
    statuses: usage.statuses.map(({ name, metrics }) => ({ status: Number(name), ...metrics })),
    errors: usage.errors,
    users: usersOut(found.users, names),
    keys: found.keys.map((one) => keyOut(one, names)),
  };
}

/** A group under the name of its kind. */
export function named<Name extends string>(name: Name, group: Group) {
  return { [name]: group.name, ...group.metrics } as Record<Name, string> & Group['metrics'];
}

/** Sums of users under their public ids and addresses. */
export function usersOut(rows: readonly OwnerRow[], names: Names): AnalyticsOut['users'] {
  return rows.map((one) => ({
    user_id: encodeId('usr', one.id),
    user_email: names.email(one.id),
    ...metricsOf(one),
  }));
}

function keyOut(one: OwnerRow, names: Names): AnalyticsOut['keys'][number] {
  const key = names.key(one.id);
  return {
    api_key_id: encodeId('key', one.id),
    key_name: key?.name ?? null,
    user_id: key === null ? null : encodeId('usr', key.ownerId),
    user_email: names.email(key?.ownerId ?? null),
    ...metricsOf(one),
  };
}
