import type { Sealed } from '@tollgate/catalog/sealing';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { leasedRows } from '@tollgate/db/leased-rows';

/** What takes turns: the messages of one endpoint. */
export interface DueEndpoint {
  endpointId: string;
  ownerId: string;
}

/** A delivery that a worker has claimed. */
export interface ClaimedDelivery extends DueEndpoint {
  messageId: string;
  url: string;
  sealed: Sealed;
  /** Whether the secret before signs as well. */
  isOverlapping: boolean;
  body: string;
  /** The fence of every later write. */
  claims: number;
  /** Attempts of the schedule before this one. */
  step: number;
}

/** Deliveries are claimed by workers, for one attempt at a time. */
export const DELIVERY_LEASES = leasedRows({
  table: 'webhooks.delivery',
  key: { endpoint_id: 'endpointId', message_id: 'messageId' },
  fence: 'claims',
  owner: { column: 'lease_owner', binding: 'worker' },
  standing: `state = 'open'`,
});
const DUE = `state = 'open' and due_at <= now()`;

/**
 * Endpoints with a delivery that a worker could claim now, in the order of their ids. It goes from
 * endpoint to endpoint along an index, so that the length of a queue costs nothing.
 * @param page.after the last endpoint of the look before
 */
export function listDueEndpoints(
  db: Db,
  page: { after: string; limit: number },
): Promise<DueEndpoint[]> {
  return rows<DueEndpoint>(
    db,
    `with recursive one as (
       (select endpoint_id, owner_id from webhooks.delivery
        where state = 'open' and endpoint_id > cast(:after as uuid) order by endpoint_id limit 1)
       union all
       select another.endpoint_id, another.owner_id from one cross join lateral (
         select endpoint_id, owner_id from webhooks.delivery
         where state = 'open' and endpoint_id > one.endpoint_id
         order by endpoint_id limit 1) as another)
     select one.endpoint_id as "endpointId", one.owner_id as "ownerId" from one cross join lateral (
       select 1 from webhooks.delivery as d where d.endpoint_id = one.endpoint_id and ${DUE} and ${DELIVERY_LEASES.free}
       order by d.due_at limit 1) as due
     limit :limit`,
    page,
  );
}

const NEXT = DELIVERY_LEASES.next({
  where: `endpoint_id = :endpointId and ${DUE}`,
  orderBy: 'due_at',
  column: 'message_id',
});

/** Claims what is due longest for an endpoint; null when nothing is. */
export async function claimDelivery(
  db: Db,
  claim: { endpointId: string; worker: string; leaseMs: number },
): Promise<ClaimedDelivery | null> {
  const claimed = await row<Omit<ClaimedDelivery, 'sealed'> & Sealed>(
    db,
    `update webhooks.delivery d set ${DELIVERY_LEASES.claim}
     from webhooks.endpoint e, webhooks.message m
     where d.endpoint_id = :endpointId and d.message_id = ${NEXT}
       and e.id = d.endpoint_id and e.box is not null and m.id = d.message_id
     returning d.endpoint_id as "endpointId", d.owner_id as "ownerId", d.message_id as "messageId",
       e.url, e.master_version as "masterVersion", e.wrapped_key as "wrappedKey", e.box,
       coalesce(e.previous_until > now(), false) as "isOverlapping", m.body, d.claims, d.step`,
    claim,
  );
  if (claimed === null) return null;
  const { masterVersion, wrappedKey, box, ...rest } = claimed;
  return { ...rest, sealed: { masterVersion, wrappedKey, box } };
}

/** What came of an attempt. */
export interface Tried {
  durationMs: number;
  /** The status of the answer; null without one. */
  status: number | null;
  /** Why the message did not arrive; null when it did. */
  failure: string | null;
  answer: string;
}

/** The claim that a row is written for. */
export type DeliveryFence = Pick<ClaimedDelivery, 'endpointId' | 'messageId' | 'claims'>;

/**
 * How a delivery goes on: null when it has arrived, a pause before the next attempt, or why there
 * is none.
 */
export type NextStep = null | { pauseMs: number } | { reason: 'out_of_attempts' | 'gone' };

/**
 * Writes an attempt and what follows from it, in one statement; false when the claim is lost, and
 * then nothing is written.
 */
export async function noteAttempt(
  db: Db,
  fence: DeliveryFence,
  { tried, next }: { tried: Tried; next: NextStep },
): Promise<boolean> {
  const state = next === null ? 'delivered' : 'pauseMs' in next ? 'open' : 'failed';
  const written = await row(
    db,
    `with ended as (
       update webhooks.delivery set state = :state, reason = cast(:reason as text),
         attempts = attempts + 1, step = step + 1, ${DELIVERY_LEASES.release},
         due_at = now() + coalesce(cast(:pauseMs as bigint), 0) * interval '1 millisecond',
         ended_at = case when :state <> 'open' then now() end
       where ${DELIVERY_LEASES.held}
       returning endpoint_id, message_id, attempts)
     insert into webhooks.attempt
       (endpoint_id, message_id, number, duration_ms, status, failure, answer)
     select endpoint_id, message_id, attempts, :durationMs, cast(:status as int),
       cast(:failure as text), :answer from ended
     returning number`,
    {
      endpointId: fence.endpointId,
      messageId: fence.messageId,
      claims: fence.claims,
      state,
      reason: next !== null && 'reason' in next ? next.reason : null,
      pauseMs: next !== null && 'pauseMs' in next ? next.pauseMs : null,
      durationMs: tried.durationMs,
      status: tried.status,
      failure: tried.failure,
      answer: tried.answer,
    },
  );
  return written !== null;
}

/** Forgets the failures of an endpoint; writes nothing where there are none. */
export async function noteArrival(db: Db, endpointId: string): Promise<void> {
  await rows(
    db,
    `update webhooks.endpoint set failures = 0, failing_since = null
     where id = :endpointId and failures > 0`,
    { endpointId },
  );
}

/** Counts a failure. Gives how many there were in a row, and since when, in milliseconds. */
export async function noteFailure(
  db: Db,
  endpointId: string,
): Promise<{ failures: number; forMs: number }> {
  const found = await row<{ failures: number; forMs: number }>(
    db,
    `update webhooks.endpoint set failures = failures + 1,
       failing_since = coalesce(failing_since, now())
     where id = :endpointId and status = 'active'
     returning failures, cast(extract(epoch from now() - failing_since) * 1000 as float8) as "forMs"`,
    { endpointId },
  );
  return found ?? { failures: 0, forMs: 0 };
}

/** Pauses an endpoint; false when it is not active any more. */
export async function pauseEndpoint(
  db: Db,
  given: { endpointId: string; reason: 'failures' | 'gone' },
): Promise<boolean> {
  const paused = await row(
    db,
    `update webhooks.endpoint set status = 'paused', pause_reason = :reason, updated_at = now()
     where id = :endpointId and status = 'active' and deleted_at is null returning id`,
    given,
  );
  return paused !== null;
}

/** Messages that wait, for metrics. */
export interface OpenDeliveries {
  /** Counted up to {@link OPEN_COUNTED_MAX}. */
  open: number;
  /** How long the one that is due longest has been due, in seconds. */
  overdueSeconds: number;
}

/** Counting more would cost more than the number is worth. */
const OPEN_COUNTED_MAX = 100_000;

export async function countOpenDeliveries(db: Db): Promise<OpenDeliveries> {
  const found = await row<OpenDeliveries>(
    db,
    `select (select cast(count(*) as int) from (
         select 1 from webhooks.delivery where state = 'open' limit ${OPEN_COUNTED_MAX}) as counted) as open,
       cast(greatest(0, coalesce((select extract(epoch from now() - due_at) from webhooks.delivery
         where state = 'open' order by due_at limit 1), 0)) as float8) as "overdueSeconds"`,
  );
  return found ?? { open: 0, overdueSeconds: 0 };
}
