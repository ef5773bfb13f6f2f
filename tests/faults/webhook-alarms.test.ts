/** Troubles of a running system, through to the signed message that an operator's receiver gets. */
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUES } from '@tollgate/contract/queues';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type {
  CredentialHealthOut,
  CredentialsHealthOut,
} from '@tollgate/contract/platform/credentials';
import type { QuarantineOut } from '@tollgate/contract/platform/quarantine';
import { Webhook } from 'standardwebhooks';
import { aReceiver, withStatus } from '../api/webhooks/support/receiver.ts';
import type { Receiver } from '../api/webhooks/support/receiver.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { aRefusedSettlement } from '../support/refused-settlement.ts';

const START_MS = 240_000;
const ALARM_MS = 120_000;
/** How long a look and its message take, about, in milliseconds. */
const LOOK_MS = 2_000;

interface Message {
  id: string | undefined;
  type: string;
  data: Record<string, unknown>;
}

let demo: Demo;
let owner: Knex;
let receiver: Receiver;
let secret: string;

beforeAll(async () => {
  receiver = await aReceiver();
  receiver.answering = withStatus(200);
  demo = await aDemo({ timerScale: 0.05, env: { ALLOWED_PRIVATE_WEBHOOKS: receiver.address } });
  owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'test-webhook-alarms',
  });
  const made = await demo.platform<{ secret: string }>('POST', '/webhooks', {
    url: receiver.url,
    events: ['ledger.alarm', 'credential.paused', 'spool.alarm'],
  });
  expect(made.status).toBe(201);
  ({ secret } = made.body);
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
  await receiver?.close();
}, START_MS);

/** What has come of a type. @throws where one message is not signed as the convention has it */
const reported = (type: string): Message[] =>
  receiver.received
    .map(({ body, headers }): Message => {
      const given = headers as Record<string, string>;
      const message = new Webhook(secret).verify(body, given) as Omit<Message, 'id'>;
      return { ...message, id: given['webhook-id'] };
    })
    .filter((message) => message.type === type);

/** How the one credential of the demo stands, as administrators see it. */
async function health(): Promise<CredentialHealthOut | undefined> {
  const { body } = await demo.platform<CredentialsHealthOut>('GET', '/provider-health');
  return body.credentials.find(({ tries }) => tries > 0);
}

const call = (authorization?: string) =>
  demo.v1(
    '/chat/completions',
    { model: demo.env.TOLLGATE_MODEL, messages: [{ role: 'user', content: 'hello' }] },
    authorization === undefined ? {} : { authorization },
  );

async function keyOfAnotherUser(): Promise<string> {
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'second@example.com',
    name: 'Second',
    password: 'a long enough password 1',
  });
  await demo.platform('POST', `/users/${user.id}/credit-grants`, { amount: '10' });
  const key = await demo.platform<{ secret: string }>('POST', `/users/${user.id}/keys`, {
    name: 'second',
    mode: 'live',
  });
  return `Bearer ${key.body.secret}`;
}

/** The worker's hourly look at the whole book, now. */
async function lookAtTheBook(): Promise<void> {
  const connection = new Redis(demo.stack.connections.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUES.maintenance, { connection });
  await queue.add('verify-ledger', {});
  await queue.close();
  connection.disconnect();
}

/** Changes wallets without the entry that says why, with every trigger off. */
const falsify = (nano: number) =>
  owner.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(
      'update billing.wallet set available_n = available_n - ?, revoked_n = revoked_n + ? where available_n > 1',
      [nano, nano],
    );
  });

test(
  'a book that somebody has changed by hand is told to operators once for each invariant, signed',
  async () => {
    await falsify(1);
    // A look that a busy machine has made fail would come again in an hour.
    await eventually(async () => {
      await lookAtTheBook();
      await pause(LOOK_MS);
      return reported('ledger.alarm').length > 0;
    });
    await lookAtTheBook();
    await falsify(-1);
    // The message of a third look would come behind this one's.
    await lookAtTheBook();
    await eventually(async () => {
      const { body } = await demo.platform<{ ok: boolean }>('GET', '/ledger/verify');
      return body.ok;
    });
    const alarms = reported('ledger.alarm');
    const broken = alarms.map(({ data }) => data['invariant']);
    expect(broken).toContain('I3');
    expect(new Set(broken).size).toBe(broken.length);
    expect(new Set(alarms.map(({ id }) => id)).size).toBe(alarms.length);
    for (const { data } of alarms) {
      expect(Object.keys(data).toSorted()).toEqual(['description', 'invariant']);
      expect(data['description']).toMatch(/\w+ \w+/u);
    }
  },
  ALARM_MS,
);

test(
  'a credential that its provider refuses is told to operators, with its provider and its name, and stands in the console until it works',
  async () => {
    await demo.control({ behaviour: 'status=401', times: 1 });
    expect((await call()).status).toBe(502);
    await eventually(() => reported('credential.paused').length > 0);
    const [refused] = reported('credential.paused');
    expect(refused?.data).toEqual({
      id: expect.stringMatching(/^cred_/u),
      provider: demo.env.TOLLGATE_MODEL.split('/')[0],
      name: 'Demo provider',
      model: null,
      reason: 'refused',
    });
    await eventually(async () => (await health())?.left_alone?.failure === 'credential');
    expect(await health()).toMatchObject({
      id: refused?.data['id'],
      left_alone: { state: 'paused', processes: 1 },
      last_failure: { failure: 'credential' },
    });
    await demo.calm();
    expect((await call()).status).toBe(200);
    await eventually(async () => (await health())?.left_alone === null);
    expect((await health())?.failed).toBe(1);
    expect(reported('credential.paused')).toHaveLength(1);
  },
  ALARM_MS,
);

test(
  'a credential with which the calls of two owners keep failing is told as failing, and one owner alone does not make that message',
  async () => {
    // Another trouble of the same credential: the one before was told, and has been over for long.
    await owner.raw("delete from webhooks.alarm where type = 'credential.paused'");
    const before = reported('credential.paused').length;
    const other = await keyOfAnotherUser();
    await demo.control({ behaviour: 'status=500', times: 1_000 });
    for (let tries = 0; tries < 6; tries += 1) await call();
    expect(reported('credential.paused')).toHaveLength(before);
    for (let tries = 0; tries < 4; tries += 1) await call(other);
    await eventually(() => reported('credential.paused').length > before);
    const model = demo.env.TOLLGATE_MODEL;
    expect(reported('credential.paused').at(-1)?.data).toMatchObject({ reason: 'failing', model });
    await eventually(async () => (await health())?.models[0]?.state === 'shut');
    expect(await health()).toMatchObject({ left_alone: null, models: [{ model }] });
    await demo.calm();
    await eventually(async () => (await call()).status === 200);
  },
  ALARM_MS,
);

test(
  'a settlement that waits on the disk because billing is away is told to operators',
  async () => {
    const pid = demo.stack.pid('billing') ?? 0;
    expect(pid).toBeGreaterThan(0);
    const open = openCall(demo, {
      model: demo.env.TOLLGATE_MODEL,
      messages: [
        { role: 'user', content: '[[provider: chunks=20]] [[provider: chunk-delay=100]] Wait.' },
      ],
      stream: true,
    });
    await open.frames(1);
    process.kill(pid, 'SIGSTOP');
    try {
      await open.ended;
      await eventually(() => reported('spool.alarm').length > 0, 'no alarm of the spool came');
      expect(reported('spool.alarm')[0]?.data).toEqual({ service: 'inference', reason: 'stuck' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(async () => (await call()).status === 200);
  },
  ALARM_MS,
);

test(
  'FD13 a settlement that billing refuses for good is told to operators, and told to billing again when an administrator wants that',
  async () => {
    const request = await aRefusedSettlement(demo);
    await eventually(() =>
      reported('spool.alarm').some(({ data }) => data['reason'] === 'refused'),
    );
    const quarantine = async (): Promise<QuarantineOut> =>
      (await demo.platform<QuarantineOut>('GET', '/quarantine')).body;
    await eventually(async () => (await quarantine()).decisions.length > 0);
    const { spools, decisions } = await quarantine();
    expect(spools).toMatchObject([{ service: 'inference', set_aside: 1, put_back: null }]);
    expect(decisions).toMatchObject([
      { kind: 'settle', request_id: request, reason: 'billing knows no such hold' },
    ]);
    const path = `/quarantine/${spools[0]?.id}/put-back`;
    expect((await demo.platform('POST', path, {})).status).toBe(202);
    await eventually(async () => {
      const [again] = (await quarantine()).decisions;
      return again !== undefined && again.at !== decisions[0]?.at;
    }, 'billing was not told again');
    expect(await quarantine()).toMatchObject({
      set_aside: 1,
      spools: [{ put_back: { count: 1, ended_at: expect.any(String) } }],
      decisions: [{ request_id: request, reason: 'billing knows no such hold' }],
    });
  },
  ALARM_MS,
);
