import { row, rows } from '@tollgate/db/connect';
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
  /** The index in the chain, from 1. */
  seq: bigint;
  previousHash: Buffer;
  hash: Buffer;
}

/** What a service reports about an event; the rest is made when it is put on the chain. */
export type NewAuditEventRow = Omit<
  AuditEventRow,
  'at' | 'details' | 'seq' | 'previousHash' | 'hash'
> & { details: string };

export async function insertAuditEvent(db: Db, event: NewAuditEventRow): Promise<void> {
  await rows(
    db,
    `insert into audit.handed_in (id, actor_kind, actor_id, actor_label, action, target_kind,
       target_id, user_id, request_id, address, details)
     values (:id, :actorKind, :actorId, :actorLabel, :action, :targetKind,
       :targetId, :userId, :requestId, :address, cast(:details as jsonb))`,
    { ...event },
  );
}

/**
 * Whether the event is kept already. Transactions that ask for the same one wait for each other, so
 * that only one of them goes on to insert it.
 */
export async function isAuditEventKept(
  db: Db,
  event: { action: string; targetId: string; order?: string },
): Promise<boolean> {
  await rows(db, 'select pg_advisory_xact_lock(hashtextextended(:name, 0))', {
    name: `${event.action} ${event.targetId}`,
  });
  const found = await rows(
    db,
    `select id from audit.event where target_id = :targetId and action = :action
       and (cast(:order as text) is null or details ->> 'order' = :order) limit 1`,
    { ...event, order: event.order ?? null },
  );
  return found.length > 0;
}

/** Which events to list. */
export interface AuditEventFilter {
  action: string | null;
  userId: string | null;
  actorId: string | null;
  from: Date | null;
  to: Date | null;
}

const EVENT_COLUMNS = `id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_label as "actorLabel", action, target_kind as "targetKind", target_id as "targetId",
  user_id as "userId", request_id as "requestId", address, details, seq,
  previous_hash as "previousHash", hash`;
const MATCHES = `(cast(:action as text) is null or action = :action)
  and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
  and (cast(:actorId as uuid) is null or actor_id = cast(:actorId as uuid))
  and (cast(:from as timestamptz) is null or at >= :from)
  and (cast(:to as timestamptz) is null or at < :to)`;

/** Whether an event has an action, a user and an actor; true of each that is null. */
export async function findAuditNames(
  db: Db,
  names: Pick<AuditEventFilter, 'action' | 'userId' | 'actorId'>,
): Promise<{ action: boolean; user: boolean; actor: boolean }> {
  const found = await row<{ action: boolean; user: boolean; actor: boolean }>(
    db,
    `select
       cast(:action as text) is null
         or exists (select 1 from audit.event where action = :action) as action,
       cast(:userId as uuid) is null
         or exists (select 1 from audit.event where user_id = cast(:userId as uuid)) as "user",
       cast(:actorId as uuid) is null
         or exists (select 1 from audit.event where actor_id = cast(:actorId as uuid)) as actor`,
    names,
  );
  return found ?? { action: false, user: false, actor: false };
}

/** A page of events, newest first, from below the one that `before` names. */
export function listAuditEventRows(
  db: Db,
  page: AuditEventFilter & { before: string | null; limit: number },
): Promise<AuditEventRow[]> {
  return rows<AuditEventRow>(
    db,
    `select ${EVENT_COLUMNS} from audit.event
     where ${MATCHES} and (cast(:before as uuid) is null
       or seq < (select seq from audit.event where id = cast(:before as uuid)))
     order by seq desc limit :limit`,
    { ...page },
  );
}

/** A page of events in the order of the chain, from above an index in it. */
export function listAuditEventRowsAfter(
  db: Db,
  page: AuditEventFilter & { after: bigint; until: bigint; limit: number },
): Promise<AuditEventRow[]> {
  return rows<AuditEventRow>(
    db,
    `select ${EVENT_COLUMNS} from audit.event
     where ${MATCHES} and seq > :after and seq <= :until order by seq limit :limit`,
    { ...page, after: page.after.toString(), until: page.until.toString() },
  );
}

/** Both ends of the chain. */
export interface AuditChainRow {
  seq: bigint;
  hash: Buffer;
  anchorSeq: bigint;
  anchorHash: Buffer;
  anchorAt: Date | null;
}

export async function getAuditChain(db: Db): Promise<AuditChainRow> {
  const found = await row<AuditChainRow>(
    db,
    `select seq, hash, anchor_seq as "anchorSeq", anchor_hash as "anchorHash",
       anchor_at as "anchorAt" from audit.chain`,
  );
  if (found === null) throw new Error('audit.chain has lost its row');
  return found;
}

/** One link of the chain, and the hash that its event has now. */
export interface AuditLinkRow {
  id: string;
  seq: bigint;
  previousHash: Buffer;
  hash: Buffer;
  hashNow: Buffer;
}

export function listAuditLinks(
  db: Db,
  page: { after: bigint; limit: number },
): Promise<AuditLinkRow[]> {
  return rows<AuditLinkRow>(
    db,
    `select id, seq, previous_hash as "previousHash", hash, audit.event_hash(event) as "hashNow"
     from audit.event where seq > :after order by seq limit :limit`,
    { after: page.after.toString(), limit: page.limit },
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
  op_id: string | null;
}

export async function insertAccessEvents(
  db: Db,
  events: readonly AccessEventJson[],
): Promise<void> {
  await rows(
    db,
    `insert into audit.access_event (id, at, method, path, route, status_code,
       error_code, actor_kind, actor_id, user_id, request_id, address, user_agent, duration_ms, op_id)
     select id, at, method, path, route, status_code,
       error_code, actor_kind, actor_id, user_id, request_id, address, user_agent, duration_ms, op_id
     from jsonb_to_recordset(cast(:events as jsonb)) as event (
       id uuid, at timestamptz, method text, path text, route text,
       status_code smallint, error_code text, actor_kind text, actor_id uuid, user_id uuid,
       request_id text, address text, user_agent text, duration_ms integer, op_id uuid)
     on conflict do nothing`,
    { events: JSON.stringify(events) },
  );
}
