import { defineRoute } from '@tollgate/contract/route';
import { REQUESTS_LIMIT_MAX, RequestList, RequestsQuery } from '@tollgate/contract/request-records';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import { listRecords } from '@tollgate/requests/records/record-queries';
import type { RecordCursor } from '@tollgate/requests/records/record-queries';
import {
  cursorOfRecord,
  readRecordCursor,
  requestOut,
} from '@tollgate/requests/records/record-views';
import type { AccountDeps } from '../../deps.ts';
import { ownFilter } from '../../request-filter.ts';

/** `GET /api/requests`. */
export const listUserRequests = defineRoute({
  method: 'get',
  path: '/api/requests',
  auth: 'user',
  summary: 'Requests of the account, newest first',
  query: RequestsQuery,
  status: 200,
  response: RequestList,
});

/** Shows one page of the caller's own requests; 422 for a cursor that is none. */
export const handleListUserRequests =
  (deps: AccountDeps): Handler<typeof listUserRequests, UserCaller> =>
  async ({ query }, { caller }) => {
    const { limit, cursor, request_id: requestId = null, session_id, ...text } = query;
    const after = cursor === undefined ? null : cursorIn(cursor);
    const userId = caller.user.id;
    const filter = await ownFilter(deps, userId, text);
    const wanted = Math.min(limit, REQUESTS_LIMIT_MAX);
    const sessionId = session_id ?? null;
    const page = { requestId, sessionId, after, limit: wanted + 1, offset: 0 };
    const found = await listRecords(deps.reports, { ...filter, ...page });
    const shown = found.slice(0, wanted);
    const last = found.length > wanted ? shown.at(-1) : undefined;
    return {
      data: shown.map(requestOut),
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursorOfRecord(last),
    };
  };

function cursorIn(text: string): RecordCursor {
  const cursor = readRecordCursor(text);
  if (cursor !== null) return cursor;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
