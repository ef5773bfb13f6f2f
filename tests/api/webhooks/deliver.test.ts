import { rows, transaction } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getDelivery, listDeliveries, resend } from '@tollgate/webhooks/deliveries';
import { getEndpoint, removeEndpoint, rotateSecret } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { OPEN_PER_ENDPOINT_MAX, publish, raiseAlarm } from '@tollgate/webhooks/publish';
import type { WebhookEvent } from '@tollgate/webhooks/publish';
import { ATTEMPTS_MAX } from '@tollgate/webhooks/schedule';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import { aWebhookBench } from './support/bench.ts';
import type { MadeEndpoint, WebhookBench } from './support/bench.ts';
import { aReceiver, withStatus } from './support/receiver.ts';
import type { Received, Receiver } from './support/receiver.ts';

let bench: WebhookBench;
let receiver: Receiver;

beforeEach(async () => {
  [bench, receiver] = await Promise.all([aWebhookBench(), aReceiver()]);
});
afterEach(async () => {
  await receiver.close();
  await bench.drop();
});

const keyEvent = (ownerId: string, name = 'CI'): WebhookEvent => ({
  ownerId,
  type: 'key.expiring',
  at: new Date(),
  data: { id: encodeId('key', newUuid()), name, expires_at: new Date().toISOString() },
});

const report = (...events: WebhookEvent[]) => transaction(bench.db, (trx) => publish(trx, events));

const deliveriesOf = async ({ publicId, ownerId }: MadeEndpoint) =>
  (await listDeliveries(bench.db, { publicId, ownerId }, { limit: 200, before: null })).data;

const settled = async (endpoint: MadeEndpoint, state: string) => {
  await eventually(async () => (await deliveriesOf(endpoint)).every((one) => one.state === state));
  return (await deliveriesOf(endpoint))[0];
};

const verify = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a message', () => {
  test('arrives once, signed by the convention, with the event as its body', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    const event = keyEvent(endpoint.ownerId);
    expect(await report(event)).toBe(1);
    bench.start(receiver.address);
    const delivery = await settled(endpoint, 'delivered');
    expect(receiver.received).toHaveLength(1);
    const [came] = receiver.received;
    expect(came?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Tollgate-Webhooks/1',
      'webhook-id': delivery?.id,
    });
    expect(verify(endpoint.secret, came as Received)).toEqual({
      type: 'key.expiring',
      timestamp: event.at.toISOString(),
      data: event.data,
    });
    expect(delivery).toMatchObject({ attempts: 1, reason: null, next_attempt_at: null });
  });

  test('J37: whose body or secret is another fails verification', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    await report(keyEvent(endpoint.ownerId));
    bench.start(receiver.address);
    await receiver.hasReceived(1);
    const [came] = receiver.received as [Received];
    const forged = { ...came, body: came.body.replace('CI', 'XX') };
    expect(() => verify(endpoint.secret, forged)).toThrow(WebhookVerificationError);
    const other = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    expect(() => verify(other.secret, came)).toThrow(WebhookVerificationError);
  });

  test('is written for nobody when no endpoint of its owner asks for it', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['credit.low'] });
    expect(await report(keyEvent(endpoint.ownerId), keyEvent(newUuid()))).toBe(0);
    expect(await rows(bench.db, 'select 1 from webhooks.message')).toEqual([]);
  });

  test('of an event that was before the endpoint is not told to it', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    expect(await report({ ...keyEvent(endpoint.ownerId), at: new Date(0) })).toBe(0);
  });

  test('is gone with the transaction of what happened', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    const undone = transaction(bench.db, async (trx) => {
      await publish(trx, [keyEvent(endpoint.ownerId)]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await deliveriesOf(endpoint)).toEqual([]);
  });

  test('is tried again under the same id until it arrives', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    receiver.answering = (request, response) =>
      withStatus(receiver.received.length < 3 ? 500 : 204)(request, response);
    await report(keyEvent(endpoint.ownerId));
    bench.start(receiver.address, { webhookRetry: 1 });
    const delivery = await settled(endpoint, 'delivered');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const shown = await getDelivery(bench.db, { ...endpoint, messageId: delivery?.id ?? '' });
    expect(shown.tries.map(({ number, status, failure }) => [number, status, failure])).toEqual([
      [3, 204, null],
      [2, 500, 'the receiver answered 500'],
      [1, 500, 'the receiver answered 500'],
    ]);
    expect(await getEndpoint(bench.db, endpoint)).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  test('J34: has failed after the last attempt, redirects are not followed, and the endpoint is paused', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    receiver.answering = withStatus(302, { location: 'http://169.254.169.254/' });
    await report(keyEvent(endpoint.ownerId));
    bench.start(receiver.address, { webhookRetry: 0, webhookPause: 0 });
    const delivery = await settled(endpoint, 'failed');
    expect(delivery).toMatchObject({ attempts: ATTEMPTS_MAX, reason: 'out_of_attempts' });
    expect(receiver.received).toHaveLength(ATTEMPTS_MAX);
    expect(await getEndpoint(bench.db, endpoint)).toMatchObject({
      status: 'paused',
      pauseReason: 'failures',
      failures: ATTEMPTS_MAX,
    });
    await report(keyEvent(endpoint.ownerId));
    expect((await deliveriesOf(endpoint))[0]).toMatchObject({
      state: 'dropped',
      reason: 'endpoint_paused',
    });
  });

  test('to a receiver that is gone for good ends at once, with all that is open', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    receiver.answering = withStatus(410);
    await report(keyEvent(endpoint.ownerId), keyEvent(endpoint.ownerId));
    bench.start(receiver.address);
    await eventually(async () => (await getEndpoint(bench.db, endpoint)).pauseReason === 'gone');
    const states = (await deliveriesOf(endpoint)).map(({ state }) => state);
    expect(states).not.toContain('open');
  });

  test('is signed with both secrets after an exchange', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    const { secret } = await transaction(bench.owner, (trx) =>
      rotateSecret(trx, bench.key, endpoint),
    );
    await report(keyEvent(endpoint.ownerId));
    bench.start(receiver.address);
    await receiver.hasReceived(1);
    const [came] = receiver.received as [Received];
    expect(verify(secret, came)).toEqual(verify(endpoint.secret, came));
    await rows(bench.owner, "update webhooks.endpoint set previous_until = now() - interval '1 s'");
    await report(keyEvent(endpoint.ownerId));
    await receiver.hasReceived(2);
    const later = receiver.received[1] as Received;
    expect(verify(secret, later)).toMatchObject({ type: 'key.expiring' });
    expect(() => verify(endpoint.secret, later)).toThrow(WebhookVerificationError);
  });

  test('that has arrived is sent again by hand under the same id', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    await report(keyEvent(endpoint.ownerId));
    bench.start(receiver.address);
    const delivery = await settled(endpoint, 'delivered');
    const messageId = delivery?.id ?? '';
    await transaction(bench.owner, (trx) => resend(trx, { ...endpoint, messageId }));
    await receiver.hasReceived(2);
    expect(await settled(endpoint, 'delivered')).toMatchObject({ id: messageId, attempts: 2 });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      messageId,
      messageId,
    ]);
  });

  test('to a deleted endpoint is given up', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    await report(keyEvent(endpoint.ownerId));
    await transaction(bench.owner, (trx) => removeEndpoint(trx, endpoint));
    const [kept] = await rows<{ state: string; box: Buffer | null }>(
      bench.owner,
      `select d.state, e.box from webhooks.delivery d join webhooks.endpoint e on e.id = d.endpoint_id`,
    );
    expect(kept).toEqual({ state: 'dropped', box: null });
  });

  test('beyond the bound of open ones is dropped, seen and sent by hand', async () => {
    const endpoint = await bench.endpoint({ url: receiver.url, events: ['key.expiring'] });
    const many = Array.from({ length: OPEN_PER_ENDPOINT_MAX }, () => keyEvent(endpoint.ownerId));
    expect(await report(...many)).toBe(OPEN_PER_ENDPOINT_MAX);
    await report(keyEvent(endpoint.ownerId));
    const [latest] = await deliveriesOf(endpoint);
    expect(latest).toMatchObject({ state: 'dropped', reason: 'too_many_open' });
  });
});

describe('an alarm', () => {
  const raise = (quietMs: number) =>
    raiseAlarm(bench.db, {
      subject: 'inference stuck',
      quietMs,
      event: {
        ownerId: OPERATORS,
        type: 'spool.alarm',
        at: new Date(),
        data: { service: 'inference', reason: 'stuck' },
      },
    });

  test('is told once for as long as the trouble is seen, and again when it comes back', async () => {
    const url = receiver.url;
    const endpoint = await bench.endpoint({ ownerId: OPERATORS, url, events: ['spool.alarm'] });
    expect([await raise(60_000), await raise(60_000)]).toEqual([true, false]);
    await rows(bench.owner, "update webhooks.alarm set seen_at = now() - interval '2 minutes'");
    expect(await raise(60_000)).toBe(true);
    expect(await deliveriesOf(endpoint)).toHaveLength(2);
  });
});
