import { REQUESTS_LIMIT_MAX } from '@tollgate/contract/request-records';
import { listUserRequests } from '@tollgate/contract/routes/account/requests';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { ValidationError } from '@tollgate/http/validate';
import { findArchived } from '@tollgate/requests/records/archived-span.queries';
import { listRecords } from '@tollgate/requests/records/record.queries';
import type { RecordCursor } from '@tollgate/requests/records/record-scope.queries';
import {
  cursorOfRecord,
  readRecordCursor,
  requestOut,
} from '@tollgate/requests/records/record-views';
import type { AccountDeps } from '../../deps.ts';
import { ownFilter } from '../../request-filter.ts';

/** Shows one page of the caller's own requests; 422 for a cursor that is none. */
export const handleListUserRequests = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(listUserRequests, async ({ query }, { caller }) => {
    const { limit, cursor, ...text } = query;
    const after = cursor === undefined ? null : cursorIn(cursor);
    const filter = await ownFilter(deps, caller.user.id, text);
    const wanted = Math.min(limit, REQUESTS_LIMIT_MAX);
    const page = { after, limit: wanted + 1, offset: 0 };
    const [found, archived] = await Promise.all([
      listRecords(deps.reports, { ...filter, ...page }),
      findArchived(deps.reports, filter),
    ]);
    const shown = found.slice(0, wanted);
    const last = found.length > wanted ? shown.at(-1) : undefined;
    return {
      data: shown.map(requestOut),
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursorOfRecord(last),
      archived,
    };
  });

function cursorIn(text: string): RecordCursor {
  const cursor = readRecordCursor(text);
  if (cursor !== null) return cursor;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
