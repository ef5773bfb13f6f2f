import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A row of audit.event. */
export interface AuditEventRow {
  id: string;
  at: Date;
  actorKind: 'user' | 'administrator' | 'system';
  actorId: string | null;
  actorLabel: string;
  action: string;
  targetKind: string;
  targetId: string | null;
  userId: string | null;
  requestId: string | null;
  address: string | null;
  details: Record<string, unknown>;
}

export async function insertAuditEvent(
  db: Db,
  event: Omit<AuditEventRow, 'at' | 'details'> & { details: string },
): Promise<void> {
  await rows(
    db,
    `insert into audit.event (id, actor_kind, actor_id, actor_label, action, target_kind,
       target_id, user_id, request_id, address, details)
     values (:id, :actorKind, :actorId, :actorLabel, :action, :targetKind,
       :targetId, :userId, :requestId, :address, cast(:details as jsonb))`,
    { ...event },
  );
}

/**
 * Whether the event is kept already. Transactions that ask for the same one wait for each other, so that only one of them
 * goes on to insert it.
 */
export async function isAuditEventKept(
  db: Db,
  event: { action: string; targetId: string },
): Promise<boolean> {
  await rows(db, 'select pg_advisory_xact_lock(hashtextextended(:name, 0))', {
    name: `${event.action} ${event.targetId}`,
  });
  const found = await rows(
    db,
    'select id from audit.event where target_id = :targetId and action = :action limit 1',
    event,
  );
  return found.length > 0;
}

/** Which events to list. */
export interface AuditEventFilter {
  before: string | null;
  action: string | null;
  userId: string | null;
  limit: number;
}

export function listAuditEventRows(db: Db, filter: AuditEventFilter): Promise<AuditEventRow[]> {
  return rows<AuditEventRow>(
    db,
    `select id, at, actor_kind as "actorKind", actor_id as "actorId", actor_label as "actorLabel",
       action, target_kind as "targetKind", target_id as "targetId", user_id as "userId",
       request_id as "requestId", address, details
     from audit.event
     where (cast(:before as uuid) is null or id < cast(:before as uuid))
       and (cast(:action as text) is null or action = :action)
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
     order by id desc limit :limit`,
    { ...filter },
  );
}

/** One line of audit.access_event, as JSON that the database takes apart. */
export interface AccessEventJson {
  id: string;
  at: string;
  method: string;
  path: string;
  route: string | null;
  status_code: number;
  error_code: string | null;
  actor_kind: string;
  actor_id: string | null;
  user_id: string | null;
  request_id: string;
  address: string;
  user_agent: string | null;
  duration_ms: number;
}

export async function insertAccessEvents(
  db: Db,
  events: readonly AccessEventJson[],
): Promise<void> {
  await rows(
    db,
    `insert into audit.access_event (id, at, method, path, route, status_code,
       error_code, actor_kind, actor_id, user_id, request_id, address, user_agent, duration_ms)
     select id, at, method, path, route, status_code,
       error_code, actor_kind, actor_id, user_id, request_id, address, user_agent, duration_ms
     from jsonb_to_recordset(cast(:events as jsonb)) as event (
       id uuid, at timestamptz, method text, path text, route text,
       status_code smallint, error_code text, actor_kind text, actor_id uuid, user_id uuid,
       request_id text, address text, user_agent text, duration_ms integer)`,
    { events: JSON.stringify(events) },
  );
}
