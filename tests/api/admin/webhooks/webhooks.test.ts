import { rows, transaction } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { publish } from '@tollgate/webhooks/publish';
import {
  createPlatformWebhook,
  deletePlatformWebhook,
  listPlatformDeliveries,
  getPlatformDelivery,
  getPlatformWebhook,
  listPlatformWebhooks,
  resendPlatformDelivery,
  rotatePlatformWebhookSecret,
  testPlatformWebhook,
  updatePlatformWebhook,
} from '@tollgate/contract/routes/admin/webhooks';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

const URL = 'https://example.com/alerts';
/** A receiver inside the network that `anAdmin` allows operators. */
const ALLOWED = 'http://alerts.example.internal:8080/hook';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());
beforeEach(() =>
  rows(
    admin.owner,
    'update webhooks.endpoint set deleted_at = now(), box = null, wrapped_key = null, master_version = null where deleted_at is null',
  ),
);

const create = (body: unknown) => admin.send(createPlatformWebhook, { body });
const aWebhook = async (): Promise<string> =>
  (await create({ url: URL, events: ['spool.alarm'] })).body.id;
const send = (
  route: Parameters<RunningAdmin['send']>[0],
  webhookId: string,
  more: Record<string, unknown> = {},
) => admin.send(route, { params: { webhook_id: webhookId }, ...more });
const report = () =>
  transaction(admin.owner, (trx) =>
    publish(trx, [
      {
        ownerId: OPERATORS,
        type: 'spool.alarm',
        at: new Date(),
        data: { service: 'worker', reason: 'stuck' },
      },
    ]),
  );
const latest = async (webhookId: string): Promise<string> =>
  (await send(listPlatformDeliveries, webhookId)).body.data[0].id;
const ofMessage = (webhook_id: string, message_id: string) => ({
  params: { webhook_id, message_id },
});

describe('POST /api/platform/webhooks answers 201', () => {
  test('a webhook of the operators, its secret shown this once, and an event of the trail', async () => {
    const made = await create({ url: ALLOWED, events: ['ledger.alarm', 'purge.ended'] });
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^whsec_/);
    const listed = (await admin.send(listPlatformWebhooks)).body;
    expect(listed).toEqual([expect.objectContaining({ id: made.body.id, url: ALLOWED })]);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    const events = await rows(
      admin.owner,
      `select 1 from audit.event where action = 'webhook.create'`,
    );
    expect(events.length).toBeGreaterThan(0);
  });
});

describe('POST /api/platform/webhooks answers 409', () => {
  test('beyond the bound of webhooks', async () => {
    for (let made = 0; made < 10; made += 1) await aWebhook();
    expect((await create({ url: URL, events: ['spool.alarm'] })).status).toBe(409);
  });
});

describe('POST /api/platform/webhooks answers 422', () => {
  test.each([
    { url: 'https://169.254.169.254/', events: ['spool.alarm'] },
    { url: 'http://alerts.example.internal:8081/hook', events: ['spool.alarm'] },
    { url: URL, events: ['credit.low'] },
  ])('for %j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});

describe('GET /api/platform/webhooks answers 200', () => {
  test('an empty list where there is none', async () => {
    expect((await admin.send(listPlatformWebhooks)).body).toEqual([]);
  });
});

describe('GET /api/platform/webhooks/{webhook_id} answers 200', () => {
  test('without a secret', async () => {
    const shown = await send(getPlatformWebhook, await aWebhook());
    expect([shown.status, 'secret' in shown.body]).toEqual([200, false]);
  });
});

describe('PATCH /api/platform/webhooks/{webhook_id} answers 200', () => {
  test('what is named changes and the rest stays', async () => {
    const body = { url: ALLOWED, status: 'disabled' };
    const changed = await send(updatePlatformWebhook, await aWebhook(), { body });
    expect(changed.body).toMatchObject({ ...body, events: ['spool.alarm'] });
  });
});

describe('PATCH /api/platform/webhooks/{webhook_id} answers 422', () => {
  test('for an address that no message may go to', async () => {
    const id = await aWebhook();
    const body = { description: 'half', url: 'https://10.1.2.3/' };
    expect((await send(updatePlatformWebhook, id, { body })).status).toBe(422);
    expect((await send(getPlatformWebhook, id)).body.description).toBe('');
  });
});

describe('DELETE /api/platform/webhooks/{webhook_id} answers 204', () => {
  test('and the webhook is gone', async () => {
    const id = await aWebhook();
    expect((await send(deletePlatformWebhook, id)).status).toBe(204);
    expect((await send(getPlatformWebhook, id)).status).toBe(404);
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/rotate-secret answers 200', () => {
  test('another secret', async () => {
    const rotated = await send(rotatePlatformWebhookSecret, await aWebhook());
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.previous_secret_until).not.toBeNull();
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/test answers 202', () => {
  test('an open message', async () => {
    const sent = await send(testPlatformWebhook, await aWebhook());
    expect(sent.body).toMatchObject({ type: 'webhook.test', state: 'open' });
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/test answers 409', () => {
  test('for a disabled webhook', async () => {
    const id = await aWebhook();
    await send(updatePlatformWebhook, id, { body: { status: 'disabled' } });
    expect((await send(testPlatformWebhook, id)).status).toBe(409);
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/test answers 429', () => {
  test('after ten tests a minute', async () => {
    const id = await aWebhook();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 11; sent += 1) {
      statuses.add((await send(testPlatformWebhook, id)).status);
    }
    expect(statuses).toContain(429);
  });
});

describe('GET /api/platform/webhooks/{webhook_id}/deliveries answers 200', () => {
  test('the newest first', async () => {
    const id = await aWebhook();
    await report();
    const { data } = (await send(listPlatformDeliveries, id)).body;
    expect(data).toEqual([expect.objectContaining({ type: 'spool.alarm', state: 'open' })]);
  });
});

describe('GET /api/platform/webhooks/{webhook_id}/deliveries answers 422', () => {
  test('for a cursor that is none', async () => {
    const query = { cursor: 'next' };
    expect((await send(listPlatformDeliveries, await aWebhook(), { query })).status).toBe(422);
  });
});

describe('GET /api/platform/webhooks/{webhook_id}/deliveries/{message_id} answers 200', () => {
  test('what is sent', async () => {
    const id = await aWebhook();
    await report();
    const shown = await admin.send(getPlatformDelivery, ofMessage(id, await latest(id)));
    expect(JSON.parse(shown.body.body).data).toEqual({ service: 'worker', reason: 'stuck' });
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend answers 202', () => {
  test('what has ended is open again', async () => {
    const id = await aWebhook();
    await report();
    for (const status of ['disabled', 'active']) {
      await send(updatePlatformWebhook, id, { body: { status } });
    }
    const again = await admin.send(resendPlatformDelivery, ofMessage(id, await latest(id)));
    expect(again.body).toMatchObject({ state: 'open', reason: null });
  });
});

describe('POST /api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend answers 409', () => {
  test('while the webhook takes nothing', async () => {
    const id = await aWebhook();
    await report();
    await send(updatePlatformWebhook, id, { body: { status: 'disabled' } });
    const again = await admin.send(resendPlatformDelivery, ofMessage(id, await latest(id)));
    expect(again.status).toBe(409);
  });
});

test('an id of a user’s webhook is none of the operators', async () => {
  const id = encodeId('whk', newUuid());
  expect((await send(getPlatformWebhook, id)).status).toBe(404);
});
