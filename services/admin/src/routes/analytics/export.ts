import { ANALYTICS_COLUMNS } from '@tollgate/contract/csv-columns';
import type { AnalyticsOut } from '@tollgate/contract/platform/analytics';
import { exportPlatformAnalytics } from '@tollgate/contract/routes/admin/analytics';
import type {
  LatencyPercentiles,
  TimedMetrics,
  UsageMetrics,
} from '@tollgate/contract/usage-report';
import { sendCsv } from '@tollgate/http/csv';
import type { MountedRoute } from '@tollgate/http/route';
import { readAnalytics } from '../../analytics.ts';
import { tokenFields } from '../../csv-columns.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { noteExport } from '../../trail.ts';

export const handleExportPlatformAnalytics = (deps: AdminDeps): MountedRoute =>
  platformRoute(exportPlatformAnalytics, async ({ query }, context) => {
    const rows = linesOf(await readAnalytics(deps, query));
    await noteExport(deps, context, { action: 'analytics.export', query });
    await sendCsv(context, { fileName: 'analytics.csv', columns: ANALYTICS_COLUMNS, rows });
  });

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
