import { PlatformRequestList, PlatformRequestsQuery } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { listRecords } from '@tollgate/requests/records/record-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { platformFilter } from '../../request-filter.ts';
import { namesOf } from '../../names.ts';
import { namedInRecord, platformRequestOut } from '../../request-out.ts';

export const listPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/requests',
  auth: 'platform',
  needs: 'read',
  summary: 'Requests of all users, newest first',
  query: PlatformRequestsQuery,
  status: 200,
  response: PlatformRequestList,
});

export const handleListPlatformRequests =
  (deps: AdminDeps): AdminHandler<typeof listPlatformRequests> =>
  async ({ query }) => {
    const {
      limit,
      offset,
      session_id: sessionId = null,
      request_id: requestId = null,
      ...text
    } = query;
    const filter = await platformFilter(deps, text);
    const page = { requestId, sessionId, after: null, limit: limit + 1, offset };
    const found = filter === null ? [] : await listRecords(deps.reports, { ...filter, ...page });
    const shown = found.slice(0, limit);
    const names = await namesOf(deps.reports, shown.flatMap(namedInRecord));
    const data = shown.map((record) => platformRequestOut(record, names));
    return { data, limit, offset, has_more: found.length > limit };
  };
