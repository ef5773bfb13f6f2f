import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import got from 'got';
import OpenAI, { RateLimitError } from 'openai';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { scrape, sumOf } from '../support/scrape.ts';

const START_MS = 240_000;

interface Reply {
  error?: { code: string; param: string; message: string; required?: string };
  usage?: { total_tokens: number };
}

let demo: Demo;
let owner: Knex;
beforeAll(async () => {
  demo = await aDemo({
    replicas: { inference: 2, edge: 2 },
    env: { REPLICAS: '2' },
  });
  const logger = createLogger('test', 'silent');
  const url = demo.stack.connections.databaseUrl;
  owner = connectDatabase({ url, applicationName: 'test', logger, poolMax: 1 });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

async function aKey(limits: object, mode = 'live'): Promise<string> {
  const made = await demo.user<{ secret: string }>('POST', '/keys', { name: 'k', mode, limits });
  expect(made.status).toBe(201);
  return made.body.secret;
}

const bodyOf = (content: string, more: object = {}) => ({
  model: demo.env.TOLLGATE_MODEL,
  messages: [{ role: 'user', content }],
  max_tokens: 50,
  ...more,
});

/** How many processes of inference count without Redis. */
async function countedAlone(): Promise<number> {
  const urls = Object.entries(demo.stack.urls).filter(([name]) =>
    name.startsWith('inference-metrics'),
  );
  const all = await Promise.all(urls.map(([, url]) => scrape(url)));
  return sumOf(all.flat(), 'tollgate_limiter_is_local');
}

const ask = (secret: string, content = 'Hello', more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/chat/completions', bodyOf(content, more), { authorization: `Bearer ${secret}` });

async function holds(): Promise<number> {
  const { rows } = await owner.raw('select count(*)::integer as holds from billing.reservation');
  return rows[0].holds as number;
}

/**
 * A limit of six a minute allows one more request after ten seconds, and Redis takes its time to
 * come back.
 */
const FREED_WITHIN_MS = 30_000;

async function eventually(look: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await look())) {
    if (performance.now() > until) throw new Error('it did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function expectRefused(answer: Answer<Reply>, code: string, param: string): void {
  expect(answer.body.error).toMatchObject({ code, param });
  expect(answer.status).toBe(429);
  expect(answer.headers['x-should-retry']).toBe(String(code === 'rate_limit_exceeded'));
}

const rateHeaders = ({ headers }: Answer) =>
  Object.entries(headers).filter(([name]) => name.startsWith('x-ratelimit-'));

describe('headers', () => {
  test('tell what is left, also in a stream; keys without limits have none', async () => {
    const secret = await aKey({ requests_per_minute: 5, tokens_per_minute: 100_000 });
    const whole = await ask(secret);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(rateHeaders(whole))).toEqual({
      'x-ratelimit-limit-requests': '5',
      'x-ratelimit-remaining-requests': '4',
      'x-ratelimit-reset-requests': expect.stringMatching(/^\d+s$/),
      'x-ratelimit-limit-tokens': '100000',
      'x-ratelimit-remaining-tokens': expect.stringMatching(/^99\d{3}$/),
      'x-ratelimit-reset-tokens': expect.stringMatching(/^\d+s$/),
    });
    const streamed = await ask(secret, 'Hello', { stream: true });
    expect(streamed.headers['x-ratelimit-remaining-requests']).toBe('3');
    expect(rateHeaders(await ask(demo.env.TOLLGATE_API_KEY))).toEqual([]);
  });
});

describe('requests a minute', () => {
  test('a refused call reaches neither the wallet nor the provider', async () => {
    const secret = await aKey({ requests_per_minute: 2 });
    expect((await ask(secret)).status).toBe(200);
    expect((await ask(secret)).status).toBe(200);
    const before = { holds: await holds(), invoice: (await demo.invoice()).length };
    const refused = await ask(secret);
    expectRefused(refused, 'rate_limit_exceeded', 'requests_per_minute');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['x-ratelimit-remaining-requests']).toBe('0');
    expect({ holds: await holds(), invoice: (await demo.invoice()).length }).toEqual(before);
  });

  test('the SDK knows the error', async () => {
    const apiKey = await aKey({ requests_per_minute: 1 });
    const baseURL = demo.env.TOLLGATE_BASE_URL;
    const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const call = () =>
      client.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages, max_tokens: 9 });
    await call();
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', param: 'requests_per_minute' });
  });

  test('two replicas share one bound', async () => {
    const secret = await aKey({ requests_per_minute: 10 });
    const second = demo.stack.urls['public-2'] ?? '';
    const askSecond = async (): Promise<number> => {
      const response = await got.post(`${second}/v1/chat/completions`, {
        headers: { authorization: `Bearer ${secret}` },
        json: bodyOf('Hello'),
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      return response.statusCode;
    };
    const statuses = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 2 === 0 ? ask(secret).then(({ status }) => status) : askSecond(),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  test('test keys have limits too', async () => {
    const secret = await aKey({ requests_per_minute: 1, concurrent_requests: 1 }, 'test');
    const headers = { authorization: `Bearer ${secret}` };
    const listed = await demo.v1<{ data: { id: string; capability: string }[] }>(
      '/models',
      undefined,
      headers,
    );
    const model = listed.body.data.find(({ capability }) => capability === 'chat')?.id;
    expect((await ask(secret, 'Hello', { model })).status).toBe(200);
    const refused = await ask(secret, 'Hello', { model });
    expectRefused(refused, 'rate_limit_exceeded', 'requests_per_minute');
  });

  test("the user's limit holds for all keys together, within a second", async () => {
    const { id } = (await demo.user<{ id: string }>('GET', '/me')).body;
    const secrets = [await aKey({}), await aKey({ requests_per_minute: 100 })];
    for (const secret of secrets) expect((await ask(secret)).status).toBe(200);
    const set = await demo.platform('PUT', `/users/${id}/limits`, { requests_per_minute: 2 });
    expect(set.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    try {
      const [first = '', second = ''] = secrets;
      expect((await ask(first)).headers['x-ratelimit-limit-requests']).toBe('2');
      expect((await ask(second)).headers['x-ratelimit-limit-requests']).toBe('2');
      const refused = await ask(first);
      expectRefused(refused, 'rate_limit_exceeded', 'requests_per_minute');
      expect(refused.body.error?.message).toContain('of this account');
    } finally {
      await demo.platform('PUT', `/users/${id}/limits`, {});
      await eventually(async () => rateHeaders(await ask(demo.env.TOLLGATE_API_KEY)).length === 0);
    }
  });
});

describe('requests at one time', () => {
  test('C34: no more than the limit run; others wait a second', async () => {
    const secret = await aKey({ concurrent_requests: 2 });
    const slow = '[[provider: delay=1000]]';
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(secret, slow)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expectRefused(answer, 'rate_limit_exceeded', 'concurrent_requests');
      expect(answer.headers['retry-after']).toBe('1');
    }
  });

  test('a slot is free again with the last byte, whatever the end was', async () => {
    const secret = await aKey({ concurrent_requests: 1 });
    for (let round = 0; round < 5; round += 1) {
      expect((await ask(secret)).status).toBe(200);
      expect((await ask(secret, 'Hello', { stream: true })).status).toBe(200);
      expect((await ask(secret, '[[provider: status=500]]')).status).toBe(502);
    }
  });
});

describe('a crash', () => {
  test('frees the slots of the process within their lease', async () => {
    const secret = await aKey({ concurrent_requests: 1 });
    const lost = ask(secret, '[[provider: delay=30000]]').catch(() => undefined);
    await eventually(async () => (await demo.invoice()).at(-1)?.finished === null);
    expectRefused(await ask(secret), 'rate_limit_exceeded', 'concurrent_requests');
    // Processes take turns, so that either may have the call.
    for (const name of ['inference', 'inference-2']) await demo.stack.kill(name, 'SIGKILL');
    await lost;
    for (const name of ['inference', 'inference-2']) await demo.stack.ready(name);
    // A machine may take longer to start the process again than the lease lasts, so nothing is said
    // of the time between.
    await eventually(async () => (await ask(secret)).status === 200);
  });
});

describe('tokens a minute', () => {
  test('the bound is taken first and corrected by what was used', async () => {
    const secret = await aKey({ tokens_per_minute: 100_000 });
    const more = { max_tokens: 20_000 };
    const first = await ask(secret, 'Hello', more);
    const left = Number(first.headers['x-ratelimit-remaining-tokens']);
    expect(left).toBeLessThan(90_000);
    const used = first.body.usage?.total_tokens ?? Number.NaN;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const second = await ask(secret, 'Hello', more);
    const between = left - Number(second.headers['x-ratelimit-remaining-tokens']);
    expect(between).toBeGreaterThanOrEqual(0);
    expect(between).toBeLessThanOrEqual(used);
  });

  test('a request larger than the whole limit is final', async () => {
    const secret = await aKey({ tokens_per_minute: 1_000 });
    const refused = await ask(secret, 'Hello', { max_tokens: 2_000 });
    expectRefused(refused, 'quota_exceeded', 'tokens_per_minute');
    expect((await ask(secret)).status).toBe(200);
  });
});

describe('credits', () => {
  test.each(['credits_per_day', 'credits_per_month'])(
    '%s: the hold counts at first, then the charge',
    async (name) => {
      const tiny = { 'x-svc-max-credits': '0.000000001' };
      const asked = await demo.v1<Reply>('/chat/completions', bodyOf('Hello'), tiny);
      const hold = asked.body.error?.required ?? '';
      const secret = await aKey({ [name]: hold });
      expect((await ask(secret)).status).toBe(200);
      const refused = await ask(secret);
      expectRefused(refused, 'quota_exceeded', name);
      expect((await ask(secret, 'Hello', { max_tokens: 1 })).status).toBe(200);
    },
  );
});

describe('a call that is answered later', () => {
  test.each([
    ['done', 'Hello'],
    ['failed', '[[provider: status=400]]'],
  ])('%s: the worker puts right what the bound has taken', async (state, content) => {
    const tiny = { 'x-svc-max-credits': '0.000000001' };
    const asked = await demo.v1<Reply>('/chat/completions', bodyOf(content), tiny);
    const hold = asked.body.error?.required ?? '';
    const secret = await aKey({ credits_per_day: hold });
    const headers = { authorization: `Bearer ${secret}` };
    const sent = await demo.v1<{ id: string }>('/chat/completions', bodyOf(content), {
      ...headers,
      prefer: 'respond-async',
    });
    expect(sent.status).toBe(202);
    const path = `/async/${sent.body.id}`;
    const poll = () => demo.v1<Reply>(path, undefined, headers);
    await eventually(async () => (await poll()).status !== 202);
    expect((await poll()).status).toBe(state === 'done' ? 200 : 400);
    await eventually(async () => (await ask(secret, 'Hello', { max_tokens: 1 })).status === 200);
  });
});

describe('Redis away', () => {
  test('FF08: every replica gives out its part, and the limits are shared again afterwards', async () => {
    const secret = await aKey({ requests_per_minute: 6 });
    await demo.stack.stop('redis');
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 16; count += 1) statuses.push((await ask(secret)).status);
      // Three for each of the two that take turns, and never more than the whole.
      const served = statuses.filter((status) => status === 200).length;
      expect([served >= 3, served <= 6, statuses.at(-1)]).toEqual([true, true, 429]);
      expect((await ask(demo.env.TOLLGATE_API_KEY)).status).toBe(200);
    } finally {
      await demo.stack.start('redis');
    }
    // What was served meanwhile counts in Redis too.
    await eventually(async () => (await ask(secret)).status === 200, FREED_WITHIN_MS);
  });

  test('FF09: a Redis that hangs is waited for once', async () => {
    const secret = await aKey({ requests_per_minute: 1_000 });
    expect((await ask(secret)).status).toBe(200);
    await demo.stack.kill('redis', 'SIGSTOP');
    try {
      await eventually(async () => {
        expect((await ask(secret)).status).toBe(200);
        return (await countedAlone()) === 2;
      });
      // Whoever counts alone asks Redis nothing, until a probe has an answer.
      for (let count = 0; count < 20; count += 1) {
        expect((await ask(secret)).status).toBe(200);
        expect(await countedAlone()).toBe(2);
      }
    } finally {
      await demo.stack.kill('redis', 'SIGCONT');
    }
    await eventually(async () => {
      const { headers } = await ask(secret);
      return Number(headers['x-ratelimit-remaining-requests']) > 900;
    });
  });
});
