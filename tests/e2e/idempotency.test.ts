import { jsonBody } from '../support/json-body.ts';
import got from 'got';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const AT_ONCE = 50;
const NOTHING = '0.000000000';

let demo: Demo;
/** One caller with a wallet of their own. */
let userId: string;
let keyId: string;
let secret: string;
/** The public listeners; each has its own replica of inference behind it. */
let listeners: string[];

beforeAll(async () => {
  // The wait for a first run is ten seconds at scale 1; a busy machine must not run into it.
  demo = await aDemo({
    timerScale: 1,
    replicas: { inference: 2, edge: 2 },
    env: { RESPONSES_STREAMING: 'true' },
  });
  listeners = ['public', 'public-2'].map((name) => demo.stack.urls[name] ?? '');
  const user = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'again@example.com',
    name: 'Again',
    password: 'a long enough password 1',
  });
  userId = user.body.id;
  const key = await demo.platform<{ id: string; secret: string }>('POST', `/users/${userId}/keys`, {
    name: 'again',
    mode: 'live',
  });
  ({ id: keyId, secret } = key.body);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** As it came. */
  text: string;
}
/** Sends a call through one of the two listeners. */
async function send(
  path: string,
  body: object,
  key: string,
  { listener = 0, by = secret }: { listener?: number; by?: string } = {},
): Promise<Reply> {
  const sent = jsonBody(body);
  const response = await got.post(`${listeners[listener % listeners.length]}/v1${path}`, {
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${by}`, 'idempotency-key': key },
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}
const codeOf = ({ text }: Reply): string =>
  (JSON.parse(text) as { error: { code: string } }).error.code;

interface Credits {
  available: string;
  reserved: string;
  consumed: string;
}
async function wallet(): Promise<Credits> {
  const { body } = await demo.platform<{ id: string; credits: Credits }[]>('GET', '/users');
  const found = body.find(({ id }) => id === userId)?.credits;
  if (found === undefined) throw new Error('the caller has no wallet');
  return found;
}
/** How often something was charged. */
async function settlements(): Promise<number> {
  const { body } = await demo.platform<{ type: string }[]>(
    'GET',
    `/users/${userId}/credit-transactions`,
  );
  return body.filter(({ type }) => type === 'settle').length;
}
const grants: string[] = [];
async function grant(amount: string): Promise<void> {
  const made = await demo.platform<{ id: string }>('POST', `/users/${userId}/credit-grants`, {
    amount,
  });
  expect(made.status).toBe(201);
  grants.push(made.body.id);
}
async function empty(): Promise<void> {
  for (const id of grants.splice(0)) {
    const revoked = await demo.platform('POST', `/credit-grants/${id}/revoke`, { reason: 'test' });
    expect(revoked.status).toBe(200);
  }
  expect((await wallet()).available).toBe(NOTHING);
}

const nano = (text: string): bigint => BigInt(text.replace('.', ''));
const chatBody = (content: string, more: object = {}) => ({
  model: demo.env.TOLLGATE_MODEL,
  messages: [{ role: 'user', content }],
  max_tokens: 100,
  ...more,
});

const FORMS: [name: string, path: string, body: () => object][] = [
  ['chat', '/chat/completions', () => chatBody('[[provider: delay=500]] Together.')],
  [
    'a stream',
    '/chat/completions',
    () => chatBody('[[provider: delay=300; chunk-delay=10]] Together.', { stream: true }),
  ],
  [
    'responses',
    '/responses',
    () => ({ model: demo.env.TOLLGATE_MODEL, input: '[[provider: delay=500]] Together.' }),
  ],
  [
    'streamed responses',
    '/responses',
    () => ({
      model: demo.env.TOLLGATE_MODEL,
      input: '[[provider: delay=300; chunk-delay=10]] Together.',
      stream: true,
    }),
  ],
  [
    'embeddings',
    '/embeddings',
    () => ({ model: 'demo/demo-embed', input: '[[provider: delay=500]] Together.' }),
  ],
];

describe.each(FORMS)('%s under one key', (name, path, bodyOf) => {
  const key = `together-${name.replace(' ', '-')}`;
  let first: Reply;

  test(`FE13 ${AT_ONCE} at once on two replicas: one provider call, one charge, equal bytes`, async () => {
    await grant('1');
    await demo.clearInvoice();
    const [before, settledBefore] = [await wallet(), await settlements()];
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => send(path, bodyOf(), key, { listener: index })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const types = replies.map(({ headers }) => headers['content-type']);
    expect(new Set(types).size).toBe(1);
    const ran = replies.filter(({ headers }) => headers['x-idempotent-replay'] === 'false');
    expect(ran).toHaveLength(1);
    const replayed = replies.filter(({ headers }) => headers['x-idempotent-replay'] === 'true');
    expect(replayed).toHaveLength(AT_ONCE - 1);
    expect(await demo.invoice()).toHaveLength(1);
    const after = await wallet();
    expect(after.reserved).toBe(NOTHING);
    expect(nano(after.consumed)).toBeGreaterThan(nano(before.consumed));
    expect((await settlements()) - settledBefore).toBe(1);
    first = replies[0] as Reply;
  });

  test('FE14 another body is refused on both replicas', async () => {
    const before = await wallet();
    for (const listener of [0, 1]) {
      const other = await send(path, { ...bodyOf(), user: 'somebody else' }, key, { listener });
      expect([other.status, codeOf(other)]).toEqual([409, 'idempotency_key_mismatch']);
      expect(other.headers['x-should-retry']).toBe('false');
    }
    expect(await wallet()).toEqual(before);
  });

  test('FE16 the answer is there after the wallet is empty, byte for byte', async () => {
    await empty();
    const before = await wallet();
    await demo.clearInvoice();
    for (const listener of [0, 1]) {
      const again = await send(path, bodyOf(), key, { listener });
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers['x-idempotent-replay']).toBe('true');
      expect(again.headers['x-svc-model']).toBe(first.headers['x-svc-model']);
    }
    expect(await demo.invoice()).toEqual([]);
    expect(await wallet()).toEqual(before);
  });

  test('FE18 a key whose call was refused for want of credit is free again', async () => {
    const fresh = `${key}-unpaid`;
    const refused = await send(path, bodyOf(), fresh);
    if (name === 'streamed responses') {
      // Clients send a 402 again, so a stream of this route tells of it in its own words.
      expect(refused.status).toBe(200);
      expect(refused.text).toContain('"code":"insufficient_quota"');
    } else expect([refused.status, codeOf(refused)]).toEqual([402, 'insufficient_credit']);
    await grant('1');
    const served = await send(path, bodyOf(), fresh, { listener: 1 });
    expect([served.status, served.headers['x-idempotent-replay']]).toEqual([200, 'false']);
  });
});

test('FE17 a suspended key gets no stored answer, a resumed one does', async () => {
  const [, path, bodyOf] = FORMS[0] ?? ['', '', () => ({})];
  const ask = () => send(path, bodyOf(), 'together-chat');
  await demo.platform('POST', `/users/${userId}/keys/${keyId}/suspend`);
  await eventually(async () => (await ask()).status === 403);
  expect(codeOf(await ask())).toBe('key_suspended');
  await demo.platform('POST', `/users/${userId}/keys/${keyId}/resume`);
  await eventually(async () => (await ask()).status === 200);
});

test('I-11 the stored answer is for keys whose own list has its model', async () => {
  const [, path, bodyOf] = FORMS[0] ?? ['', '', () => ({})];
  const listed = async (models: string[]): Promise<string> =>
    (
      await demo.platform<{ secret: string }>('POST', `/users/${userId}/keys`, {
        name: 'listed',
        mode: 'live',
        models,
      })
    ).body.secret;
  const ask = (by: string) => send(path, bodyOf(), 'together-chat', { by });
  const models = ['demo/demo-large', 'demo/demo-small'];
  const others = models.filter((model) => model !== demo.env.TOLLGATE_MODEL);
  const other = await ask(await listed(others.slice(0, 1)));
  expect([other.status, codeOf(other)]).toEqual([404, 'routing_error']);
  expect(other.headers['x-idempotent-replay']).toBeUndefined();
  const same = await ask(await listed([demo.env.TOLLGATE_MODEL]));
  expect([same.status, same.headers['x-idempotent-replay']]).toEqual([200, 'true']);
});

describe('I-12 the replay of a final failure', () => {
  test('says again that the same request will not fare better', async () => {
    await grant('1');
    const body = chatBody('[[provider: status=400]] x');
    const first = await send('/chat/completions', body, 'final');
    const again = await send('/chat/completions', body, 'final', { listener: 1 });
    expect([first.status, again.status, again.text]).toEqual([400, 400, first.text]);
    expect(again.headers['x-idempotent-replay']).toBe('true');
    expect([first, again].map(({ headers }) => headers['x-should-retry'])).toEqual([
      'false',
      'false',
    ]);
    expect(again.headers['x-svc-original-request-id']).toBe(first.headers['x-request-id']);
  });

  test('names the attempt that made it', async () => {
    const body = chatBody('[[provider: status=500]] x');
    const attempts: Reply[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      attempts.push(await send('/chat/completions', body, 'tired', { listener: attempt }));
    }
    const last = attempts.at(-1);
    const again = await send('/chat/completions', body, 'tired');
    expect([again.status, again.text]).toEqual([last?.status, last?.text]);
    expect(again.headers['x-should-retry']).toBe('false');
    expect(again.headers['x-svc-original-request-id']).toBe(last?.headers['x-request-id']);
    expect(again.text).toContain(String(last?.headers['x-request-id']));
  });
});

test('after all of this every rule of the ledger holds', async () => {
  await expectLedgerHolds(demo);
});
