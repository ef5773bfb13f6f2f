import { listPlatformRequests } from '@tollgate/contract/routes/admin/requests';
import type { MountedRoute } from '@tollgate/http/route';
import { findArchived } from '@tollgate/requests/records/archived-span.queries';
import { listRecords } from '@tollgate/requests/records/record.queries';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformRecordFilter } from '../../request-filter.ts';
import { namedInRecord, platformRequestOut } from '../../request-out.ts';

export const handleListPlatformRequests = (deps: AdminDeps): MountedRoute =>
  platformRoute(listPlatformRequests, async ({ query }) => {
    const { limit, offset, ...text } = query;
    const filter = await platformRecordFilter(deps, text);
    const page = { after: null, limit: limit + 1, offset };
    const [found, archived] =
      filter === null
        ? [[], null]
        : await Promise.all([
            listRecords(deps.reports, { ...filter, ...page }),
            findArchived(deps.reports, filter),
          ]);
    const shown = found.slice(0, limit);
    const names = await namesOf(deps.reports, shown.flatMap(namedInRecord));
    const data = shown.map((record) => platformRequestOut(record, names));
    return { data, limit, offset, has_more: found.length > limit, archived };
  });
