import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { aSharedDemo } from '../support/shared-demo.ts';
import { formatCredits } from '@tollgate/money/credits';
import { eventually } from '../support/eventually.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import type { ChatCompletion, ChatUsage } from '@tollgate/contract/chat';
import type { ChatQuote } from '@tollgate/contract/chat-quote';

const START_MS = 180_000;
/** How long a caller waits whom a busy machine has refused. */
const BUSY_MS = 500;
/** How often such a caller asks again; a service that keeps refusing fails the test. */
const BUSY_TRIES_MAX = 10;
/** 12.5 % on list prices. */
const UPLIFT_BP = 1_250;
/** Pico-credits a token, as the demo prices its models: 0.5, 0.05 and 1.5 credits a million. */
const PRICE = { input: 500_000n, cache_read: 50_000n, output: 1_500_000n };

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  const { body } = await demo.user<{ id: string }>('GET', '/me');
  const set = await demo.platform('PUT', `/users/${body.id}/pricing-uplift`, {
    uplift_bp: UPLIFT_BP,
  });
  expect(set.status).toBe(200);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

interface Credits {
  available: string;
  reserved: string;
  granted: string;
  consumed: string;
}

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<Credits>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};

/** What a call costs, worked out by hand: pico-credits, uplift, one rounding up to nano. */
function byHand(usage: ChatUsage): bigint {
  const cached = BigInt(usage.prompt_tokens_details.cached_tokens);
  const input = BigInt(usage.prompt_tokens) - cached;
  const pico =
    input * PRICE.input +
    cached * PRICE.cache_read +
    BigInt(usage.completion_tokens) * PRICE.output;
  const scaled = pico * BigInt(10_000 + UPLIFT_BP);
  const unit = 10_000n * 1_000n;
  return (scaled + unit - 1n) / unit;
}

const message = (content: string) => [{ role: 'user', content }];

describe('a first call', () => {
  test('is answered, says how it was routed, and is charged to the nano-credit', async () => {
    const before = await consumed();
    const { status, headers, body } = await demo.v1<ChatCompletion>('/chat/completions', {
      model: demo.env.TOLLGATE_MODEL,
      messages: message('Say hello to the first caller.'),
    });
    expect(status).toBe(200);
    expect(body.choices[0]?.message.content).toContain('hello');
    expect(body.model).toBe(demo.env.TOLLGATE_MODEL);
    expect(headers).toMatchObject({
      'x-svc-provider': 'demo',
      'x-svc-model': demo.env.TOLLGATE_MODEL,
      'x-idempotent-replay': 'false',
      'x-svc-output-policy': 'managed',
      'x-svc-effective-max-tokens': '16384',
    });
    expect(headers['x-request-id']).toMatch(/^[\w.-]{1,128}$/);
    expect(await consumed()).toBe(before + byHand(body.usage));
    expect(headers['x-svc-charged']).toBe(formatCredits(byHand(body.usage)));
    expect(body.usage.cost).toBe(Number(headers['x-svc-charged']));
  });

  test('as a stream it ends with [DONE] and costs what its usage says', async () => {
    const before = await consumed();
    const { status, headers, body } = await demo.v1<string>('/chat/completions', {
      model: demo.env.TOLLGATE_MODEL,
      messages: message('Stream me a sentence.'),
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['x-svc-output-policy']).toBe('explicit');
    expect(headers['x-svc-effective-max-tokens']).toBe('50');
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
    const chunks = body
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: {'))
      .map((frame) => JSON.parse(frame.slice(6)) as { usage?: ChatUsage });
    const usage = chunks.at(-1)?.usage;
    expect(usage).toBeDefined();
    expect(await consumed()).toBe(before + byHand(usage as ChatUsage));
    expect(usage?.cost).toBe(Number(formatCredits(byHand(usage as ChatUsage))));
  });

  test('leaves outside the book what the verifier holds the charge against', async () => {
    const { headers } = await demo.v1(
      '/chat/completions',
      { model: demo.env.TOLLGATE_MODEL, messages: message('Leave a trace.') },
      { 'x-svc-max-credits': '2' },
    );
    const url = demo.stack.connections.databaseUrl;
    const owner = connectDatabase({ url, applicationName: 'paid-call', poolMax: 1 });
    const written = (): Promise<unknown> =>
      row(
        owner,
        `select v.user_id = r.user_id and v.actor_id = r.api_key_id as same_caller,
           q.receipt ->> 'hold_nano' = cast(r.amount_n as text) as same_hold,
           q.receipt ->> 'ceiling_nano' as ceiling, q.receipt ->> 'partial' as partial
         from audit.access_event v join billing.reservation r using (op_id)
         join requests.record q on q.id = v.op_id
         where v.request_id = :requestId`,
        { requestId: headers['x-request-id'] ?? '' },
      );
    try {
      await eventually(async () => (await written()) !== null);
      expect(await written()).toEqual({
        same_caller: true,
        same_hold: true,
        ceiling: '2000000000',
        partial: 'false',
      });
    } finally {
      await owner.destroy();
    }
  });

  test('leaves a transaction for the hold and one for the charge', async () => {
    const { body } = await demo.user<{ data: { type: string }[] }>('GET', '/credits/transactions');
    const kinds = body.data.map(({ type }) => type);
    expect(kinds).toEqual(expect.arrayContaining(['grant', 'reserve', 'settle']));
  });
});

describe('a quote', () => {
  const NANO_DECIMALS = 9;
  const nanoOf = (amount: string): bigint => BigInt(amount.replace('.', ''));
  const amountOf = (nano: bigint): string => {
    const digits = nano.toString().padStart(NANO_DECIMALS + 1, '0');
    return `${digits.slice(0, -NANO_DECIMALS)}.${digits.slice(-NANO_DECIMALS)}`;
  };
  const tool = {
    type: 'function',
    function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
  };
  const asked = () => ({
    model: demo.env.TOLLGATE_MODEL,
    messages: message('What may this cost?'),
    tools: [tool],
    max_tokens: 40,
    n: 2,
  });

  test('tells what a call is held at, to the nano-credit, and holds nothing itself', async () => {
    const before = await consumed();
    const { status, body } = await demo.v1<ChatQuote>('/chat/completions/quote', asked());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'chat.completion.quote',
      model: demo.env.TOLLGATE_MODEL,
      output_tokens: 80,
      output_policy: 'explicit',
      uplift_bp: UPLIFT_BP,
      images: 0,
    });
    const most = nanoOf(body.max_cost);
    const prompt = BigInt(body.input_tokens) * PRICE.input;
    const scaled = prompt * BigInt(10_000 + UPLIFT_BP);
    expect(nanoOf(body.input_cost)).toBe((scaled + 9_999_999n) / 10_000_000n);
    expect(await consumed()).toBe(before);
    const at = (nano: bigint) =>
      demo.v1<ChatCompletion & { error?: { code: string; required: string } }>(
        '/chat/completions',
        asked(),
        { 'x-svc-max-credits': amountOf(nano) },
      );
    const below = await at(most - 1n);
    expect([below.status, below.body.error?.code]).toEqual([402, 'max_credits_exceeded']);
    expect((await at(most)).status).toBe(200);
    const charged = (await consumed()) - before;
    expect(charged > 0n && charged <= most).toBe(true);
  });

  test('costs nothing where the sandbox answers', async () => {
    const { body } = await demo.v1<ChatQuote>(
      '/chat/completions/quote',
      { ...asked(), model: 'sandbox/echo' },
      { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` },
    );
    expect(body).toMatchObject({ max_cost: '0.000000000', input_cost: '0.000000000' });
  });
});

describe('prices of other kinds', () => {
  const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
  const LONG = '7, '.repeat(1_000);
  const long_context = [{ above_input_tokens: 400, prices: { input: '1', output: '3' } }];
  const prices = {
    input: '0.5',
    cache_read: '0.05',
    output: '1.5',
    reasoning: '1.5',
    request: '0.001',
    image: '0.002',
  };
  let model: { id: string; dimensions: string[] };

  interface Receipt {
    receipt: { cost: string; lines: { dimension: string; quantity: number; unit_price: string }[] };
  }

  /** Makes a call; gives what the wallet lost and the receipt. */
  const paid = async (content: unknown) => {
    const before = await consumed();
    const { status, headers } = await demo.v1('/chat/completions', {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content }],
      max_tokens: 20,
    });
    expect(status).toBe(200);
    const id = headers['x-request-id'];
    const look = () => demo.user<Receipt>('GET', `/requests/${String(id)}`);
    await eventually(async () => (await look()).status === 200);
    const { body } = await look();
    expect(body).toMatchObject({ public_id: id, request_id: id });
    return { charged: (await consumed()) - before, receipt: body.receipt };
  };
  const setPrices = async (body: { prices: object; long_context?: unknown }): Promise<void> => {
    expect((await demo.platform('POST', `/models/${model.id}/prices`, body)).status).toBe(201);
    // A replica knows of a new version once it has looked at the change log again.
    await eventually(async () => {
      const { lines } = (await paid('Which prices?')).receipt;
      const hasFee = lines.some(({ dimension }) => dimension === 'request');
      return hasFee === 'request' in body.prices;
    });
  };

  test('a call, an image and a long prompt are held and charged as the receipt says', async () => {
    const listed = await demo.platform<(typeof model)[]>(
      'GET',
      `/models?public_id=${encodeURIComponent(demo.env.TOLLGATE_MODEL)}`,
    );
    model = listed.body[0] ?? { id: '', dimensions: [] };
    await setPrices({ prices, long_context });
    const worth = ({ lines }: Receipt['receipt']): bigint => {
      const pico = lines.reduce((sum, { quantity, unit_price }) => {
        const [whole = '0', fraction = ''] = unit_price.split('.');
        return sum + BigInt(quantity) * BigInt(whole + fraction.padEnd(12, '0'));
      }, 0n);
      const scaled = pico * BigInt(10_000 + UPLIFT_BP);
      return (scaled + 9_999_999n) / 10_000_000n;
    };
    const priceOf = ({ lines }: Receipt['receipt'], name: string) =>
      lines.find(({ dimension }) => dimension === name);

    const short = await paid([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: IMAGE } },
      { type: 'image_url', image_url: { url: IMAGE } },
    ]);
    expect(priceOf(short.receipt, 'image')).toMatchObject({ quantity: 2 });
    expect(priceOf(short.receipt, 'request')).toMatchObject({ quantity: 1 });
    expect(priceOf(short.receipt, 'output')?.unit_price).toBe('0.000001500000');
    expect(short.charged).toBe(worth(short.receipt));

    const long = await paid(LONG);
    expect(priceOf(long.receipt, 'image')).toBeUndefined();
    expect(priceOf(long.receipt, 'output')?.unit_price).toBe('0.000003000000');
    expect(long.charged).toBe(worth(long.receipt));
    await setPrices({
      prices: { input: '0.5', cache_read: '0.05', output: '1.5', reasoning: '1.5' },
      long_context: [],
    });
  });
});

describe('keys', () => {
  test('a test key sees the sandbox only, a live key never sees it', async () => {
    const testKey = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
    const test = await demo.v1<{ data: { id: string }[] }>('/models', undefined, testKey);
    const live = await demo.v1<{ data: { id: string }[] }>('/models');
    expect(test.body.data.length).toBeGreaterThan(0);
    expect(test.body.data.every(({ id }) => id.startsWith('sandbox/'))).toBe(true);
    expect(live.body.data.some(({ id }) => id.startsWith('sandbox/'))).toBe(false);
    expect(live.body.data.map(({ id }) => id)).toContain(demo.env.TOLLGATE_MODEL);
  });

  test('a test key is answered free of charge', async () => {
    const before = await consumed();
    const { status, headers } = await demo.v1(
      '/chat/completions',
      { model: 'sandbox/echo', messages: message('hi') },
      { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` },
    );
    expect(status).toBe(200);
    expect(headers['x-svc-provider']).toBe('sandbox');
    expect(await consumed()).toBe(before);
  });

  test('a suspended key is refused, and works again when resumed', async () => {
    const { body: key } = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'to be suspended',
      mode: 'live',
    });
    const call = async (): Promise<string> => {
      const answer = await demo.v1<{ error?: { code: string } }>('/models', undefined, {
        authorization: `Bearer ${key.secret}`,
      });
      return answer.body.error?.code ?? String(answer.status);
    };
    expect(await call()).toBe('200');
    await demo.user('POST', `/keys/${key.id}/suspend`);
    await eventually(async () => (await call()) === 'key_suspended');
    await demo.user('POST', `/keys/${key.id}/resume`);
    await eventually(async () => (await call()) === '200');
  });
});

describe('refusals', () => {
  test.each<[string, unknown, Record<string, string>, number, string]>([
    ['no key', {}, { authorization: '' }, 401, 'unauthenticated'],
    ['an unknown model', { model: 'demo/none', messages: message('x') }, {}, 404, 'routing_error'],
    ['no messages', { model: 'demo/demo-small', messages: [] }, {}, 400, 'invalid_request'],
    [
      'a parameter the model does not take',
      { model: 'demo/demo-small', messages: message('x'), parallel_tool_calls: false },
      {},
      400,
      'unsupported_parameter',
    ],
    [
      'a ceiling below the estimate',
      { model: 'demo/demo-small', messages: message('x') },
      { 'x-svc-max-credits': '0.000000001' },
      402,
      'max_credits_exceeded',
    ],
  ])('%s: nothing is sent and nothing is held', async (_name, body, headers, status, code) => {
    await demo.clearInvoice();
    const before = await consumed();
    const answer = await demo.v1<{ error: Record<string, unknown> }>(
      '/chat/completions',
      body,
      headers,
    );
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code, request_id: expect.any(String) as string });
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(await demo.invoice()).toEqual([]);
    expect(await consumed()).toBe(before);
  });
});

describe('idempotency', () => {
  test.each([false, true])('the same key runs once (stream: %s)', async (stream) => {
    await demo.clearInvoice();
    const before = await consumed();
    const body = { model: demo.env.TOLLGATE_MODEL, messages: message('Once only.'), stream };
    const headers = { 'idempotency-key': `once-${stream}` };
    const first = await demo.v1('/chat/completions', body, headers);
    const charged = (await consumed()) - before;
    const second = await demo.v1('/chat/completions', body, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['x-idempotent-replay']).toBe('true');
    expect(second.headers['x-svc-model']).toBe(first.headers['x-svc-model']);
    expect((await consumed()) - before).toBe(charged);
    expect(await demo.invoice()).toHaveLength(1);
    const other = await demo.v1<{ error: { code: string } }>(
      '/chat/completions',
      { ...body, messages: message('Something else.') },
      headers,
    );
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
  });
});

describe('B1 300 parallel calls against credit for 100', () => {
  test('100 are served, 200 answered 402, the wallet ends at zero, and the invoice agrees', async () => {
    const created = await demo.platform<{ id: string }>('POST', '/users', {
      email: 'parallel@example.com',
      name: 'Parallel',
      password: 'a long enough password 1',
    });
    expect(created.status).toBe(201);
    const userId = created.body.id;
    const key = await demo.platform<{ secret: string }>('POST', `/users/${userId}/keys`, {
      name: 'parallel',
      mode: 'live',
    });
    const headers = { authorization: `Bearer ${key.body.secret}` };
    // More than was allowed, under a ceiling of the hold: the same cost for every call.
    const body = {
      model: demo.env.TOLLGATE_MODEL,
      messages: message('[[provider: tokens input=30 output=36]] x'),
      max_tokens: 20,
    };
    const wanted = await demo.v1<{ error: { required: string } }>(
      '/chat/completions',
      body,
      headers,
    );
    expect(wanted.status).toBe(402);
    const capped = { ...headers, 'x-svc-max-credits': wanted.body.error.required };
    const hold = BigInt(wanted.body.error.required.replace('.', ''));
    const amount = hold * 100n;
    const text = `${amount / 1_000_000_000n}.${(amount % 1_000_000_000n).toString().padStart(9, '0')}`;
    const granted = await demo.platform('POST', `/users/${userId}/credit-grants`, { amount: text });
    expect(granted.status).toBe(201);
    await demo.clearInvoice();
    const call = async (triesLeft: number): Promise<Answer> => {
      const answer = await demo.v1('/chat/completions', body, capped);
      if (answer.status !== 503 || triesLeft === 0) return answer;
      await pause(BUSY_MS);
      return call(triesLeft - 1);
    };
    const answers = await Promise.all(Array.from({ length: 300 }, () => call(BUSY_TRIES_MAX)));
    const count = (status: number): number => answers.filter((one) => one.status === status).length;
    expect({ served: count(200), refused: count(402) }).toEqual({ served: 100, refused: 200 });
    expect(await demo.invoice()).toHaveLength(100);
    const { body: users } = await demo.platform<{ id: string; credits: Credits }[]>(
      'GET',
      '/users',
    );
    const wallet = users.find(({ id }) => id === userId)?.credits;
    expect(wallet).toMatchObject({
      available: '0.000000000',
      reserved: '0.000000000',
      consumed: text,
    });
    await expectLedgerHolds(demo);
  });
});

test('O01 the admin plane does not exist at the public listener', async () => {
  const root = demo.env.TOLLGATE_BASE_URL.replace(/\/v1$/, '');
  expect(root).not.toBe(demo.env.TOLLGATE_ADMIN_URL);
  const { status, body } = await demo.user<{ error: { code: string } }>('GET', '/platform/users');
  expect([status, body.error.code]).toEqual([404, 'not_found']);
});

describe('what the ledger says of a call', () => {
  let owner: Knex;
  beforeAll(() => {
    const url = demo.stack.connections.databaseUrl;
    owner = connectDatabase({ url, applicationName: 'paid-call', poolMax: 1 });
  });
  afterAll(() => owner?.destroy());

  const entries = async (): Promise<bigint> => {
    const found = await row<{ entries: bigint }>(
      owner,
      'select count(*) as entries from billing.entry',
    );
    return found?.entries ?? -1n;
  };
  const chat = (content: string, headers: Record<string, string> = {}, more: object = {}) =>
    demo.v1<{ status_url?: string }>(
      '/chat/completions',
      { model: demo.env.TOLLGATE_MODEL, messages: message(content), ...more },
      headers,
    );

  test('I21 a replay, a poll and every refusal write no entry', async () => {
    const once = { 'idempotency-key': 'i21' };
    expect((await chat('Once.', once)).status).toBe(200);
    const operation = await chat('Later.', { prefer: 'respond-async' });
    expect(operation.status).toBe(202);
    const poll = (headers: Record<string, string> = {}) =>
      demo.v1((operation.body.status_url ?? '').replace(/^.*\/v1/, ''), undefined, headers);
    await eventually(async () => (await poll()).status === 200);
    const before = await entries();
    const statuses = [
      await chat('Once.', once),
      await chat('Twice.', once),
      await poll(),
      await poll({ authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` }),
      await chat('Bad.', {}, { temperature: 'hot' }),
      await chat('Who?', { authorization: 'Bearer nobody' }),
      await chat('Nothing.', {}, { model: 'demo/nothing' }),
      await chat('Too dear.', { 'x-svc-max-credits': '0.000000001' }),
      await chat('Once.', { 'idempotency-key': 'k'.repeat(201) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 409, 200, 404, 400, 401, 404, 402, 400]);
    expect(await entries()).toBe(before);
  });

  test('I22 the invoice of the provider and the charges are the same calls, token by token', async () => {
    await demo.clearInvoice();
    const begun = await row<{ now: string }>(owner, 'select cast(now() as text) as now');
    const texts = ['One.', 'Two and some more words.', 'Three, and then a good deal more of them.'];
    await Promise.all([
      ...texts.map((text) => chat(text)),
      ...texts.map((text) => chat(`${text} Streamed.`, {}, { stream: true })),
      chat('[[provider: status=500]] Refused.'),
    ]);
    await eventually(async () => (await consumed()) >= 0n);
    const charges = await rows<{ usage: Record<string, number> }>(
      owner,
      `select usage from billing.reservation
       where created_at >= cast(:begun as timestamptz) and charged_n > 0`,
      { begun: begun?.now ?? '' },
    );
    const sum = (usage: Record<string, number>, names: string[]): number =>
      names.reduce((total, name) => total + (usage[name] ?? 0), 0);
    const charged = charges.map(({ usage }) => [
      sum(usage, ['input', 'cache_read', 'cache_write']),
      sum(usage, ['output', 'reasoning']),
    ]);
    const served = (await demo.invoice())
      .filter(({ finished }) => finished === 'whole')
      .map((line) => [line.prompt_tokens, line.completion_tokens]);
    expect(served).toHaveLength(2 * texts.length);
    expect(charged.map(String).sort()).toEqual(served.map(String).sort());
  });
});
