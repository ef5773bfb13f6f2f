import { WEBHOOKS_PER_OWNER_MAX } from '@tollgate/contract/webhooks';
import { rows, transaction } from '@tollgate/db/connect';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { OPEN_PER_ENDPOINT_MAX, publish } from '@tollgate/webhooks/publish';
import {
  createUserWebhook,
  deleteUserWebhook,
  listUserDeliveries,
  getUserDelivery,
  getUserWebhook,
  listUserWebhooks,
  resendUserDelivery,
  rotateUserWebhookSecret,
  testUserWebhook,
  getCreditThreshold,
  setCreditThreshold,
  updateUserWebhook,
} from '@tollgate/contract/routes/account/webhooks';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

const URL = 'https://example.com/hooks?from=tollgate';
/** A receiver inside the network that the operator allows users. */
const ALLOWED = 'receiver.team.svc:8080';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount({ allowedReceivers: ALLOWED });
});
beforeEach(async () => {
  user = await aSignedInUser(account);
});
afterAll(() => account.drop());

const create = (body: unknown, token = user.token) =>
  account.send(createUserWebhook, { token, body });
const aWebhook = async (events = ['key.expiring'], token = user.token): Promise<string> =>
  (await create({ url: URL, events }, token)).body.id;
const send = (
  route: Parameters<RunningAccount['send']>[0],
  webhookId: string,
  more: Record<string, unknown> = {},
) => account.send(route, { token: user.token, params: { webhook_id: webhookId }, ...more });
const change = (webhookId: string, body: unknown) => send(updateUserWebhook, webhookId, { body });

/** Writes messages for the user, as a worker does. */
const report = (count: number) =>
  transaction(account.owner, (trx) =>
    publish(
      trx,
      Array.from({ length: count }, () => ({
        ownerId: user.userId,
        type: 'key.expiring' as const,
        at: new Date(),
        data: {
          id: encodeId('key', newUuid()),
          name: 'CI',
          expires_at: new Date().toISOString(),
        },
      })),
    ),
  );
const latest = async (webhookId: string): Promise<string> =>
  (await send(listUserDeliveries, webhookId)).body.data[0].id;

const notFound = async (route: Parameters<RunningAccount['send']>[0], body?: unknown) => {
  const other = await aSignedInUser(account);
  await expectNotFound(account, {
    route,
    param: 'webhook_id',
    prefix: 'whk',
    token: user.token,
    foreignId: await aWebhook(['key.expiring'], other.token),
    body,
  });
};

describe('POST /api/webhooks answers 201', () => {
  test('a webhook, its secret shown this once and kept sealed', async () => {
    const made = await create({ url: URL, events: ['credit.low'], description: 'ours' });
    expect(made.status).toBe(201);
    const { secret, ...shown } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      url: URL,
      events: ['credit.low'],
      description: 'ours',
      status: 'active',
      pause_reason: null,
      consecutive_failures: 0,
      previous_secret_until: null,
    });
    expect((await send(getUserWebhook, shown.id)).body).toEqual(shown);
    const [kept] = await rows<{ box: Buffer }>(
      account.owner,
      'select box from webhooks.endpoint where id = :id',
      { id: decodeId('whk', shown.id) },
    );
    expect(kept?.box.toString('latin1')).not.toContain(secret.slice('whsec_'.length));
    const [event] = await rows<{ details: unknown }>(
      account.owner,
      `select details from audit.event where action = 'webhook.create' and user_id = :userId`,
      { userId: user.userId },
    );
    expect(event?.details).toEqual({ origin: 'https://example.com', events: ['credit.low'] });
  });

  test('inside the network where the operator allows users the very host and port', async () => {
    const url = `http://${ALLOWED}/hook`;
    expect((await create({ url, events: ['credit.low'] })).body.url).toBe(url);
  });
});

describe('POST /api/webhooks answers 409', () => {
  test('beyond the bound of webhooks', async () => {
    for (let made = 0; made < WEBHOOKS_PER_OWNER_MAX; made += 1) await aWebhook();
    expect((await create({ url: URL, events: ['credit.low'] })).status).toBe(409);
  });
});

describe('POST /api/webhooks answers 422', () => {
  test.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://localhost/',
    'https://redis.tollgate.svc.cluster.local/',
    'https://example.com:6379/',
    'https://user:password@example.com/',
    'https://example.com/#fragment',
    'ftp://example.com/',
    'no address',
    'http://receiver.team.svc:8081/hook',
  ])('J32: for the address %s', async (url) => {
    const answer = await create({ url, events: ['credit.low'] });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'url'] })]);
    expect((await account.send(listUserWebhooks, { token: user.token })).body).toEqual([]);
  });

  test.each([
    [{ url: URL, events: [] }],
    [{ url: URL, events: ['spool.alarm'] }],
    [{ url: URL, events: ['credit.low', 'credit.low'] }],
    [{ url: URL }],
    [{ events: ['credit.low'] }],
    [{ url: URL, events: ['credit.low'], owner: 'another' }],
  ])('for the body %j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});

describe('GET /api/webhooks answers 200', () => {
  test('the webhooks of the caller alone, the newest first', async () => {
    const mine = [await aWebhook(), await aWebhook()];
    await aWebhook(['credit.low'], (await aSignedInUser(account)).token);
    const listed = await account.send(listUserWebhooks, { token: user.token });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(mine.toReversed());
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  });
});

describe('GET /api/webhooks/{webhook_id} answers 200', () => {
  test('without a secret', async () => {
    const shown = await send(getUserWebhook, await aWebhook());
    expect(shown.status).toBe(200);
    expect(shown.body).not.toHaveProperty('secret');
  });
});

describe('GET /api/webhooks/{webhook_id} answers 404', () => {
  test('J31: for what is not the caller’s', () => notFound(getUserWebhook));
});

describe('PATCH /api/webhooks/{webhook_id} answers 200', () => {
  test('what is named changes and the rest stays', async () => {
    const id = await aWebhook();
    const changed = await change(id, { description: 'other', events: ['credit.low'] });
    expect(changed.body).toMatchObject({ url: URL, description: 'other', events: ['credit.low'] });
  });

  test('a disabled one gives up what is open and hears of nothing; a resumed one hears again', async () => {
    const id = await aWebhook();
    await report(1);
    await change(id, { status: 'disabled' });
    expect(await report(1)).toBe(0);
    const { data } = (await send(listUserDeliveries, id)).body;
    expect(data).toEqual([expect.objectContaining({ state: 'dropped' })]);
    await change(id, { status: 'active' });
    expect(await report(1)).toBe(1);
  });

  test('an active one again after a pause, its failures forgotten', async () => {
    const id = await aWebhook();
    await rows(
      account.owner,
      `update webhooks.endpoint set status = 'paused', pause_reason = 'failures', failures = 7,
         failing_since = now() where id = :id`,
      { id: decodeId('whk', id) },
    );
    expect((await send(getUserWebhook, id)).body).toMatchObject({ status: 'paused' });
    expect((await change(id, { status: 'active' })).body).toMatchObject({
      status: 'active',
      pause_reason: null,
      consecutive_failures: 0,
    });
  });
});

describe('PATCH /api/webhooks/{webhook_id} answers 404', () => {
  test('J31: for what is not the caller’s', () =>
    notFound(updateUserWebhook, { description: 'mine' }));
});

describe('PATCH /api/webhooks/{webhook_id} answers 422', () => {
  test.each([{}, { status: 'paused' }, { url: 'https://10.0.0.1/' }, { events: ['purge.ended'] }])(
    'for %j, and nothing of it is applied',
    async (body) => {
      const id = await aWebhook();
      const answer = await change(id, {
        description: 'half',
        ...body,
        ...(Object.keys(body).length === 0 ? { description: 7 } : {}),
      });
      expect(answer.status).toBe(422);
      expect((await send(getUserWebhook, id)).body).toMatchObject({ description: '', url: URL });
    },
  );
});

describe('DELETE /api/webhooks/{webhook_id} answers 204', () => {
  test('and the secret is gone from the database', async () => {
    const id = await aWebhook();
    expect((await send(deleteUserWebhook, id)).status).toBe(204);
    expect((await send(getUserWebhook, id)).status).toBe(404);
    const [kept] = await rows<{ box: unknown }>(
      account.owner,
      'select box from webhooks.endpoint where id = :id',
      { id: decodeId('whk', id) },
    );
    expect(kept?.box).toBeNull();
  });
});

describe('DELETE /api/webhooks/{webhook_id} answers 404', () => {
  test('J31: for what is not the caller’s', () => notFound(deleteUserWebhook));
});

describe('POST /api/webhooks/{webhook_id}/rotate-secret answers 200', () => {
  test('another secret, and until when the one before signs', async () => {
    const made = await create({ url: URL, events: ['credit.low'] });
    const rotated = await send(rotateUserWebhookSecret, made.body.id);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    expect(Date.parse(rotated.body.previous_secret_until)).toBeGreaterThan(Date.now());
  });
});

describe('POST /api/webhooks/{webhook_id}/rotate-secret answers 404', () => {
  test('J31: for what is not the caller’s', () => notFound(rotateUserWebhookSecret));
});

describe('POST /api/webhooks/{webhook_id}/test answers 202', () => {
  test('an open message for this webhook alone', async () => {
    const [id, other] = [await aWebhook(), await aWebhook()];
    const sent = await send(testUserWebhook, id);
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ type: 'webhook.test', state: 'open', attempts: 0 });
    expect((await send(listUserDeliveries, other)).body.data).toEqual([]);
  });
});

describe('POST /api/webhooks/{webhook_id}/test answers 404', () => {
  test('J31: for what is not the caller’s', () => notFound(testUserWebhook));
});

describe('POST /api/webhooks/{webhook_id}/test answers 409', () => {
  test('for a disabled webhook, and for one for which too much is open', async () => {
    const id = await aWebhook();
    await report(OPEN_PER_ENDPOINT_MAX);
    expect((await send(testUserWebhook, id)).status).toBe(409);
    await change(id, { status: 'disabled' });
    expect((await send(testUserWebhook, id)).status).toBe(409);
  });
});

describe('POST /api/webhooks/{webhook_id}/test answers 429', () => {
  test('J36: after ten tests a minute, whichever webhook they went to', async () => {
    const ids = [await aWebhook(), await aWebhook()];
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1) {
      statuses.push((await send(testUserWebhook, ids[sent % 2] ?? '')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
  });
});

describe('GET /api/webhooks/{webhook_id}/deliveries answers 200', () => {
  test('page by page, the newest first, each message once', async () => {
    const id = await aWebhook();
    for (let reported = 0; reported < 3; reported += 1) await report(1);
    const first = (await send(listUserDeliveries, id, { query: { limit: '2' } })).body;
    expect(first).toMatchObject({ has_more: true });
    const query = { limit: '2', cursor: first.next_cursor };
    const second = (await send(listUserDeliveries, id, { query })).body;
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    const ids = [...first.data, ...second.data].map((one: { id: string }) => one.id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort().toReversed());
  });
});

describe('GET /api/webhooks/{webhook_id}/deliveries answers 404', () => {
  test('J31: for what is not the caller’s', () => notFound(listUserDeliveries));
});

describe('GET /api/webhooks/{webhook_id}/deliveries answers 422', () => {
  test('for a cursor that is none', async () => {
    const answer = await send(listUserDeliveries, await aWebhook(), { query: { cursor: 'next' } });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['query', 'cursor']);
  });
});

const ofMessage = (webhook_id: string, message_id: string) => ({
  token: user.token,
  params: { webhook_id, message_id },
});

describe('GET /api/webhooks/{webhook_id}/deliveries/{message_id} answers 200', () => {
  test('what is sent, and each attempt', async () => {
    const id = await aWebhook();
    await report(1);
    const shown = await account.send(getUserDelivery, ofMessage(id, await latest(id)));
    expect(shown.status).toBe(200);
    expect(shown.body.tries).toEqual([]);
    expect(JSON.parse(shown.body.body)).toMatchObject({
      type: 'key.expiring',
      data: { name: 'CI' },
    });
  });
});

describe('GET /api/webhooks/{webhook_id}/deliveries/{message_id} answers 404', () => {
  test('for a message of another webhook and for what is no message', async () => {
    const [id, other] = [await aWebhook(['key.expiring']), await aWebhook(['credit.low'])];
    await report(1);
    const message = await latest(id);
    for (const [webhook, one] of [
      [other, message],
      [id, 'msg_x'],
      [id, encodeId('msg', newUuid())],
    ] as const) {
      expect((await account.send(getUserDelivery, ofMessage(webhook, one))).status).toBe(404);
    }
  });
});

describe('POST /api/webhooks/{webhook_id}/deliveries/{message_id}/resend answers 202', () => {
  test('what was dropped is open again, and due at once', async () => {
    const id = await aWebhook();
    await report(1);
    await change(id, { status: 'disabled' });
    await change(id, { status: 'active' });
    const message = await latest(id);
    const again = await account.send(resendUserDelivery, ofMessage(id, message));
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ id: message, state: 'open', reason: null });
  });
});

describe('POST /api/webhooks/{webhook_id}/deliveries/{message_id}/resend answers 404', () => {
  test('for what is no message', async () => {
    const id = await aWebhook();
    const none = ofMessage(id, encodeId('msg', newUuid()));
    expect((await account.send(resendUserDelivery, none)).status).toBe(404);
  });
});

describe('POST /api/webhooks/{webhook_id}/deliveries/{message_id}/resend answers 409', () => {
  test('while the webhook takes nothing', async () => {
    const id = await aWebhook();
    await report(1);
    await change(id, { status: 'disabled' });
    const again = await account.send(resendUserDelivery, ofMessage(id, await latest(id)));
    expect(again.status).toBe(409);
  });
});

describe('PUT /api/credits/threshold answers 200', () => {
  test('an amount, and null again', async () => {
    const set = (threshold: string | null) =>
      account.send(setCreditThreshold, { token: user.token, body: { threshold } });
    const shown = () => account.send(getCreditThreshold, { token: user.token });
    expect((await set('12.5')).body).toEqual({ threshold: '12.500000000' });
    expect((await shown()).body).toEqual({ threshold: '12.500000000' });
    expect((await set(null)).body).toEqual({ threshold: null });
    expect((await shown()).body).toEqual({ threshold: null });
  });
});

describe('PUT /api/credits/threshold answers 422', () => {
  test.each(['0', '-1', '1e3', '0.0000000001', 'much', '1234567890'])(
    'for %s',
    async (threshold) => {
      const answer = await account.send(setCreditThreshold, {
        token: user.token,
        body: { threshold },
      });
      expect(answer.status).toBe(422);
    },
  );
});

describe('GET /api/credits/threshold answers 200', () => {
  test('null where none was set', async () => {
    const shown = await account.send(getCreditThreshold, { token: user.token });
    expect(shown.body).toEqual({ threshold: null });
  });
});
