import { GatewayError } from '@tollgate/contract/error-codes';
import { WEBHOOK_TEST } from '@tollgate/contract/webhook-events';
import type {
  DeliveryList,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@tollgate/contract/webhooks';
import type { Db, Knex } from '@tollgate/db/connect';
import { decodeId, encodeId, firstUuidOf, newUuid } from '@tollgate/runtime/ids';
import {
  countOpenOf,
  countSince,
  findDelivery,
  insertForOne,
  listAttempts,
  listDeliveriesOf,
  reopenDelivery,
} from './delivery.queries.ts';
import type { Delivery } from './delivery.queries.ts';
import { lockEndpointsOf } from './endpoint.queries.ts';
import { getEndpoint } from './endpoints.ts';
import type { Endpoint, EndpointOfOwner } from './endpoints.ts';
import { bodyOf, OPEN_PER_ENDPOINT_MAX } from './publish.ts';

/** Test messages of one owner in {@link TEST_WINDOW_MS}. */
const TESTS_MAX = 10;
const TEST_WINDOW_MS = 60_000;
const MS_PER_SECOND = 1_000;

/** Which delivery of which endpoint of which owner, by public ids. */
export interface DeliveryOfOwner extends EndpointOfOwner {
  /** `msg_…` as the caller sent it. */
  messageId: string;
}

/**
 * A page of what was sent to an endpoint, newest first.
 * @param page.before the uuid of the last message of the page before
 * @throws GatewayError `not_found`
 */
export async function listDeliveries(
  db: Db,
  endpoint: EndpointOfOwner,
  page: { limit: number; before: string | null },
): Promise<DeliveryList> {
  const { id } = await getEndpoint(db, endpoint);
  const found = await listDeliveriesOf(db, { endpointId: id, ...page, limit: page.limit + 1 });
  const data = found.slice(0, page.limit).map(deliveryOut);
  const hasMore = found.length > page.limit;
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/** @throws GatewayError `not_found` */
export async function getDelivery(db: Db, which: DeliveryOfOwner): Promise<WebhookDeliveryDetail> {
  const { endpointId, messageId } = await identify(db, which);
  const delivery = await findDelivery(db, { endpointId, messageId });
  if (delivery === null) throw noSuchDelivery();
  const tries = await listAttempts(db, { endpointId, messageId });
  return {
    ...deliveryOut(delivery),
    body: delivery.body,
    tries: tries.map(({ at, durationMs, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      duration_ms: durationMs,
    })),
  };
}

/**
 * Sends a message again, under the same id.
 * @throws GatewayError `not_found`, or `conflict` while the endpoint takes nothing
 */
export async function resend(
  trx: Knex.Transaction,
  which: DeliveryOfOwner,
): Promise<WebhookDelivery> {
  const { endpointId, messageId, endpoint } = await identify(trx, which);
  const delivery = await findDelivery(trx, { endpointId, messageId });
  if (delivery === null) throw noSuchDelivery();
  await assertTakes(trx, endpoint);
  await reopenDelivery(trx, { endpointId, messageId });
  const again = await findDelivery(trx, { endpointId, messageId });
  if (again === null) throw noSuchDelivery();
  return deliveryOut(again);
}

/**
 * Sends a test message to one endpoint.
 * @throws GatewayError `not_found`, `conflict` while the endpoint takes nothing,
 *   `rate_limit_exceeded` after too many tests
 */
export async function sendTest(
  trx: Knex.Transaction,
  which: EndpointOfOwner,
): Promise<WebhookDelivery> {
  const endpoint = await getEndpoint(trx, which);
  const { id: endpointId, ownerId } = endpoint;
  await lockEndpointsOf(trx, ownerId);
  await assertTakes(trx, endpoint);
  const now = new Date();
  const sinceId = firstUuidOf(new Date(now.getTime() - TEST_WINDOW_MS));
  if ((await countSince(trx, { ownerId, type: WEBHOOK_TEST, sinceId })) >= TESTS_MAX) {
    throw new GatewayError('rate_limit_exceeded', `${TESTS_MAX} tests a minute are enough.`, {
      retryAfterSeconds: TEST_WINDOW_MS / MS_PER_SECOND,
    });
  }
  const messageId = newUuid();
  const data = { webhook_id: encodeId('whk', endpointId) };
  const body = bodyOf({ type: WEBHOOK_TEST, at: now, data });
  await insertForOne(trx, { endpointId, messageId, ownerId, type: WEBHOOK_TEST, body });
  const made = await findDelivery(trx, { endpointId, messageId });
  if (made === null) throw noSuchDelivery();
  return deliveryOut(made);
}

async function assertTakes(trx: Knex.Transaction, { id, status }: Endpoint): Promise<void> {
  if (status !== 'active') {
    throw new GatewayError('conflict', `The webhook is ${status}: set its status to active first.`);
  }
  const open = await countOpenOf(trx, { endpointId: id, max: OPEN_PER_ENDPOINT_MAX });
  if (open >= OPEN_PER_ENDPOINT_MAX) {
    throw new GatewayError('conflict', `${open} messages wait for this webhook already.`);
  }
}

async function identify(
  db: Db,
  which: DeliveryOfOwner,
): Promise<{ endpoint: Endpoint; endpointId: string; messageId: string }> {
  const endpoint = await getEndpoint(db, which);
  const messageId = decodeId('msg', which.messageId);
  if (messageId === null) throw noSuchDelivery();
  return { endpoint, endpointId: endpoint.id, messageId };
}

function deliveryOut(delivery: Delivery): WebhookDelivery {
  const { messageId, type, state, reason, attempts, dueAt, createdAt, endedAt } = delivery;
  return {
    id: encodeId('msg', messageId),
    type,
    state,
    reason,
    attempts,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    next_attempt_at: state === 'open' ? dueAt.toISOString() : null,
  };
}

function noSuchDelivery(): GatewayError {
  return new GatewayError('not_found', 'There is no such delivery.');
}
