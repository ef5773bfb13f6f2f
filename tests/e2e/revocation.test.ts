import got from 'got';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;
/** What the product promises: from here on nobody is admitted, on any replica. */
const PROMISE_MS = 1_000;
const LATE_CALLS_MIN = 3;
const PASSWORD = 'a long enough password 7';
const REPLICAS = ['public', 'public-2'] as const;

interface Model {
  id: string;
  public_id: string;
  dimensions: string[];
  missing_limits: string[];
  price: unknown;
}

/**
 * One call of the load: when it began, by the clock that the mutations are noted with, and what
 * came back.
 */
interface Call {
  replica: string;
  startedMs: number;
  status: number;
  code: string | null;
}

/** A key that calls without pause on both replicas until it is told to stop. */
interface Caller {
  calls: Call[];
  stop(): Promise<void>;
}

/** One thing that can be taken away, and how a caller is refused afterwards. */
interface Victim {
  name: string;
  secret: string;
  model: string;
  /** Takes it away; gives the moment from which on the promise holds. */
  revoke(): Promise<number>;
  /** Brings back what other rounds need. */
  restore?(): Promise<unknown>;
  status: number;
  codes: string[];
}

let demo: Demo;
let userId: string;
beforeAll(async () => {
  demo = await aDemo({ replicas: { inference: 2, edge: 2 }, env: { REPLICAS: '2' } });
  userId = (await demo.user<{ id: string }>('GET', '/me')).body.id;
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

async function platform<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await demo.platform<Body>(method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

async function call(replica: string, secret: string, model: string): Promise<Call> {
  const startedMs = performance.now();
  const answer = await got.post(`${demo.stack.urls[replica]}/v1/chat/completions`, {
    headers: { authorization: `Bearer ${secret}` },
    json: { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 20 },
    throwHttpErrors: false,
    retry: { limit: 0 },
    responseType: 'json',
  });
  const { error } = answer.body as { error?: { code: string } };
  return { replica, startedMs, status: answer.statusCode, code: error?.code ?? null };
}

function callAgain(secret: string, model: string): Caller {
  const calls: Call[] = [];
  const state = { stopped: false };
  const loop = async (replica: string): Promise<void> => {
    while (!state.stopped) {
      calls.push(await call(replica, secret, model));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const loops = REPLICAS.map(loop);
  return {
    calls,
    stop: async () => {
      state.stopped = true;
      await Promise.all(loops);
    },
  };
}

let named = 0;

/** A user with credit of their own, signed in. */
async function aUser(): Promise<{
  id: string;
  grantId: string;
  as(method: 'PUT', path: string, body: unknown): Promise<void>;
}> {
  named += 1;
  const email = `somebody-${named}@tollgate.example`;
  const { id } = await platform<{ id: string }>('POST', '/users', { email, password: PASSWORD });
  const path = `/users/${id}/credit-grants`;
  const grant = await platform<{ id: string }>('POST', path, { amount: '5', reason: 'Test' });
  const root = `${demo.stack.urls['public']}/api`;
  const signedIn = await got
    .post(`${root}/auth/login`, { json: { email, password: PASSWORD } })
    .json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${signedIn.access_token}` };
  return {
    id,
    grantId: grant.id,
    as: async (method, at, body) =>
      void (await got(root + at, { method, headers, json: body as object })),
  };
}

async function aKey(owner: string, more: object = {}): Promise<{ id: string; secret: string }> {
  return platform('POST', `/users/${owner}/keys`, { name: 'victim', ...more });
}

/**
 * Takes back a grant to its last credit: what calls hold at that moment comes back to it and is
 * taken then.
 */
async function takeBack(grantId: string): Promise<void> {
  await eventually(async () => {
    const { grant } = await platform<{ grant: { remaining: string } }>(
      'POST',
      `/credit-grants/${grantId}/revoke`,
      {},
    );
    return Number(grant.remaining) === 0;
  });
}

/** A provider of its own with one credential and one model. */
async function aProvider(): Promise<{ credential: string; name: string; model: string }> {
  named += 1;
  const name = `spare${named}`;
  const { id } = await platform<{ id: string }>('POST', '/provider-credentials', {
    family: 'openai-compatible',
    name,
    provider: name,
    base_url: `${demo.stack.urls['provider']}/v1`,
    credential: { api_key: 'spare-provider-key' },
  });
  await platform('POST', `/provider-credentials/${id}/sync-models`);
  const models = await platform<Model[]>('GET', `/models?provider=${name}`);
  const model = models.find(({ public_id }) => public_id.endsWith('demo-small'));
  if (model === undefined) throw new Error('the spare provider offers no small model');
  const limits = { context_tokens: 128_000, output_tokens: 16_384 };
  await platform('POST', `/models/${model.id}/approval`, { limits });
  const { dimensions } = (await platform<Model[]>('GET', `/models?provider=${name}`)).find(
    ({ id: one }) => one === model.id,
  ) as Model;
  const prices = Object.fromEntries(dimensions.map((dimension) => [dimension, '0.5']));
  await platform('POST', `/models/${model.id}/prices`, { prices });
  return { credential: id, name, model: model.public_id };
}

const now = (): number => performance.now();
const after = async (mutation: Promise<unknown>): Promise<number> => {
  await mutation;
  return now();
};

async function keyVictims(): Promise<Victim[]> {
  const model = demo.env.TOLLGATE_MODEL;
  const [suspended, deleted, expiring, tightened, narrowed, replaced, overlapping] =
    await Promise.all(Array.from({ length: 7 }, () => aKey(userId)));
  const own = `/keys`;
  return [
    {
      name: 'key suspended',
      secret: suspended?.secret ?? '',
      model,
      revoke: () => after(demo.user('POST', `${own}/${suspended?.id}/suspend`)),
      status: 403,
      codes: ['key_suspended'],
    },
    {
      name: 'key deleted',
      secret: deleted?.secret ?? '',
      model,
      revoke: () => after(demo.user('DELETE', `${own}/${deleted?.id}`)),
      status: 401,
      codes: ['invalid_api_key'],
    },
    {
      name: 'key expires',
      secret: expiring?.secret ?? '',
      model,
      revoke: async () => {
        const at = Date.now() + 1_000;
        const expires_at = new Date(at).toISOString();
        const returned = await after(demo.user('PATCH', `${own}/${expiring?.id}`, { expires_at }));
        return Math.max(returned, now() + at - Date.now());
      },
      status: 403,
      codes: ['key_expired'],
    },
    {
      name: 'secret replaced at once',
      secret: replaced?.secret ?? '',
      model,
      revoke: () =>
        after(demo.user('POST', `${own}/${replaced?.id}/rotate`, { overlap_seconds: 0 })),
      status: 401,
      codes: ['invalid_api_key'],
    },
    {
      name: 'overlap of a replaced secret ends',
      secret: overlapping?.secret ?? '',
      model,
      revoke: async () => {
        const path = `${own}/${overlapping?.id}/rotate`;
        const { body } = await demo.user<{ replaced_until: string; secret: string }>('POST', path, {
          overlap_seconds: 2,
        });
        const both = [overlapping?.secret ?? '', body.secret];
        const calls = await Promise.all(both.map((secret) => call('public', secret, model)));
        expect(calls.map(({ status }) => status)).toEqual([200, 200]);
        return Math.max(now(), now() + Date.parse(body.replaced_until) - Date.now());
      },
      status: 401,
      codes: ['invalid_api_key'],
    },
    {
      name: 'limits tightened',
      secret: tightened?.secret ?? '',
      model,
      revoke: () =>
        after(
          // One request a minute is always let through, so tokens are limited: no call fits into
          // one token.
          platform('PUT', `/users/${userId}/keys/${tightened?.id}/limits`, {
            tokens_per_minute: 1,
          }),
        ),
      status: 429,
      codes: ['quota_exceeded'],
    },
    {
      name: 'allow-list tightened',
      secret: narrowed?.secret ?? '',
      model,
      revoke: () =>
        after(demo.user('PATCH', `${own}/${narrowed?.id}`, { models: ['demo/demo-reasoner'] })),
      status: 404,
      codes: ['routing_error'],
    },
  ];
}

async function ownerVictims(): Promise<Victim[]> {
  const model = demo.env.TOLLGATE_MODEL;
  const [models, suspended, choosy, poor] = await Promise.all([
    platform<Model[]>('GET', '/models?provider=demo'),
    aUser(),
    aUser(),
    aUser(),
  ]);
  const modelId = models.find(({ public_id }) => public_id === model)?.id;
  const statusOf = (status: string) =>
    platform('PATCH', `/users/${suspended.id}/status`, { status });
  return [
    {
      name: 'user suspended',
      secret: (await aKey(suspended.id)).secret,
      model,
      revoke: () => after(statusOf('suspended')),
      status: 403,
      codes: ['account_suspended'],
    },
    {
      name: 'model disabled for the user',
      secret: (await aKey(choosy.id)).secret,
      model,
      revoke: () => after(choosy.as('PUT', `/models/${modelId}`, { enabled: false })),
      status: 404,
      codes: ['routing_error'],
    },
    {
      name: 'credit revoked',
      secret: (await aKey(poor.id)).secret,
      model,
      revoke: () => after(takeBack(poor.grantId)),
      status: 402,
      codes: ['insufficient_credit', 'credit_held_by_requests_in_flight'],
    },
  ];
}

async function catalogVictims(): Promise<Victim[]> {
  const small = 'demo/demo-small';
  const models = await platform<Model[]>('GET', '/models?provider=demo');
  const modelId = models.find(({ public_id }) => public_id === small)?.id;
  const decide = (decision: string) =>
    platform('POST', `/models/${modelId}/decision`, { decision });
  const { credential, name, model } = await aProvider();
  return [
    {
      name: 'model disabled by the platform',
      secret: (await aKey(userId)).secret,
      model: small,
      revoke: () => after(decide('disable')),
      restore: () => decide('enable'),
      status: 404,
      codes: ['routing_error'],
    },
    {
      name: 'credential removed',
      secret: (await aKey(userId)).secret,
      model,
      revoke: () =>
        after(
          platform('DELETE', `/provider-credentials/${credential}`, {
            confirm_name: name,
            accept_unroutable_models: true,
          }),
        ),
      status: 503,
      codes: ['routing_error'],
    },
  ];
}

/** Refused because the machine of the test is busy: that says nothing of what was taken away. */
const isOverloaded = ({ status, code }: Call): boolean =>
  status === 503 && (code === 'billing_unavailable' || code === 'overloaded');

/**
 * Calls with every victim and with others, takes all away at once, and gives what each replica did
 * then.
 */
async function revokeAll(victims: readonly Victim[], loseHints: () => Promise<void>) {
  const others = [
    callAgain(demo.env.TOLLGATE_API_KEY, demo.env.TOLLGATE_MODEL),
    callAgain((await aKey(userId)).secret, demo.env.TOLLGATE_MODEL),
  ];
  const callers = victims.map(({ secret, model }) => callAgain(secret, model));
  await loseHints();
  const accepts = (caller: Caller, replica: string): boolean =>
    caller.calls.some((one) => one.replica === replica && one.status === 200);
  await eventually(() =>
    callers.every((caller) => REPLICAS.every((replica) => accepts(caller, replica))),
  );
  const revokedAt = await Promise.all(victims.map((victim) => victim.revoke()));
  const late = (caller: Caller, index: number): Call[] =>
    caller.calls.filter(
      (one) => one.startedMs > (revokedAt[index] ?? 0) + PROMISE_MS && !isOverloaded(one),
    );
  await eventually(() =>
    callers.every((caller, index) =>
      REPLICAS.every(
        (replica) =>
          late(caller, index).filter((one) => one.replica === replica).length >= LATE_CALLS_MIN,
      ),
    ),
  );
  const otherCalls = others.flatMap(({ calls }) => calls.slice(-LATE_CALLS_MIN));
  await Promise.all([...callers, ...others].map((caller) => caller.stop()));
  await Promise.all(victims.map(async (victim) => victim.restore?.()));
  return { callers, revokedAt, late, otherCalls };
}

async function expectPromise(victims: readonly Victim[], loseHints: () => Promise<void>) {
  const { callers, revokedAt, late, otherCalls } = await revokeAll(victims, loseHints);
  const table = victims.map(({ name }, index) => {
    const calls = callers[index]?.calls ?? [];
    const served = calls.filter(({ status }) => status === 200);
    const delays = REPLICAS.map((replica) => {
      const last = served.findLast((one) => one.replica === replica)?.startedMs ?? 0;
      return Math.round(last - (revokedAt[index] ?? 0));
    });
    return {
      name,
      calls: calls.length,
      'last served, ms after, on 1': delays[0],
      'on 2': delays[1],
    };
  });
  process.stdout.write(`${table.map((line) => JSON.stringify(line)).join('\n')}\n`);
  for (const [index, victim] of victims.entries()) {
    const wrong = late(callers[index] as Caller, index).filter(
      ({ status, code }) => status !== victim.status || !victim.codes.includes(code ?? ''),
    );
    expect({ victim: victim.name, wrong }).toEqual({ victim: victim.name, wrong: [] });
  }
  expect(otherCalls.map(({ status }) => status)).toEqual(otherCalls.map(() => 200));
}

const everyVictim = async (): Promise<Victim[]> => [
  ...(await keyVictims()),
  ...(await ownerVictims()),
  ...(await catalogVictims()),
];

const readyOnBoth = (victims: readonly Victim[]): Promise<void> =>
  eventually(async () => {
    const calls = victims.flatMap(({ secret, model }) =>
      REPLICAS.map((replica) => call(replica, secret, model)),
    );
    return (await Promise.all(calls)).every(({ status }) => status === 200);
  });

describe('within a second of the answer to the change, on both replicas under load', () => {
  test('K06, K08: everything that is taken away is refused', async () => {
    const victims = await everyVictim();
    await readyOnBoth(victims);
    await expectPromise(victims, async () => undefined);
  }, 180_000);

  test('also when no message tells the replicas', async () => {
    const victims = await everyVictim();
    await readyOnBoth(victims);
    await expectPromise(victims, () => demo.stack.stop('redis'));
    await demo.stack.start('redis');
  }, 180_000);
});
