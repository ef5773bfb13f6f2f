import { PlatformRequestList, PlatformRequestsQuery } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { listRecords } from '@tollgate/requests/record-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { platformRequestOut, recordFilter } from '../../request-out.ts';

export const listPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/requests',
  auth: 'platform',
  summary: 'Requests of all users, newest first',
  query: PlatformRequestsQuery,
  status: 200,
  response: PlatformRequestList,
});

export const handleListPlatformRequests =
  ({ reports }: AdminDeps): AdminHandler<typeof listPlatformRequests> =>
  async ({ query: { limit, offset, ...text } }) => {
    const filter = recordFilter(text);
    const page = { after: null, limit: limit + 1, offset };
    const found = filter === null ? [] : await listRecords(reports, { ...filter, ...page });
    const data = found.slice(0, limit).map(platformRequestOut);
    return { data, limit, offset, has_more: found.length > limit };
  };
