import { listAccessEvents } from '@tollgate/audit/access-event.queries';
import type { AccessEventRow } from '@tollgate/audit/access-event.queries';
import type { AccessEventOut } from '@tollgate/contract/platform/access';
import { listPlatformAccessEvents } from '@tollgate/contract/routes/admin/access';
import type { MountedRoute } from '@tollgate/http/route';
import { encodeId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import type { NamedIds, Names } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { assertUser, userIdIn } from '../../user-filter.ts';

export const handleListPlatformAccessEvents = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformAccessEvents, async ({ query }) => {
    const { limit, offset, days, path = null, method = null } = query;
    const userId = await userIdIn(reports, 'organization_id', query.organization_id);
    const statusCode = query.status_code ?? null;
    const page = { userId, statusCode, path, method, days, limit: limit + 1, offset };
    const found = await listAccessEvents(reports, page);
    if (found.length === 0) await assertUser(reports, 'organization_id', userId);
    const shown = found.slice(0, limit);
    const names = await namesOf(reports, shown.flatMap(namedInEvent));
    const data = shown.map((event) => accessEventOut(event, names));
    return { data, limit, offset, has_more: found.length > limit };
  });

const ACTORS: Readonly<Record<AccessEventRow['actorKind'], IdPrefix | null>> = {
  none: null,
  user: 'usr',
  administrator: 'adm',
  key: 'key',
  service: null,
};

const namedInEvent = ({ actorKind, actorId, userId }: AccessEventRow): NamedIds[] => [
  { user: userId },
  ...(isNamed(actorKind) ? [{ [actorKind]: actorId }] : []),
];

const isNamed = (kind: AccessEventRow['actorKind']): kind is 'user' | 'administrator' | 'key' =>
  ACTORS[kind] !== null;

function labelOf({ actorKind, actorId }: AccessEventRow, names: Names): string | null {
  if (actorKind === 'user') return names.email(actorId);
  if (actorKind === 'administrator') return names.administrator(actorId);
  return actorKind === 'key' ? (names.key(actorId)?.name ?? null) : null;
}

function accessEventOut(event: AccessEventRow, names: Names): AccessEventOut {
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
      label: labelOf(event, names),
    },
    user_id: event.userId === null ? null : encodeId('usr', event.userId),
    user_email: names.email(event.userId),
    request_id: event.requestId,
    address: event.address,
    user_agent: event.userAgent,
    duration_ms: event.durationMs,
  };
}
