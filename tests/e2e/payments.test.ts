import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import got from 'got';
import { Webhook } from 'standardwebhooks';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 180_000;
const SECRET = `whsec_${Buffer.from('the secret of a payment provider').toString('base64')}`;
/** Older than any receiver takes. */
const AN_HOUR_MS = 3_600_000;

let demo: Demo;
let receiver: ChildProcess;
let url: string;
let userId: string;

beforeAll(async () => {
  demo = await aSharedDemo();
  const started = spawn(process.execPath, ['deploy/examples/payments.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PAYMENT_SECRET: SECRET,
      TOLLGATE_PLATFORM_URL: demo.env.TOLLGATE_ADMIN_URL,
      TOLLGATE_ADMIN_EMAIL: demo.env.TOLLGATE_ADMIN_EMAIL,
      TOLLGATE_ADMIN_PASSWORD: demo.env.TOLLGATE_ADMIN_PASSWORD,
      PORT: '0',
    },
  });
  receiver = started;
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  url = `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}/`;
  const made = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'payer@example.com',
  });
  userId = made.body.id;
}, START_MS);
afterAll(async () => {
  if (receiver !== undefined && receiver.exitCode === null) {
    receiver.kill();
    await once(receiver, 'exit');
  }
  await demo?.stack.drop();
}, START_MS);

interface Telling {
  type?: string;
  messageId?: string;
  /** Null: a forged signature. */
  secret?: string | null;
  at?: Date;
}

/** Tells the receiver of a payment, as a provider does. @returns the status of the answer */
async function pay(
  payment: { payment_id: string; amount?: string },
  reporting: Telling = {},
): Promise<number> {
  const { type = 'payment.succeeded', messageId = 'msg_1', at = new Date() } = reporting;
  const body = JSON.stringify({
    type,
    data: { amount: '12.5', metadata: { tollgate_user_id: userId }, ...payment },
  });
  const signature =
    reporting.secret === null ? 'v1,forged' : new Webhook(SECRET).sign(messageId, at, body);
  const answer = await got.post(url, {
    body,
    throwHttpErrors: false,
    retry: { limit: 0 },
    headers: {
      'content-type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signature,
    },
  });
  return answer.statusCode;
}

const granted = async (): Promise<string[]> => {
  const path = `/users/${userId}/credit-grants`;
  const { body } = await demo.platform<{ amount: string; reason: string }[]>('GET', path);
  return body.map(({ amount, reason }) => `${reason}: ${amount}`);
};

describe('the receiver of payments that the documentation shows', () => {
  test('grants once, however often, under whichever id and however late a payment is told', async () => {
    const one = { payment_id: 'one' };
    const reported = await Promise.all([
      pay(one),
      pay(one),
      pay(one, { messageId: 'msg_2' }),
      pay(one, { messageId: 'msg_3' }),
    ]);
    expect(reported).toEqual([200, 200, 200, 200]);
    expect(await pay({ payment_id: 'two' }, { messageId: 'msg_5' })).toBe(200);
    // What came before the payment is told after it, and so is the first payment once more.
    expect(await pay({ payment_id: 'two' }, { type: 'payment.pending' })).toBe(200);
    expect(await pay(one, { messageId: 'msg_6' })).toBe(200);
    expect((await granted()).toSorted()).toEqual([
      'payment one: 12.500000000',
      'payment two: 12.500000000',
    ]);
  });

  test('refuses another amount for the same payment, forged messages and old ones', async () => {
    const before = await granted();
    expect(await pay({ payment_id: 'one', amount: '1250' })).toBe(409);
    expect(await pay({ payment_id: 'three' }, { secret: null })).toBe(401);
    const old = new Date(Date.now() - AN_HOUR_MS);
    expect(await pay({ payment_id: 'three' }, { at: old })).toBe(401);
    expect(await granted()).toEqual(before);
  });
});
