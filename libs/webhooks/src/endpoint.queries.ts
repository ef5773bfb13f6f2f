import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { Sealed } from '@tollgate/catalog/sealing';
import { DELIVERY_LEASES } from './delivery-work.queries.ts';

export type EndpointStatus = 'active' | 'paused' | 'disabled';
/**
 * Why Tollgate pauses an endpoint: nothing arrives, or the receiver says that it is gone
 * permanently.
 */
export type PauseReason = 'failures' | 'gone';

/** An endpoint without its secret. */
export interface Endpoint {
  id: string;
  ownerId: string;
  url: string;
  description: string;
  events: string[];
  status: EndpointStatus;
  pauseReason: PauseReason | null;
  failures: number;
  failingSince: Date | null;
  /** Null once the overlap of a rotation is over. */
  previousUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Which endpoint of which owner. */
export interface OwnedEndpoint {
  id: string;
  ownerId: string;
}

const ENDPOINT = `id, owner_id as "ownerId", url, description, events, status,
  pause_reason as "pauseReason", failures, failing_since as "failingSince",
  case when previous_until > now() then previous_until end as "previousUntil",
  created_at as "createdAt", updated_at as "updatedAt"`;
const OWNED = 'id = :id and owner_id = :ownerId and deleted_at is null';

/** Creations for one owner wait for each other, so that none can pass the bound unseen. */
export async function lockEndpointsOf(db: Db, ownerId: string): Promise<void> {
  await rows(db, 'select pg_advisory_xact_lock(hashtextextended(:ownerId, 43))', { ownerId });
}

/** Endpoints of an owner, newest first. */
export function listEndpointsOf(db: Db, ownerId: string): Promise<Endpoint[]> {
  return rows<Endpoint>(
    db,
    `select ${ENDPOINT} from webhooks.endpoint
     where owner_id = :ownerId and deleted_at is null order by id desc`,
    { ownerId },
  );
}

/** An endpoint of this very owner. */
export function findEndpoint(db: Db, endpoint: OwnedEndpoint): Promise<Endpoint | null> {
  return row<Endpoint>(db, `select ${ENDPOINT} from webhooks.endpoint where ${OWNED}`, {
    ...endpoint,
  });
}

/** An endpoint with its sealed secrets, locked against other changes. */
export function lockEndpoint(db: Db, endpoint: OwnedEndpoint): Promise<(Endpoint & Sealed) | null> {
  return row<Endpoint & Sealed>(
    db,
    `select ${ENDPOINT}, master_version as "masterVersion", wrapped_key as "wrappedKey", box
     from webhooks.endpoint where ${OWNED} for no key update`,
    { ...endpoint },
  );
}

/** Writes a new endpoint. */
export async function insertEndpoint(
  db: Db,
  endpoint: OwnedEndpoint & Sealed & Pick<Endpoint, 'url' | 'description' | 'events'>,
): Promise<Endpoint | null> {
  return row<Endpoint>(
    db,
    `insert into webhooks.endpoint
       (id, owner_id, url, description, events, master_version, wrapped_key, box)
     values (:id, :ownerId, :url, :description, :events, :masterVersion, :wrappedKey, :box)
     returning ${ENDPOINT}`,
    { ...endpoint, events: [...endpoint.events] },
  );
}

/** Changes an endpoint. With `isResumed` its failures are forgotten. */
export function updateEndpoint(
  db: Db,
  endpoint: OwnedEndpoint &
    Pick<Endpoint, 'url' | 'description' | 'events' | 'status'> & { isResumed: boolean },
): Promise<Endpoint | null> {
  return row<Endpoint>(
    db,
    `update webhooks.endpoint set url = :url, description = :description, events = :events,
       status = :status, updated_at = now(),
       pause_reason = case when :status = 'paused' then pause_reason end,
       failures = case when :isResumed then 0 else failures end,
       failing_since = case when :isResumed then null else failing_since end
     where ${OWNED} returning ${ENDPOINT}`,
    { ...endpoint, events: [...endpoint.events] },
  );
}

/**
 * Puts other secrets into an endpoint.
 * @param change.overlapMs how long the one before still signs; null leaves that as it is
 */
export function updateSecrets(
  db: Db,
  change: OwnedEndpoint & Sealed & { overlapMs: number | null },
): Promise<Endpoint | null> {
  return row<Endpoint>(
    db,
    `update webhooks.endpoint set master_version = :masterVersion, wrapped_key = :wrappedKey,
       box = :box,
       updated_at = case when cast(:overlapMs as bigint) is null then updated_at else now() end,
       previous_until = case when cast(:overlapMs as bigint) is null then previous_until
         else now() + cast(:overlapMs as bigint) * interval '1 millisecond' end
     where ${OWNED} returning ${ENDPOINT}`,
    { ...change },
  );
}

/**
 * Marks an endpoint as deleted and forgets its secrets; its deliveries stay for as long as they are
 * kept.
 */
export async function deleteEndpoint(db: Db, endpoint: OwnedEndpoint): Promise<boolean> {
  const deleted = await row(
    db,
    `update webhooks.endpoint set deleted_at = now(), master_version = null, wrapped_key = null,
       box = null where ${OWNED} returning id`,
    { ...endpoint },
  );
  return deleted !== null;
}

/** Gives up what is open for an endpoint; the bound of open deliveries bounds the rows. */
export async function dropOpen(
  db: Db,
  given: { endpointId: string; reason: 'endpoint_paused' | 'endpoint_deleted' },
): Promise<void> {
  await rows(
    db,
    `update webhooks.delivery set state = 'dropped', reason = :reason, ended_at = now(),
       ${DELIVERY_LEASES.revocation}
     where endpoint_id = :endpointId and state = 'open'`,
    given,
  );
}

/** Endpoints whose secrets are sealed under another version than this one. */
export function listSealedOtherwise(db: Db, version: string): Promise<OwnedEndpoint[]> {
  return rows<OwnedEndpoint>(
    db,
    `select id, owner_id as "ownerId" from webhooks.endpoint
     where deleted_at is null and master_version <> :version`,
    { version },
  );
}

/** How many endpoints need each version of the key. */
export function countByVersion(db: Db): Promise<{ version: string; endpoints: number }[]> {
  return rows(
    db,
    `select master_version as version, cast(count(*) as int) as endpoints from webhooks.endpoint
     where deleted_at is null group by master_version order by master_version`,
  );
}
