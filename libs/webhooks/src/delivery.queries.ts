import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { DeliveryState } from '@tollgate/contract/webhooks';

/** A message on its way to an endpoint. */
export interface Delivery {
  messageId: string;
  type: string;
  state: DeliveryState;
  reason: string | null;
  attempts: number;
  dueAt: Date;
  createdAt: Date;
  endedAt: Date | null;
}

/** One try to bring a message. */
export interface Attempt {
  number: number;
  at: Date;
  durationMs: number;
  status: number | null;
  failure: string | null;
  answer: string;
}

/** Which delivery; the endpoint is known to be the owner's. */
export interface WhichDelivery {
  endpointId: string;
  messageId: string;
}

const DELIVERY = `d.message_id as "messageId", m.type, d.state, d.reason, d.attempts,
  d.due_at as "dueAt", d.created_at as "createdAt", d.ended_at as "endedAt"`;
/**
 * The attempts of a delivery that are shown; a message that is sent by hand again and again has
 * more.
 */
const ATTEMPTS_SHOWN_MAX = 50;

/**
 * A page of what was sent to an endpoint, newest first.
 * @param page.before the message of the last row of the page before
 */
export function listDeliveriesOf(
  db: Db,
  page: { endpointId: string; limit: number; before: string | null },
): Promise<Delivery[]> {
  return rows<Delivery>(
    db,
    `select ${DELIVERY} from webhooks.delivery d join webhooks.message m on m.id = d.message_id
     where d.endpoint_id = :endpointId
       and (cast(:before as uuid) is null or d.message_id < cast(:before as uuid))
     order by d.message_id desc limit :limit`,
    page,
  );
}

/** A delivery with what is sent. */
export function findDelivery(
  db: Db,
  which: WhichDelivery,
): Promise<(Delivery & { body: string }) | null> {
  return row<Delivery & { body: string }>(
    db,
    `select ${DELIVERY}, m.body
     from webhooks.delivery d join webhooks.message m on m.id = d.message_id
     where d.endpoint_id = :endpointId and d.message_id = :messageId`,
    { ...which },
  );
}

/** The latest attempts of a delivery, the latest first. */
export function listAttempts(db: Db, which: WhichDelivery): Promise<Attempt[]> {
  return rows<Attempt>(
    db,
    `select number, at, duration_ms as "durationMs", status, failure, answer from webhooks.attempt
     where endpoint_id = :endpointId and message_id = :messageId
     order by number desc limit ${ATTEMPTS_SHOWN_MAX}`,
    { ...which },
  );
}

/**
 * Has a message sent now: one that waits for its next attempt need not wait, one that has ended
 * begins its schedule again.
 */
export async function reopenDelivery(db: Db, which: WhichDelivery): Promise<void> {
  await rows(
    db,
    `update webhooks.delivery set due_at = now(), step = case when state = 'open' then step else 0 end,
       state = 'open', reason = null, ended_at = null
     where endpoint_id = :endpointId and message_id = :messageId`,
    { ...which },
  );
}

/** How many messages are open for an endpoint, counted up to a bound. */
export async function countOpenOf(
  db: Db,
  given: { endpointId: string; max: number },
): Promise<number> {
  const found = await row<{ open: number }>(
    db,
    `select cast(count(*) as int) as open from (
       select 1 from webhooks.delivery where endpoint_id = :endpointId and state = 'open' limit :max)
       as counted`,
    given,
  );
  return found?.open ?? 0;
}

/** How many messages of a type were written for an owner since an id was made. */
export async function countSince(
  db: Db,
  given: { ownerId: string; type: string; sinceId: string },
): Promise<number> {
  const found = await row<{ made: number }>(
    db,
    `select cast(count(*) as int) as made from webhooks.message
     where owner_id = :ownerId and id > cast(:sinceId as uuid) and type = :type`,
    given,
  );
  return found?.made ?? 0;
}

/** Writes a message for one endpoint alone. */
export async function insertForOne(
  db: Db,
  message: WhichDelivery & { ownerId: string; type: string; body: string },
): Promise<void> {
  await rows(
    db,
    `with told as (
       insert into webhooks.message (id, owner_id, type, body)
       values (:messageId, :ownerId, :type, :body))
     insert into webhooks.delivery (endpoint_id, message_id, owner_id)
     values (:endpointId, :messageId, :ownerId)`,
    { ...message },
  );
}
