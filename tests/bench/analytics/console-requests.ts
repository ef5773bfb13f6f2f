const DAY_MS = 86_400_000;

/** One request of a page: `#user` and the like stand for ids of what is filled. */
export interface Asked {
  page: string;
  plane: 'platform' | 'users';
  path: string;
  /**
   * A trial is a POST that changes nothing.
   * @param dimensions of the model of `#modelId`
   */
  body?: (dimensions: readonly string[]) => unknown;
}

const on =
  (plane: Asked['plane']) =>
  (page: string, ...paths: string[]): Asked[] =>
    paths.map((path) => ({ page, plane, path }));
const platform = on('platform');
const users = on('users');

/** A moment on the hour, as the pages write one into their requests. */
const hour = (daysAgo: number): string =>
  new Date(Math.floor((Date.now() - daysAgo * DAY_MS) / 3_600_000) * 3_600_000).toISOString();
/** More than a year back, as far as records are filled. */
export const YEAR = `date_from=${hour(372)}&date_to=${hour(0)}`;
/** As long as series are given out, filled to its end. */
const SERIES = `date_from=${hour(372)}&date_to=${hour(7)}`;
/** Thirty days that records are filled in. */
export const MONTH = `date_from=${hour(37)}&date_to=${hour(7)}`;

/**
 * What the pages of the administrators' console ask for, with each of their filters and far back.
 */
export const OF_ADMINISTRATORS: readonly Asked[] = [
  ...platform('every page', '/auth/me'),
  ...platform('Overview', '/dashboard?days=7', '/dashboard?days=30', '/dashboard?days=90'),
  ...platform('Overview', '/videos?limit=100&state=indeterminate', '/jobs/summary'),
  ...platform('Overview', '/standing?days=7', '/standing?days=90', '/attention', '/onboarding'),
  ...platform(
    'Users',
    '/users?limit=50',
    '/users?limit=50&search=person-77',
    '/users?limit=50&before=#oldUser',
  ),
  ...platform('Users', '/users?limit=50&search=no-such-person', '/users?limit=50&status=suspended'),
  ...platform('User', '/users?search=#user&limit=1', '/users/#user/credit-grants?limit=50'),
  ...platform('User', '/users/#user/keys', '/users/#user/credit-transactions?limit=50'),
  ...platform(
    'Credits',
    '/credit-transactions?limit=50',
    '/credit-transactions?limit=50&moved_by=grants',
  ),
  ...platform(
    'Credits',
    '/credit-transactions?limit=50&moved_by=requests',
    '/credit-transactions?limit=50&before=#oldMovement',
  ),
  ...platform('Providers', '/provider-credentials', '/provider-families'),
  ...platform(
    'Models',
    '/models?limit=50',
    '/models?limit=50&state=discovered',
    '/models?limit=50&offset=400',
  ),
  ...platform('Prices', '/models?limit=50&state=approved', '/models?public_id=#model&limit=1'),
  ...platform('Aliases', '/aliases?limit=50', '/models?state=approved&limit=200'),
  ...platform(
    'Analytics',
    `/analytics?${MONTH}`,
    `/analytics?${YEAR}`,
    `/analytics?${YEAR}&mode=all`,
  ),
  ...platform(
    'Analytics',
    `/analytics?${YEAR}&user_id=#user`,
    `/analytics?${YEAR}&api_key_id=#key`,
  ),
  ...platform(
    'Analytics',
    `/analytics?${YEAR}&provider=provider-1`,
    `/analytics?${YEAR}&model=provider-3/model-13`,
  ),
  ...platform(
    'Analytics',
    `/analytics?${YEAR}&status=failed`,
    `/analytics?${YEAR}&endpoint=/v1/embeddings`,
  ),
  ...(['model', 'key', 'user'] as const).flatMap((group) =>
    platform(
      'Analytics',
      `/analytics/series?${MONTH}&group=${group}`,
      `/analytics/series?${SERIES}&group=${group}`,
    ),
  ),
  ...platform('Analytics', `/analytics?${MONTH}&compare=true`, `/analytics?${YEAR}&compare=true`),
  ...platform(
    'Requests',
    '/requests?mode=all&limit=50',
    '/requests?mode=live&limit=50',
    '/requests?mode=test&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&organization_id=#user&limit=50',
    '/requests?mode=all&provider=provider-1&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&model=provider-3/model-13&limit=50',
    '/requests?mode=all&status=429&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&status=502&limit=50',
    '/requests?mode=all&status=failed&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&session_id=none&limit=50',
    '/requests?mode=all&limit=50&offset=100000',
  ),
  ...platform('Requests', '/requests?mode=all&status=failed&limit=50&offset=50000'),
  ...platform(
    'Requests',
    '/requests?mode=all&organization_id=#user&status=4xx&model=provider-3/model-13&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&error_code=upstream_unavailable&limit=50',
    '/requests?mode=all&error_code=outcome_indeterminate&limit=50',
    '/requests?mode=all&tag=no-such-tag&limit=50',
  ),
  ...platform(
    'Requests',
    '/requests?mode=all&stream=true&limit=50',
    '/requests?mode=all&api_key_id=#key&limit=50',
    `/requests?mode=all&limit=50&date_from=${hour(300)}&date_to=${hour(299)}`,
    `/requests?mode=all&limit=50&error_code=outcome_indeterminate&${MONTH}`,
  ),
  ...platform('Request', '/requests/#record'),
  ...platform('Losses', '/losses?days=7', '/losses?days=90'),
  ...platform(
    'Audit',
    '/audit-events?limit=50',
    '/audit-events?limit=50&action=key.create',
    '/audit-events?limit=50&user_id=#user',
  ),
  ...platform(
    'Audit',
    `/audit-events?limit=50&date_from=${hour(300)}&date_to=${hour(200)}`,
    '/audit-events?limit=50&before=#oldEvent',
  ),
  ...platform(
    'Access',
    '/access-events?days=30&limit=50',
    '/access-events?days=90&limit=50&status_code=404',
  ),
  ...platform(
    'Access',
    '/access-events?days=90&limit=50&organization_id=#user',
    '/access-events?days=90&limit=50&path=/v1/models',
  ),
  ...platform('Access', '/access-events?days=90&limit=50&offset=50000'),
  ...platform('Retention', '/retention-policies', '/retention-purge?limit=20'),
  ...platform('Jobs', '/jobs/summary', '/videos?limit=100'),
  ...platform('Jobs', '/quarantine', '/jobs/maintenance/failed?limit=50'),
  ...platform('Providers', '/provider-health'),
  ...platform('Models', '/models/#modelId/difference?decision=disable'),
  ...platform('Invoices', '/reconciliations?limit=50'),
  ...platform('Webhooks', '/webhooks'),
  ...platform('Administrators', '/administrators', '/administrator-tokens'),
  ...platform('User', '/users/#user/models?limit=50'),
  ...platform('Models', '/models/#modelId/prices'),
  {
    page: 'Prices',
    plane: 'platform',
    path: '/models/#modelId/prices/what-if',
    body: (dimensions) => ({
      prices: Object.fromEntries(dimensions.map((name) => [name, '1'])),
      days: 30,
    }),
  },
  {
    page: 'User',
    plane: 'platform',
    path: '/users/#user/pricing-uplift/what-if',
    body: () => ({ uplift_bp: 1_000, days: 30 }),
  },
];

/** What the pages of the users' console ask for, by the busiest user of the database. */
export const OF_USERS: readonly Asked[] = [
  ...users('every page', '/auth/me', '/keys'),
  ...users('Home', '/credits', '/onboarding', '/usage?days=30&time_zone=UTC', '/requests?limit=5'),
  ...users('Keys', '/keys/#key/insights?days=30', '/models'),
  ...users(
    'Requests',
    '/requests?limit=50',
    '/requests?limit=50&api_key_id=#key',
    '/requests?limit=50&mode=all',
  ),
  ...users(
    'Requests',
    '/requests?limit=50&mode=test',
    '/requests?limit=50&status=502',
    '/requests?limit=50&status=4xx',
  ),
  ...users('Requests', '/requests?limit=50&model=provider-3/model-13'),
  ...users(
    'Requests',
    '/requests?limit=50&error_code=outcome_indeterminate',
    '/requests?limit=50&tag=no-such-tag',
    '/requests?limit=50&stream=true',
    `/requests?limit=50&date_from=${hour(300)}&date_to=${hour(299)}`,
  ),
  ...users(
    'Requests',
    '/requests?limit=50&request_id=#requestId',
    '/requests?limit=50&request_id=req_none',
  ),
  ...users(
    'Requests',
    '/requests?limit=50&session_id=none',
    '/requests?limit=50&cursor=#oldRequest',
  ),
  ...users('Request', '/requests/#record'),
  ...users(
    'Operations',
    '/operations?limit=50',
    '/operations?limit=50&state=open',
    '/operations?limit=50&state=ended',
  ),
  ...users('Operations', '/operations?limit=50&cursor=#oldOperation', '/operations/#operation'),
  ...users(
    'Videos',
    '/videos?limit=50',
    '/videos?limit=50&state=open',
    '/videos?limit=50&cursor=#oldVideo',
    '/videos/#video',
  ),
  ...users(
    'Usage',
    '/usage?days=1&time_zone=Europe/Berlin',
    '/usage?days=30&time_zone=Asia/Kolkata',
  ),
  ...users(
    'Usage',
    '/usage?days=365&time_zone=UTC',
    '/usage?days=365&time_zone=Europe/Berlin&mode=all',
  ),
  ...users('Usage', '/usage?days=31&time_zone=America/New_York&step=hour'),
  ...(['model', 'key'] as const).flatMap((group) =>
    users(
      'Usage',
      `/usage/series?days=30&time_zone=Asia/Kolkata&group=${group}`,
      `/usage/series?days=365&time_zone=UTC&group=${group}`,
    ),
  ),
  ...users('Usage', '/usage?days=180&time_zone=UTC&compare=true', '/usage/tags?days=30'),
  ...users('Credits', '/credits', '/credits/holds?limit=100', '/credits/transactions?limit=50'),
  ...users('Credits', '/credits/grants?limit=10', '/credits/grants?limit=500'),
  ...users('Credits', '/credits/transactions?limit=50&cursor=#oldMovementOfUser'),
  ...users('Credits', '/credits/grants?limit=50'),
  ...users('Account', '/sessions'),
  ...users('Webhooks', '/webhooks'),
];
