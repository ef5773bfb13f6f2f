import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A row of audit.access_event. */
export interface AccessEventRow {
  id: string;
  at: Date;
  method: string;
  path: string;
  route: string | null;
  statusCode: number;
  errorCode: string | null;
  actorKind: 'none' | 'user' | 'administrator' | 'key' | 'service';
  actorId: string | null;
  userId: string | null;
  requestId: string;
  address: string;
  userAgent: string | null;
  durationMs: number;
}

/** Which events to list; what is null does not narrow. */
export interface AccessEventFilter {
  userId: string | null;
  statusCode: number | null;
  /** The start of the path, as it is. */
  path: string | null;
  /** Whether requests that read are listed, or those that change something. */
  method: 'read' | 'change' | null;
  days: number;
  limit: number;
  offset: number;
}

/** Answered requests, newest first, the refused ones included. */
export function listAccessEvents(db: Db, filter: AccessEventFilter): Promise<AccessEventRow[]> {
  return rows<AccessEventRow>(
    db,
    `select id, at, method, path, route, status_code as "statusCode", error_code as "errorCode",
       actor_kind as "actorKind", actor_id as "actorId", user_id as "userId",
       request_id as "requestId", address, user_agent as "userAgent", duration_ms as "durationMs"
     from audit.access_event
     where at >= now() - make_interval(days => :days)
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:statusCode as int) is null or status_code = :statusCode)
       and (cast(:path as text) is null or starts_with(path, :path))
       and (cast(:method as text) is null
         or (method in ('GET', 'HEAD')) = (cast(:method as text) = 'read'))
     order by id desc limit :limit offset :offset`,
    { ...filter },
  );
}
