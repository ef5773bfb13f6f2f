import type { WebhookData, WebhookEventType } from '@tollgate/contract/webhook-events';
import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';

/**
 * Messages that may be open for one endpoint; what comes on top is dropped and can be sent by hand.
 */
export const OPEN_PER_ENDPOINT_MAX = 1_000;

/** Something that happened. */
export type WebhookEvent = {
  [Name in WebhookEventType]: {
    /** The uuid of the user, or that of the operators. */
    ownerId: string;
    type: Name;
    at: Date;
    data: WebhookData<Name>;
  };
}[WebhookEventType];

/**
 * Writes a message for each event that an endpoint of its owner wants, in the transaction of what
 * happened.
 * @returns how many deliveries were written
 */
export async function publish(db: Db, events: readonly WebhookEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const found = await row<{ made: number }>(
    db,
    'select webhooks.publish(cast(:items as jsonb), :openMax) as made',
    { items: JSON.stringify(events.map(itemOf)), openMax: OPEN_PER_ENDPOINT_MAX },
  );
  return found?.made ?? 0;
}

/** A trouble that is there now, and the event that reports a new one. */
export interface Alarm {
  /** The object that has the trouble, so that the same trouble is reported once. */
  subject: string;
  event: WebhookEvent;
  /** A trouble that was not seen for so long is another one, in milliseconds. */
  quietMs: number;
}

/** Notes that a trouble is there; call it again for as long as it is. @returns whether it is new */
export async function raiseAlarm(db: Db, { subject, event, quietMs }: Alarm): Promise<boolean> {
  const found = await row<{ fresh: boolean }>(
    db,
    `select webhooks.raise_alarm(:type, :subject, cast(:quietMs as bigint), cast(:item as jsonb),
       :openMax) as fresh`,
    {
      type: event.type,
      subject,
      quietMs,
      item: JSON.stringify(itemOf(event)),
      openMax: OPEN_PER_ENDPOINT_MAX,
    },
  );
  return found?.fresh === true;
}

/** The text of a message by the convention: what happened, when, and its facts. */
export function bodyOf(event: { type: string; at: Date; data: unknown }): string {
  const { type, at, data } = event;
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

function itemOf(event: WebhookEvent): object {
  const { ownerId, type, at } = event;
  return { id: newUuid(), owner_id: ownerId, type, body: bodyOf(event), at: at.toISOString() };
}
