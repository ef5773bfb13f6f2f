import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { REQUEST_ID_CHARACTERS_MAX } from '../headers.ts';
import { archivedPart, requestParts } from '../request-records.ts';
import { SUSPECT_REASONS, SUSPECT_USAGE } from '../suspect-usage.ts';
import type { SuspectReason } from '../suspect-usage.ts';
import {
  ErrorUsage,
  ModelUsage,
  EndpointUsage,
  KeyUsage,
  Compare,
  ModeFilter,
  SessionUsageQuery,
  UsageBefore,
  usageParts,
  UsageStep,
  WholeHour,
} from '../usage-report.ts';
import {
  Credits,
  KeyName,
  PAGE_OFFSET_MAX,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  UserEmail,
  UserFilter,
} from './shared.ts';

const { metrics, timed, range, session, seriesGroups, group, USAGE_GROUPS_ORDER } = usageParts;
const { request, details, recordFilters, ModeFilterOfLists, SessionIdFilter } = requestParts;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const FilterText = Type.String({ maxLength: 300 });

/** The most days of the dashboard. */
const DASHBOARD_DAYS_MAX = 3_660;

const STATUS = Type.String({
  maxLength: 300,
  description: 'A status such as 429, a class such as 4xx, or an outcome such as served',
});

const MODEL = Type.String({
  maxLength: 300,
  description: 'An exact id, or a requested alias',
});

const requestFilters = {
  organization_id: Type.Optional(UserFilter),
  provider: Type.Optional(FilterText),
  model: Type.Optional(MODEL),
  status: Type.Optional(STATUS),
};

/** Which requests to sum up. Without a range: the last 30 days. */
export const AnalyticsQuery = Type.Object(
  {
    date_from: Type.Optional(WholeHour),
    date_to: Type.Optional(WholeHour),
    ...requestFilters,
    mode: Type.Optional(
      Type.Union([Type.Literal('live'), Type.Literal('test'), Type.Literal('all')], {
        description:
          'Requests of live keys, of test keys (the sandbox), or all of them. Without it those of live keys; with api_key_id those of that key',
      }),
    ),
    team_id: Type.Optional(
      Type.String({ maxLength: 300, description: 'Nobody is in a team: matches nothing' }),
    ),
    user_id: Type.Optional(UserFilter),
    endpoint: Type.Optional(FilterText),
    api_key_id: Type.Optional(FilterText),
  },
  closed,
);
export type AnalyticsQuery = Static<typeof AnalyticsQuery>;

/** Which requests to report on. */
export const AnalyticsReportQuery = Type.Object(
  { ...AnalyticsQuery.properties, compare: Compare },
  closed,
);
export type AnalyticsReportQuery = Static<typeof AnalyticsReportQuery>;

/** Which requests to sum up by group and step. Without a range: the last 30 days. */
export const AnalyticsSeriesQuery = Type.Object(
  {
    ...AnalyticsQuery.properties,
    group: Type.Union([Type.Literal('model'), Type.Literal('key'), Type.Literal('user')], {
      default: 'model',
      description: 'By model, by key, or by user',
    }),
    ...seriesGroups,
  },
  closed,
);
export type AnalyticsSeriesQuery = Static<typeof AnalyticsSeriesQuery>;

const PlatformGroup = Type.Object(
  {
    ...group,
    name: nullable(
      Type.String({
        description: 'The name of the key, or the email address of the user; null for models',
      }),
    ),
  },
  closed,
);

const ProviderUsage = Type.Object({ provider: Type.String(), ...timed }, closed);
const StatusUsage = Type.Object({ status: Type.Integer(), ...timed }, closed);
const UserUsage = Type.Object(
  { user_id: Type.String(), user_email: UserEmail, ...metrics },
  closed,
);
const PlatformKeyUsage = Type.Object(
  {
    ...KeyUsage.properties,
    key_name: KeyName,
    user_id: nullable(Type.String({ description: 'The owner of the key' })),
    user_email: UserEmail,
  },
  closed,
);

/** The sums of requests, with the values by which they are grouped. */
export const AnalyticsOut = Type.Object(
  {
    ...range,
    step: Type.Union([Type.Literal('hour'), Type.Literal('day')], {
      description: 'The step of the series: hours for up to three days',
    }),
    ...timed,
    outcomes: Type.Record(Type.String(), Type.Integer()),
    series: Type.Array(UsageStep),
    providers: Type.Array(ProviderUsage),
    models: Type.Array(ModelUsage),
    endpoints: Type.Array(EndpointUsage),
    statuses: Type.Array(StatusUsage),
    errors: Type.Array(ErrorUsage),
    users: Type.Array(UserUsage, { description: 'Most credits first' }),
    keys: Type.Array(PlatformKeyUsage, { description: 'Most credits first' }),
  },
  closed,
);
export type AnalyticsOut = Static<typeof AnalyticsOut>;

/** Analytics beside the period before. */
export const AnalyticsReportOut = Type.Object(
  { ...AnalyticsOut.properties, before: UsageBefore },
  closed,
);
export type AnalyticsReportOut = Static<typeof AnalyticsReportOut>;

/** What groups have used over time. */
export const AnalyticsSeriesOut = Type.Object(
  {
    ...range,
    step: AnalyticsOut.properties.step,
    data: Type.Array(PlatformGroup, { description: USAGE_GROUPS_ORDER }),
  },
  closed,
);
export type AnalyticsSeriesOut = Static<typeof AnalyticsSeriesOut>;

/** The days of the dashboard. */
export const DashboardQuery = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: DASHBOARD_DAYS_MAX, default: 30 }),
    organization_id: Type.Optional(UserFilter),
    mode: ModeFilter,
  },
  closed,
);

/** The days at a glance, beside as many days before them. */
export const DashboardOut = Type.Object(
  {
    days: Type.Integer(),
    ...range,
    ...timed,
    before: Type.Object(metrics, { ...closed, description: 'As many days before' }),
    series: Type.Array(UsageStep),
    models: Type.Array(ModelUsage),
    providers: Type.Array(ProviderUsage),
    errors: Type.Array(ErrorUsage),
    users: Type.Array(UserUsage),
  },
  closed,
);
export type DashboardOut = Static<typeof DashboardOut>;

const Metrics = Type.Object(metrics, closed);

/** Which use to sum up: by live keys, by test keys, or by both. */
export const UsageSummaryQuery = Type.Object({ mode: ModeFilter }, closed);

/** Use of the whole service: today, the last week, the last month, and ever. */
export const UsageSummaryOut = Type.Object(
  { today: Metrics, last_7_days: Metrics, last_30_days: Metrics, ever: Metrics },
  closed,
);

/** Which sessions to sum up. */
export const PlatformSessionsQuery = Type.Object(
  { ...SessionUsageQuery.properties, organization_id: Type.Optional(UserFilter) },
  closed,
);

/** What sessions came to; two users may have sessions of one name. */
export const PlatformSessionsOut = Type.Object(
  {
    days: Type.Integer(),
    ...range,
    data: Type.Array(
      Type.Object({ user_id: Type.String(), user_email: UserEmail, ...session }, closed),
      {
        description: 'Most credits first',
      },
    ),
  },
  closed,
);

/** Which requests to list. */
export const PlatformRequestsQuery = Type.Object(
  {
    ...requestFilters,
    ...recordFilters,
    api_key_id: Type.Optional(FilterText),
    mode: Type.Optional(ModeFilterOfLists),
    session_id: Type.Optional(SessionIdFilter),
    request_id: Type.Optional(
      Type.String({
        maxLength: REQUEST_ID_CHARACTERS_MAX,
        description: 'The X-Request-ID of the answer, or the public_id of the request',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
    offset: Type.Integer({ minimum: 0, maximum: PAGE_OFFSET_MAX, default: 0 }),
  },
  closed,
);

const owned = {
  user_id: Type.String(),
  user_email: UserEmail,
  organization_id: Type.String(),
  key_name: KeyName,
};

/** One request in a list. */
const PlatformRequestOut = Type.Object({ ...request, ...owned }, closed);

/** A page of requests, newest first. */
export const PlatformRequestList = Type.Object(
  {
    data: Type.Array(PlatformRequestOut),
    limit: Type.Integer(),
    offset: Type.Integer(),
    has_more: Type.Boolean(),
    ...archivedPart,
  },
  closed,
);
export type PlatformRequestList = Static<typeof PlatformRequestList>;

/** Which requests to export; `cursor` is that of the last line that arrived. */
export const RequestsExportQuery = Type.Object(
  {
    ...requestFilters,
    ...recordFilters,
    api_key_id: Type.Optional(FilterText),
    mode: Type.Optional(ModeFilterOfLists),
    session_id: Type.Optional(SessionIdFilter),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'The cursor of the last line that arrived' }),
    ),
  },
  closed,
);

/** One attempt as billing knows it: the hold and its outcome. */
const LedgerHold = Type.Object(
  {
    attempt: Type.Integer(),
    state: Type.String(),
    held: Credits,
    charged: nullable(Credits),
    close_reason: nullable(Type.String()),
    price_version_id: Type.String(),
    uplift_bp: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    closed_at: nullable(Type.String({ format: 'date-time' })),
  },
  closed,
);

/** One movement of the ledger that the request made; the accounts of the user. */
const LedgerEntry = Type.Object(
  {
    id: Type.String(),
    attempt: Type.Integer(),
    type: Type.String(),
    available_change: Credits,
    reserved_change: Credits,
    consumed_change: Credits,
    created_at: Type.String({ format: 'date-time' }),
  },
  closed,
);

const meanings = Object.entries(SUSPECT_USAGE)
  .map(([reason, meaning]) => `${reason}: ${meaning}`)
  .join('; ');

/** All that is known of one request. */
export const PlatformRequestDetail = Type.Object(
  {
    ...details,
    ...owned,
    operation_id: Type.String(),
    reported_usage: nullable(
      Type.Record(Type.String(), Type.Integer(), {
        description:
          'What the provider reported, where that cannot be and was not believed; by dimension',
      }),
    ),
    usage_suspect: nullable(
      Type.Unsafe<SuspectReason>(
        Type.String({
          enum: [...SUSPECT_REASONS],
          description: `What is wrong with what the provider reported. ${meanings}`,
        }),
      ),
    ),
    ledger: nullable(
      Type.Array(LedgerHold, { description: 'First attempt first; null while billing is away' }),
    ),
    ledger_entries: nullable(
      Type.Array(LedgerEntry, { description: 'First attempt first; null while billing is away' }),
    ),
  },
  closed,
);
export type PlatformRequestDetail = Static<typeof PlatformRequestDetail>;
