import { request } from 'node:http';
import { rows } from '@tollgate/db/connect';
import { eventually } from '../support/eventually.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack, Got } from '../support/faulty-stack.ts';

const START_MS = 240_000;
const RESERVE = '/internal/reservations/reserve';
const SETTLE = '/internal/reservations/settle';
/** More calls than a pool has connections. */
const CROWD = 8;

let stack: FaultyStack;
/** What a call of the plain prompt costs. */
let price: bigint;
beforeAll(async () => {
  stack = await aFaultyStack({ env: { DATABASE_POOL_MAX: '4' } });
  price = await stack.costOf(() => stack.chat(PLAIN));
  expect(price).toBeGreaterThan(0n);
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());
afterEach(() => stack.billing.clear());

const PLAIN = '[[provider: delay=10]] A question.';
const SLOW = '[[provider: delay=1500]] A question.';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const keyed = (key: string): { headers: Record<string, string> } => ({
  headers: { 'idempotency-key': key },
});

/** A caller with a key who comes again until the key's operation has ended. */
async function again(content: string, key: string): Promise<Got> {
  let last: Got | undefined;
  await eventually(async () => {
    last = await stack.chat(content, keyed(key));
    return last.status === 200;
  }, 'the key was not usable again');
  if (last === undefined) throw new Error('nothing was sent');
  return last;
}

const hits = async (): Promise<number> => (await stack.demo.invoice()).length;

async function met(count = 1): Promise<void> {
  await eventually(() => stack.billing.met() >= count, 'billing was not called');
}

/** Keeps a table to one session until the work is over. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const blocker = await stack.money.owner.transaction();
  try {
    await rows(blocker, `lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await blocker.rollback();
  }
}

const isBroken = ({ status }: Got): boolean => status === 0 || status >= 500;

describe('A before and around the reservation', () => {
  test('FA01 what is not valid, not known or not allowed writes no entry and reaches nobody', async () => {
    const before = await stack.entries();
    const json = { model: stack.demo.env.TOLLGATE_MODEL, messages: 'no list' };
    const answers = [
      await stack.send({ json }),
      await stack.send({ path: '/v1/chat/unknown', json: {} }),
      await stack.chat(PLAIN, { secret: 'tg_live_of_nobody' }),
      await stack.chat(PLAIN, { body: { model: 'demo/no-such-model' } }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'invalid_request'],
      [404, 'not_found'],
      [401, 'invalid_api_key'],
      [404, 'routing_error'],
    ]);
    expect([await stack.entries(), await hits()]).toEqual([before, 0]);
    await stack.money.sound('FA01');
  });

  test('FA02 killed while the body arrives: nothing was stored', async () => {
    const before = await stack.entries();
    const broken = new Promise<boolean>((resolve) => {
      const outgoing = request(new URL('/v1/chat/completions', stack.demo.env.TOLLGATE_BASE_URL), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stack.demo.env.TOLLGATE_API_KEY}`,
          'content-type': 'application/json',
          'content-length': '500',
        },
      });
      outgoing.on('response', (response) => resolve((response.statusCode ?? 0) >= 500));
      outgoing.on('error', () => resolve(true));
      outgoing.write('{"model":');
    });
    await pause(200);
    stack.money.injected();
    await stack.demo.stack.kill('inference', 'SIGKILL');
    expect(await broken).toBe(true);
    await stack.demo.stack.ready('inference');
    expect([await stack.entries(), await hits()]).toEqual([before, 0]);
    await stack.money.sound('FA02');
  });

  test('FA03 killed between the claim of a key and the reservation: the key works again', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'hang' });
      const lost = stack.chat(PLAIN, keyed('fa03'));
      await met();
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      expect(isBroken(await lost)).toBe(true);
      stack.billing.clear();
      await stack.demo.stack.ready('inference');
      expect(await hits()).toBe(0);
      await again(PLAIN, 'fa03');
    });
    expect(charged).toBe(price);
    expect(await hits()).toBe(1);
    await stack.money.sound('FA03');
  });

  test('FA04 B8 billing refuses connections: 503, nothing is sent, and the key stays usable', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'refuse' });
      const refused = await stack.chat(PLAIN, keyed('fa04'));
      expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([
        503,
        'billing_unavailable',
        '2',
      ]);
      expect(await hits()).toBe(0);
      stack.billing.clear();
      expect((await stack.chat(PLAIN, keyed('fa04'))).status).toBe(200);
    });
    expect(charged).toBe(price);
    await stack.money.sound('FA04');
  });

  test('FA05 billing is silent, then places the hold: 503, and the late hold is given back', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'keep-reply' });
      stack.money.injected();
      const refused = await stack.chat(PLAIN);
      expect([refused.status, refused.code]).toEqual([503, 'billing_unavailable']);
      stack.billing.clear();
    });
    expect([charged, await hits()]).toEqual([0n, 0]);
    await stack.money.sound('FA05');
  });

  test('FA06 the reply to a reservation is lost: the same hold is found, and the call is served', async () => {
    // Who has just met a silent billing does not try twice.
    expect((await stack.chat(PLAIN)).status).toBe(200);
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'lose-reply', times: 1 });
      expect((await stack.chat(PLAIN)).status).toBe(200);
      expect(stack.billing.met()).toBe(1);
    });
    expect(charged).toBe(price);
    await stack.money.sound('FA06');
  });

  test('FA07 the reply is lost and the process dies: the hold is given back', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'keep-reply' });
      const lost = stack.chat(PLAIN);
      await met();
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      expect(isBroken(await lost)).toBe(true);
      stack.billing.clear();
    });
    expect([charged, await hits()]).toEqual([0n, 0]);
    await stack.demo.stack.ready('inference');
    await stack.money.sound('FA07');
  });

  test('FA10 G09 prices and the uplift change while a provider works: those of the reservation hold', async () => {
    const { demo } = stack;
    const models = await demo.platform<
      { id: string; public_id: string; price: { prices: Record<string, string> } }[]
    >('GET', '/models');
    const model = models.body.find(({ public_id: name }) => name === demo.env.TOLLGATE_MODEL);
    const old = model?.price.prices ?? {};
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    const slowPrice = await stack.costOf(() => stack.chat(SLOW));
    const charged = await stack.costOf(async () => {
      const served = stack.chat(SLOW);
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      const uplift = { uplift_bp: 5_000 };
      const raised = await demo.platform('PUT', `/users/${me.id}/pricing-uplift`, uplift);
      const prices = Object.fromEntries(Object.keys(old).map((name) => [name, '9']));
      const priced = await demo.platform('POST', `/models/${model?.id}/prices`, { prices });
      expect([raised.status, priced.status, priced.body]).toEqual([200, 201, expect.anything()]);
      expect((await served).status).toBe(200);
    });
    expect(charged).toBe(slowPrice);
    await eventually(async () => (await stack.costOf(() => stack.chat(PLAIN))) > price);
    await demo.platform('POST', `/models/${model?.id}/prices`, { prices: old });
    await demo.platform('PUT', `/users/${me.id}/pricing-uplift`, { uplift_bp: 0 });
    await eventually(async () => (await stack.costOf(() => stack.chat(PLAIN))) === price);
    await stack.money.sound('FA10');
  });

  test('FA13 the pool of billing is used up: 503, and all is well once it is free', async () => {
    const charged = await stack.costOf(async () => {
      let answers: Got[] = [];
      await whileLocked('billing.wallet', async () => {
        stack.money.injected();
        // Each look at a wallet takes a connection of billing and waits for the lock.
        const looks = Array.from({ length: CROWD }, () => stack.demo.user('GET', '/credits'));
        answers = await Promise.all(Array.from({ length: 3 }, () => stack.chat(PLAIN)));
        const looked = await Promise.all(looks);
        expect(looked.map(({ status }) => status)).toEqual(looks.map(() => 503));
      });
      expect(answers.map(({ status, code }) => [status, code])).toEqual(
        answers.map(() => [503, 'billing_unavailable']),
      );
      expect(await hits()).toBe(0);
    });
    expect(charged).toBe(0n);
    expect(await stack.costOf(() => stack.chat(PLAIN))).toBe(price);
    await stack.money.sound('FA13');
  });

  test('FA14 the pool of inference is used up after the reservation: 503, and each hold is given back', async () => {
    const charged = await stack.costOf(async () => {
      await whileLocked('requests.operation', async () => {
        stack.money.injected();
        const asked = { headers: { prefer: 'respond-async' } };
        const answers = await Promise.all(
          Array.from({ length: CROWD }, () => stack.chat(PLAIN, asked)),
        );
        expect(answers.map(({ status, code }) => [status, code])).toEqual(
          answers.map(() => [503, 'service_unavailable']),
        );
      });
    });
    expect([charged, await hits()]).toEqual([0n, 0]);
    const closed = await rows<{ state: string }>(
      stack.money.owner,
      `select state from billing.reservation order by created_at desc limit ${CROWD}`,
    );
    expect(closed.map(({ state }) => state)).toEqual(closed.map(() => 'released'));
    await stack.money.sound('FA14');
  });

  test('FA15 an estimate above X-Svc-Max-Credits: 402, no entry, nothing is sent', async () => {
    const before = await stack.entries();
    const refused = await stack.chat(PLAIN, { headers: { 'x-svc-max-credits': '0.000000001' } });
    expect([refused.status, refused.code]).toEqual([402, 'max_credits_exceeded']);
    expect([await stack.entries(), await hits()]).toEqual([before, 0]);
    await stack.money.sound('FA15');
  });

  test('FA16 a key is suspended: what was under way is served, the next is refused', async () => {
    const { demo } = stack;
    const made = await demo.user<{ id: string; secret: string }>('POST', '/keys', { name: 'k' });
    const { id, secret } = made.body;
    const slowPrice = await stack.costOf(() => stack.chat(SLOW, { secret }));
    const charged = await stack.costOf(async () => {
      const served = stack.chat(SLOW, { secret });
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      stack.money.injected();
      await demo.user('POST', `/keys/${id}/suspend`, {});
      let refused: Got | undefined;
      await eventually(async () => {
        refused = await stack.chat(PLAIN, {
          secret,
          headers: { 'x-svc-max-credits': '0.000000001' },
        });
        return refused.status === 403;
      }, 'the key was not refused');
      expect(refused?.code).toBe('key_suspended');
      expect((await served).status).toBe(200);
    });
    expect(charged).toBe(slowPrice);
    await stack.money.sound('FA16');
  });

  test('FA17 the reply is lost and the process stands still until its hold is given back: 503, to be tried again', async () => {
    // Who has just met a silent billing does not try twice.
    expect((await stack.chat(PLAIN)).status).toBe(200);
    const before = await hits();
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: RESERVE, trouble: 'keep-reply', times: 1 });
      const late = stack.chat(PLAIN, keyed('fa17'));
      await met();
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGSTOP');
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      await eventually(async () => (await stack.wallet()).reserved === 0n, 'the hold stayed');
      await stack.demo.stack.kill('inference', 'SIGCONT');
      const { status, code, headers } = await late;
      expect([status, code, headers['x-should-retry'], headers['retry-after']]).toEqual([
        503,
        'billing_unavailable',
        'true',
        '1',
      ]);
      expect(await hits()).toBe(before);
      stack.billing.clear();
      await again(PLAIN, 'fa17');
    });
    expect([charged, await hits()]).toEqual([price, before + 1]);
    await stack.money.sound('FA17');
  });
});

describe('D settlement', () => {
  test('FD01 killed when the provider was done and nothing was written: free, and the key runs again', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: SETTLE, trouble: 'hang' });
      const lost = stack.chat(PLAIN, keyed('fd01'));
      await met();
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      expect(isBroken(await lost)).toBe(true);
      stack.billing.clear();
      await stack.demo.stack.ready('inference');
      await again(PLAIN, 'fd01');
    });
    expect(charged).toBe(price);
    expect(await hits()).toBe(2);
    await stack.money.sound('FD01', { unbilled: 1 });
  });

  test('FD02 B10 killed when the charge was written and billing had not heard: charged once', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: SETTLE, trouble: 'refuse' });
      const answer = await stack.chat(PLAIN, keyed('fd02'));
      expect(answer.status).toBe(200);
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      stack.billing.clear();
      await stack.demo.stack.ready('inference');
      const replayed = await again(PLAIN, 'fd02');
      expect([replayed.text, replayed.headers['x-idempotent-replay']]).toEqual([
        answer.text,
        'true',
      ]);
    });
    expect(charged).toBe(price);
    expect(await hits()).toBe(1);
    await stack.money.sound('FD02');
  });

  test('FD03 a settlement commits and its reply is lost: charged once, nobody notices', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: SETTLE, trouble: 'lose-reply', times: 1 });
      expect((await stack.chat(PLAIN)).status).toBe(200);
      await eventually(() => stack.billing.met() === 1);
    });
    expect(charged).toBe(price);
    await stack.money.sound('FD03');
  });

  test('FD03 a settlement commits and the process dies before it keeps the answer: charged once, never run again', async () => {
    const charged = await stack.costOf(async () => {
      stack.billing.order({ path: SETTLE, trouble: 'keep-reply' });
      const lost = stack.chat(PLAIN, keyed('fd03'));
      await eventually(async () => {
        const { reserved, consumed } = await stack.wallet();
        return reserved === 0n && consumed > 0n && stack.billing.met() > 0;
      }, 'nothing was charged');
      stack.money.injected();
      await stack.demo.stack.kill('inference', 'SIGKILL');
      expect(isBroken(await lost)).toBe(true);
      stack.billing.clear();
      await stack.demo.stack.ready('inference');
      let last: Got | undefined;
      for (let time = 0; time < 3; time += 1) {
        await eventually(async () => {
          last = await stack.chat(PLAIN, keyed('fd03'));
          return last.status !== 429 && last.status !== 503;
        }, 'the key stays in use');
        expect([last?.status, last?.code]).toEqual([409, 'idempotency_result_not_stored']);
      }
    });
    expect(charged).toBe(price);
    expect(await hits()).toBe(1);
    await stack.money.sound('FD03');
  });

  test('FD08 a client leaves before it reads: charged, and the key has the answer', async () => {
    const charged = await stack.costOf(async () => {
      const outgoing = request(new URL('/v1/chat/completions', stack.demo.env.TOLLGATE_BASE_URL), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stack.demo.env.TOLLGATE_API_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': 'fd08',
        },
      });
      outgoing.on('error', () => undefined);
      outgoing.end(
        JSON.stringify({
          model: stack.demo.env.TOLLGATE_MODEL,
          messages: [{ role: 'user', content: SLOW }],
          max_tokens: 200,
        }),
      );
      await eventually(async () => (await hits()) === 1, 'the provider was not called');
      stack.money.injected();
      outgoing.destroy();
      const replayed = await again(SLOW, 'fd08');
      expect(replayed.headers['x-idempotent-replay']).toBe('true');
    });
    expect(charged).toBeGreaterThan(0n);
    expect(await hits()).toBe(1);
    await stack.money.sound('FD08');
  });

  test('FD09 an answer too large to keep: charged once, and the key never runs again', async () => {
    const content = '[[provider: chunks=700000]] A long answer.';
    const charged = await stack.costOf(async () => {
      const first = await stack.chat(content, keyed('fd09'));
      expect(first.status).toBe(200);
      expect(first.text.length).toBeGreaterThan(2_097_152);
      const second = await stack.chat(content, keyed('fd09'));
      expect([second.status, second.code]).toEqual([409, 'idempotency_result_not_stored']);
    });
    expect(charged).toBeGreaterThan(0n);
    expect(await hits()).toBe(1);
    await stack.money.sound('FD09');
  });
});

describe('a database that is away when a call ends', () => {
  test('FA04 the key is freed later, and the caller hears what became of the call', async () => {
    stack.billing.order({ path: RESERVE, trouble: 'hang' });
    const lost = stack.chat(PLAIN, keyed('fa04-away'));
    await met();
    const blocker = await stack.money.owner.transaction();
    await rows(blocker, 'lock table requests.idempotency in access exclusive mode');
    stack.billing.clear();
    stack.billing.order({ path: RESERVE, trouble: 'refuse' });
    const refused = await lost;
    expect([refused.status, refused.code]).toEqual([503, 'billing_unavailable']);
    await blocker.rollback();
    stack.billing.clear();
    const charged = await stack.costOf(() => again(PLAIN, 'fa04-away'));
    expect(charged).toBe(price);
    await stack.money.sound('FA04');
  });
});
