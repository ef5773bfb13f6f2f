import { AnalyticsQuery } from '@tollgate/contract/platform/analytics';
import type { AnalyticsOut } from '@tollgate/contract/platform/analytics';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import type { UsageMetrics } from '@tollgate/contract/usage';
import { sendCsv } from '@tollgate/http/csv';
import { readAnalytics } from '../../analytics.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const exportPlatformAnalytics = defineRoute({
  method: 'get',
  path: '/api/platform/analytics.csv',
  auth: 'platform',
  summary: 'Analytics as CSV: one line for the total, each step and each group',
  query: AnalyticsQuery,
  status: 200,
  furtherAnswers: csvAnswer,
});

const COLUMNS = [
  'section',
  'name',
  'requests',
  'succeeded',
  'failed',
  'refused',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'credits',
] as const;

export const handleExportPlatformAnalytics =
  (deps: AdminDeps): AdminHandler<typeof exportPlatformAnalytics> =>
  async ({ query }, context) => {
    const rows = linesOf(await readAnalytics(deps, query));
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

function line(section: string, name: string, metrics: UsageMetrics) {
  const { tokens } = metrics;
  return {
    section,
    name,
    requests: metrics.requests,
    succeeded: metrics.succeeded,
    failed: metrics.failed,
    refused: metrics.refused,
    input_tokens: tokens.input,
    cache_read_tokens: tokens.cache_read,
    cache_write_tokens: tokens.cache_write,
    output_tokens: tokens.output,
    reasoning_tokens: tokens.reasoning,
    credits: metrics.credits,
  };
}
