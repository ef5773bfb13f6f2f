import { Redis } from 'ioredis';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { Webhook } from 'standardwebhooks';
import { aReceiver, withStatus } from '../api/webhooks/support/receiver.ts';
import type { Received, Receiver } from '../api/webhooks/support/receiver.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { begin, clientOf } from '../support/a-batch.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;
const FAULT_MS = 120_000;

let demo: Demo;
let db: Knex;
let ofUsers: Receiver;
let ofOperators: Receiver;
/** Takes a connection and never answers. */
let silent: Receiver;

beforeAll(async () => {
  [ofUsers, ofOperators, silent] = await Promise.all([aReceiver(), aReceiver(), aReceiver()]);
  silent.answering = () => undefined;
  demo = await aDemo({
    timerScale: 0.05,
    env: {
      ALLOWED_PRIVATE_USER_WEBHOOKS: `${ofUsers.address},${silent.address}`,
      ALLOWED_PRIVATE_WEBHOOKS: ofOperators.address,
    },
  });
  db = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'test-webhooks',
  });
}, START_MS);
afterAll(async () => {
  await db?.destroy();
  await demo?.stack.drop();
  await Promise.all([ofUsers, ofOperators, silent].map((one) => one.close()));
}, START_MS);
beforeEach(() => {
  ofUsers.answering = withStatus(200);
});

interface Made {
  id: string;
  secret: string;
}

const aWebhook = async (url: string, events: string[]): Promise<Made> => {
  const made = await demo.user<Made>('POST', '/webhooks', { url, events });
  expect(made.status).toBe(201);
  return made.body;
};
const remove = (id: string) => demo.user('DELETE', `/webhooks/${id}`);

/** What has come for a path, verified. */
const messagesAt = (receiver: Receiver, { secret }: Made): Received[] =>
  receiver.received.filter(({ body, headers }) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
const reported = (receiver: Receiver, made: Made): Record<string, unknown>[] =>
  messagesAt(receiver, made).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** Accepts an operation of a test key, whose end is an event. */
const operation = async (): Promise<string> => {
  const accepted = await demo.v1<{ id: string }>(
    '/chat/completions',
    { model: 'sandbox/echo', messages: [{ role: 'user', content: 'hello' }] },
    { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}`, prefer: 'respond-async' },
  );
  expect(accepted.status).toBe(202);
  return accepted.body.id;
};
const idsOf = (messages: Record<string, unknown>[]): unknown[] =>
  messages.map(({ data }) => (data as { id: string }).id);

test(
  'webhooks of users tell the end of an operation, low credit, a refusal and a key about to expire, each once',
  async () => {
    const made = await aWebhook(ofUsers.url, [
      'operation.ended',
      'credit.low',
      'credit.exhausted',
      'key.expiring',
    ]);
    const id = await operation();
    const client = clientOf(demo, demo.env.TOLLGATE_TEST_KEY);
    const batch = await begin(client, ['no line of a batch']);
    await demo.user('PUT', '/credits/threshold', { threshold: '1000000' });
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const key = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'short-lived',
      expires_at: soon,
    });
    const types = () => reported(ofUsers, made).map(({ type }) => type);
    await eventually(() => ['credit.low', 'key.expiring'].every((type) => types().includes(type)));
    await eventually(() =>
      [id, batch.id].every((one) => idsOf(reported(ofUsers, made)).includes(one)),
    );
    const messages = reported(ofUsers, made);
    const ends = messages.filter(({ type }) => type === 'operation.ended');
    expect(ends.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id,
          kind: 'operation',
          mode: 'test',
          state: 'done',
          status: 200,
        }),
        expect.objectContaining({
          id: batch.id,
          kind: 'batch',
          mode: 'test',
          state: 'failed',
          status: null,
          error_code: 'invalid_json_line',
        }),
      ]),
    );
    expect(messages.find(({ type }) => type === 'key.expiring')?.['data']).toMatchObject({
      id: key.body.id,
      name: 'short-lived',
    });
    expect(messages.find(({ type }) => type === 'credit.low')?.['data']).toMatchObject({
      threshold: '1000000.000000000',
    });
    // Another operation's end comes behind further looks at credit and keys, which told nothing
    // again.
    const next = await operation();
    await eventually(() => idsOf(reported(ofUsers, made)).includes(next));
    expect(types().filter((type) => type === 'credit.low')).toHaveLength(1);
    expect(types().filter((type) => type === 'key.expiring')).toHaveLength(1);
    await remove(made.id);
  },
  FAULT_MS,
);

test(
  'webhooks of users tell once that a call was refused for want of credit, and again after a grant',
  async () => {
    const call = () =>
      demo.v1('/chat/completions', {
        model: demo.env.TOLLGATE_MODEL,
        messages: [{ role: 'user', content: 'hello' }],
      });
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    const [grants, path] = [`/users/${me.id}/credit-grants`, '/credit-grants'];
    const { body: all } = await demo.platform<{ id: string }[]>('GET', grants);
    await demo.platform('POST', grants, { amount: '0.000000001' }, 'dust');
    for (const { id } of all) await demo.platform('POST', `${path}/${id}/revoke`, {});
    const made = await aWebhook(ofUsers.url, ['credit.exhausted']);
    expect((await call()).status).toBe(402);
    await eventually(() => reported(ofUsers, made).length === 1);
    expect(reported(ofUsers, made)[0]?.['data']).toEqual({
      balance: '0.000000001',
      reason: 'call_refused',
    });
    expect((await call()).status).toBe(402);
    const more = await demo.platform('POST', grants, { amount: '0.000000001' }, 'more-dust');
    expect(more.status).toBe(201);
    // Once the rise is seen, the next refusal is another fall.
    await eventually(async () => {
      await call();
      return reported(ofUsers, made).length === 2;
    });
    await demo.platform('POST', grants, { amount: '100' }, 'enough');
    await remove(made.id);
  },
  FAULT_MS,
);

test(
  'webhooks of operators tell the end of a purge; those of users cannot ask for it',
  async () => {
    const made = await demo.platform<Made>('POST', '/webhooks', {
      url: ofOperators.url,
      events: ['purge.ended'],
    });
    const purge = await demo.platform<{ id: string }>(
      'POST',
      '/retention-purge',
      { categories: ['sessions'] },
      'purge-of-webhooks',
    );
    await eventually(() => idsOf(reported(ofOperators, made.body)).includes(purge.body.id));
    const refused = await demo.user('POST', '/webhooks', {
      url: ofUsers.url,
      events: ['purge.ended'],
    });
    expect(refused.status).toBe(422);
    const inside = await demo.user('POST', '/webhooks', {
      url: ofOperators.url,
      events: ['operation.ended'],
    });
    expect(inside.status).toBe(422);
  },
  FAULT_MS,
);

test(
  'FH01: Worker SIGKILL while a receiver is asked: another attempt follows under the same id',
  async () => {
    const made = await aWebhook(ofUsers.url, ['operation.ended']);
    let asked = 0;
    ofUsers.answering = () => {
      asked += 1;
    };
    const id = await operation();
    await eventually(() => asked > 0);
    await demo.stack.kill('worker', 'SIGKILL');
    ofUsers.answering = withStatus(200);
    await eventually(async () => (await deliveriesOf(made.id))[0]?.state === 'delivered');
    const came = messagesAt(ofUsers, made).filter(({ body }) => body.includes(id));
    expect(came.length).toBeGreaterThan(1);
    expect(new Set(came.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await remove(made.id);
  },
  FAULT_MS,
);

test(
  'FH02: Redis is wiped while messages wait: every one arrives',
  async () => {
    const made = await aWebhook(ofUsers.url, ['operation.ended']);
    ofUsers.answering = withStatus(500);
    const ids = [await operation(), await operation(), await operation()];
    await eventually(() => ids.every((id) => idsOf(reported(ofUsers, made)).includes(id)));
    const redis = new Redis(demo.stack.connections.redisUrl);
    await redis.flushall();
    redis.disconnect();
    ofUsers.answering = withStatus(200);
    await eventually(async () => {
      // The pauses of the schedule are longer than a test; an attempt under way sets its own.
      await rows(db, "update webhooks.delivery set due_at = now() where state = 'open'");
      return (await deliveriesOf(made.id)).every(({ state }) => state === 'delivered');
    });
    await remove(made.id);
  },
  FAULT_MS,
);

test(
  'FH03: A receiver that never answers, with a thousand messages waiting for it, makes nobody else wait',
  async () => {
    const dead = await aWebhook(silent.url, ['operation.ended']);
    await operation();
    await silent.hasReceived(1);
    await rows(
      db,
      `with e as (select endpoint_id, message_id, owner_id from webhooks.delivery
         where state = 'open' limit 1),
       m as (insert into webhooks.message (id, owner_id, type, body)
         select gen_random_uuid(), e.owner_id, 'operation.ended', '{}'
         from e, generate_series(1, 10000) returning id, owner_id)
       insert into webhooks.delivery (endpoint_id, message_id, owner_id)
       select e.endpoint_id, m.id, m.owner_id from e, m`,
    );
    // The operators are another owner; the user's other webhook is another receiver of the same
    // owner.
    const other = await aWebhook(ofUsers.url, ['operation.ended']);
    const id = await operation();
    await eventually(() => idsOf(reported(ofUsers, other)).includes(id));
    const [open] = await rows<{ open: bigint }>(
      db,
      "select count(*) as open from webhooks.delivery where state = 'open'",
    );
    expect(Number(open?.open)).toBeGreaterThan(9_000);
    await remove(dead.id);
    await remove(other.id);
  },
  FAULT_MS,
);

async function deliveriesOf(id: string): Promise<{ state: string }[]> {
  const listed = await demo.user<{ data: { state: string }[] }>(
    'GET',
    `/webhooks/${id}/deliveries`,
  );
  return listed.body.data;
}
