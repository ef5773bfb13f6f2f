import { AnalyticsQuery } from '@tollgate/contract/platform/analytics';
import type { AnalyticsOut } from '@tollgate/contract/platform/analytics';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import type {
  LatencyPercentiles,
  TimedMetrics,
  UsageMetrics,
} from '@tollgate/contract/usage-report';
import { sendCsv } from '@tollgate/http/csv';
import { readAnalytics } from '../../analytics.ts';
import { TOKEN_COLUMNS, tokenFields } from '../../csv-columns.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { noteExport } from '../../trail.ts';

const COLUMNS = [
  'section',
  'name',
  'requests',
  'succeeded',
  'failed',
  'refused',
  'faults',
  'success_rate',
  ...TOKEN_COLUMNS,
  'credits',
  'latency_p50_ms',
  'latency_p95_ms',
  'latency_p99_ms',
  'first_token_p50_ms',
  'first_token_p95_ms',
  'first_token_p99_ms',
  'user_email',
  'key_name',
] as const;

export const exportPlatformAnalytics = defineRoute({
  method: 'get',
  path: '/api/platform/analytics.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Analytics as CSV: one line for the total, each step and each group',
  query: AnalyticsQuery,
  status: 200,
  furtherAnswers: csvAnswer(COLUMNS),
});

export const handleExportPlatformAnalytics =
  (deps: AdminDeps): AdminHandler<typeof exportPlatformAnalytics> =>
  async ({ query }, context) => {
    const rows = linesOf(await readAnalytics(deps, query));
    await noteExport(deps, context, { action: 'analytics.export', query });
    await sendCsv(context, { fileName: 'analytics.csv', columns: COLUMNS, rows });
  };

function linesOf(found: AnalyticsOut) {
  return [
    line('total', '', found),
    ...found.series.map((one) => line('step', one.at, one)),
    ...found.providers.map((one) => line('provider', one.provider, one)),
    ...found.models.map((one) => line('model', one.model, one)),
    ...found.endpoints.map((one) => line('endpoint', one.endpoint, one)),
    ...found.statuses.map((one) => line('status', String(one.status), one)),
    ...found.users.map((one) => line('user', one.user_id, one)),
    ...found.keys.map((one) => line('api_key', one.api_key_id, one)),
  ];
}

type Sums = (UsageMetrics | TimedMetrics) &
  Partial<Pick<AnalyticsOut['keys'][number], 'user_email' | 'key_name'>>;

/** Users and keys have no times: their sums are too many to keep them at hand. */
function line(section: string, name: string, metrics: Sums) {
  const latency = 'latency_ms' in metrics ? metrics.latency_ms : null;
  const firstToken = 'first_token_ms' in metrics ? metrics.first_token_ms : null;
  return {
    section,
    name,
    requests: metrics.requests,
    succeeded: metrics.succeeded,
    failed: metrics.failed,
    refused: metrics.refused,
    faults: metrics.faults,
    success_rate: metrics.success_rate,
    ...tokenFields(metrics.tokens),
    credits: metrics.credits,
    ...timesIn('latency', latency),
    ...timesIn('first_token', firstToken),
    user_email: metrics.user_email ?? null,
    key_name: metrics.key_name ?? null,
  };
}

function timesIn<Name extends string>(name: Name, times: LatencyPercentiles) {
  return {
    [`${name}_p50_ms`]: times?.p50 ?? null,
    [`${name}_p95_ms`]: times?.p95 ?? null,
    [`${name}_p99_ms`]: times?.p99 ?? null,
  } as Record<`${Name}_p${50 | 95 | 99}_ms`, number | null>;
}
