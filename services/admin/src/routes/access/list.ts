import { listAccessEvents } from '@tollgate/audit/access-queries';
import type { AccessEventRow } from '@tollgate/audit/access-queries';
import { AccessEventList, AccessEventQuery } from '@tollgate/contract/platform/analytics';
import type { AccessEventOut } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listPlatformAccessEvents = defineRoute({
  method: 'get',
  path: '/api/platform/access-events',
  auth: 'platform',
  needs: 'read',
  summary: 'Every request that was answered, refused ones included, newest first',
  query: AccessEventQuery,
  status: 200,
  response: AccessEventList,
});

export const handleListPlatformAccessEvents =
  ({ reports }: AdminDeps): AdminHandler<typeof listPlatformAccessEvents> =>
  async ({ query }) => {
    const { limit, offset, days, path = null, organization_id: owner } = query;
    const userId = owner === undefined ? null : decodeId('usr', owner);
    const matchesNothing = owner !== undefined && userId === null;
    const statusCode = query.status_code ?? null;
    const page = { userId, statusCode, path, days, limit: limit + 1, offset };
    const found = matchesNothing ? [] : await listAccessEvents(reports, page);
    const data = found.slice(0, limit).map(accessEventOut);
    return { data, limit, offset, has_more: found.length > limit };
  };

const ACTORS: Readonly<Record<AccessEventRow['actorKind'], IdPrefix | null>> = {
  none: null,
  user: 'usr',
  administrator: 'adm',
  key: 'key',
  service: null,
};

function accessEventOut(event: AccessEventRow): AccessEventOut {
  const prefix = ACTORS[event.actorKind];
  const { actorId } = event;
  return {
    id: encodeId('acc', event.id),
    at: event.at.toISOString(),
    method: event.method,
    path: event.path,
    route: event.route,
    status_code: event.statusCode,
    error_code: event.errorCode,
    actor: {
      kind: event.actorKind,
      id: actorId === null || prefix === null ? actorId : encodeId(prefix, actorId),
    },
    user_id: event.userId === null ? null : encodeId('usr', event.userId),
    request_id: event.requestId,
    address: event.address,
    user_agent: event.userAgent,
    duration_ms: event.durationMs,
  };
}
