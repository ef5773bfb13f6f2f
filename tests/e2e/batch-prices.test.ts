import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { RequestDetail, RequestOut } from '@tollgate/contract/request-records';
import got from 'got';
import type OpenAI from 'openai';
import { begin, clientOf, ended, untilAtBatchPrice } from '../support/a-batch.ts';
import type { EndedBatch } from '../support/a-batch.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { aBedrockStore, RECORDS_MIN } from '../support/bedrock-store.ts';
import type { BedrockStore } from '../support/bedrock-store.ts';
import { hasGo } from '../support/s3-server.ts';

const START_MS = 240_000;
const TEST_MS = 90_000;
const MINI = 'openai/gpt-4o-mini';
const EMBED = 'openai/text-embedding-3-small';
const CLAUDE = 'anthropic/claude-haiku-4-5';
const GEMINI = 'google/gemini-2.5-flash';
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
/** Credits for a million tokens at the batch price: half of what families are set up with. */
const HALF: Readonly<Record<string, string>> = {
  input: '0.5',
  cache_read: '0.05',
  cache_write: '0.625',
  output: '2',
  reasoning: '2',
};

let demo: Demo;
let client: OpenAI;
let store: BedrockStore | undefined;
beforeAll(async () => {
  demo = await aSharedDemo();
  client = clientOf(demo);
  await setUpFamily(demo, { ...OPENAI, models: [MINI, EMBED] });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  store = hasGo ? await aBedrockStore(demo, [NOVA]) : undefined;
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await store?.drop();
}, START_MS);
beforeEach(() => demo.clearInvoice());

const modelOf = async (id: string): Promise<PlatformModelOut> => {
  const { body } = await demo.platform<PlatformModelOut[]>('GET', '/models');
  return body.find(({ public_id }) => public_id === id) as PlatformModelOut;
};

/** Gives a model a batch price of each kind of token beside its prices. */
async function priceBatches(id: string): Promise<void> {
  const model = await modelOf(id);
  expect(model.has_batch_prices).toBe(true);
  const half = model.dimensions.map((name) => [`batch_${name}`, HALF[name]] as const);
  const prices = { ...model.price?.prices, ...Object.fromEntries(half) };
  const { status } = await demo.platform('POST', `/models/${model.id}/prices`, { prices });
  expect(status).toBe(201);
  await eventually(async () => {
    const { data } = (await client.models.list()) as unknown as {
      data: { id: string; pricing: object | null }[];
    };
    const pricing = data.find((one) => one.id === id)?.pricing ?? {};
    return 'batch_input' in pricing;
  }, 'callers do not see the batch price');
}

/** The credits of a line, which its body has as a number. */
const nanoOf = (credits: unknown): bigint => BigInt(Math.round(Number(credits) * 1e9));
const nano = (text: string): bigint => BigInt(text.replace('.', ''));
const line = (customId: string, model: string, text: string): object => ({
  custom_id: customId,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model, messages: [{ role: 'user', content: text }], max_tokens: 100 },
});

async function detailOf(requestId: string): Promise<RequestDetail> {
  const path = `/requests?request_id=${requestId}`;
  const listed = async (): Promise<string | undefined> =>
    (await demo.user<{ data: RequestOut[] }>('GET', path)).body.data[0]?.public_id;
  await eventually(async () => (await listed()) !== undefined);
  return (await demo.user<RequestDetail>('GET', `/requests/${await listed()}`)).body;
}

/** What each answered line was charged, by its own usage at the batch price. */
function expectHalf({ batch, output }: EndedBatch): void {
  const worth = output.map(({ response, price }) => {
    const usage = response?.body.usage as Record<string, number | string>;
    const input = Number(usage['prompt_tokens'] ?? usage['input_tokens'] ?? 0);
    const output = Number(usage['completion_tokens'] ?? usage['output_tokens'] ?? 0);
    expect(price).toBe('batch');
    const cost = BigInt(input * 500 + output * 2_000);
    if (usage['cost'] !== undefined) expect(nanoOf(usage['cost'])).toBe(cost);
    return cost;
  });
  expect(nano(batch.cost)).toBe(worth.reduce((sum, one) => sum + one, 0n));
}

const pathsOf = async (): Promise<string[]> => (await demo.invoice()).map(({ path }) => path);

/** How many files and jobs are at the providers. */
async function leftAtProviders(): Promise<number> {
  const look = async (path: string, headers: Record<string, string>): Promise<number> => {
    const url = `${demo.stack.urls['provider']}${path}`;
    const { data, operations } = await got(url, { headers }).json<
      Record<string, unknown[] | undefined>
    >();
    return (data ?? operations ?? []).length;
  };
  const files = await look('/openai/v1/files', { authorization: 'Bearer look' });
  const jobs = await look('/v1beta/batches', { 'x-goog-api-key': 'look' });
  const messages = await look('/v1/messages/batches', {
    'x-api-key': 'look',
    'anthropic-version': '2023-06-01',
  });
  return files + jobs + messages;
}

test(
  'lines run over the batch interface of their provider at its price, one job a model',
  async () => {
    await priceBatches(MINI);
    await priceBatches(GEMINI);
    await untilAtBatchPrice(client, line('early', GEMINI, 'Say none'));
    await demo.clearInvoice();
    const texts = ['one', 'two', 'three'];
    const lines = [MINI, GEMINI].flatMap((model) =>
      texts.map((text) => line(`${model}-${text}`, model, `Say ${text}`)),
    );
    const own = line('plain', demo.env.TOLLGATE_MODEL, 'Say four');
    const done = await ended(client, (await begin(client, [...lines, own])).id);
    expect([done.errors, done.batch.status]).toEqual([[], 'completed']);
    expect(done.batch).toMatchObject({
      lines_at_batch_price: 6,
      request_counts: { total: 7, completed: 7, failed: 0 },
    });
    const plain = done.output.pop();
    expect([plain?.custom_id, plain?.price]).toEqual(['plain', 'standard']);
    expect(done.output.map(({ custom_id }) => custom_id)).toEqual(
      [MINI, GEMINI].flatMap((model) => texts.map((text) => `${model}-${text}`)),
    );
    const cost = nanoOf(plain?.response?.body.usage?.['cost']);
    const total = (nano(done.batch.cost) - cost).toString().padStart(10, '0');
    expectHalf({ ...done, batch: { ...done.batch, cost: total } });
    const paths = await pathsOf();
    expect(paths.filter((path) => path === '/openai/v1/batches')).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith(':batchGenerateContent'))).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith(':generateContent'))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('#batch'))).toHaveLength(6);
    const detail = await detailOf(`${done.batch.id}-1`);
    expect(detail.receipt).toMatchObject({ service_tier: { asked: 'batch' } });
    expect(detail.receipt?.lines.map(({ dimension }) => dimension)).toEqual([
      'batch_input',
      'batch_output',
    ]);
    // The hours that a job may take say nothing about how fast a model answers.
    const sums = await demo.platform('GET', `/analytics?model=${encodeURIComponent(MINI)}`);
    expect(sums.body).toMatchObject({ succeeded: 3, latency_ms: null });
    // Nothing of the caller stays at a provider.
    await eventually(async () => (await leftAtProviders()) === 0, 'files stay at a provider');
    await expectLedgerHolds(demo);
  },
  TEST_MS,
);

test(
  'messages go over Message Batches, embeddings over files: each at its batch price',
  async () => {
    await priceBatches(CLAUDE);
    await priceBatches(EMBED);
    const url = '/v1/embeddings';
    const early = {
      custom_id: 'early',
      method: 'POST',
      url,
      body: { model: EMBED, input: 'none' },
    };
    await untilAtBatchPrice(client, early, url);
    await demo.clearInvoice();
    const messages = [{ role: 'user', content: 'Hello' }];
    const bodies = [
      ['/v1/messages', { model: CLAUDE, messages, max_tokens: 100 }],
      ['/v1/responses', { model: MINI, input: 'Hello', max_output_tokens: 100 }],
      ['/v1/embeddings', { model: EMBED, input: ['one', 'two'] }],
    ] as const;
    const begun: string[] = [];
    for (const [url, body] of bodies) {
      const asked = { custom_id: 'it', method: 'POST', url, body };
      begun.push((await begin(client, [asked], url)).id);
    }
    for (const id of begun) {
      const done = await ended(client, id);
      expect([done.errors, done.batch.status]).toEqual([[], 'completed']);
      expectHalf(done);
      expect(nano(done.batch.cost)).toBeGreaterThan(0n);
    }
    // A file is uploaded first where the provider takes files.
    const paths = await pathsOf();
    expect(paths.filter((path) => path === '/v1/messages/batches')).toHaveLength(1);
    expect(paths.filter((path) => path === '/openai/v1/files')).toHaveLength(2);
    await eventually(async () => (await leftAtProviders()) === 0, 'files stay at a provider');
  },
  TEST_MS,
);

test(
  'results may come late, twice, under unknown names or not at all: each line ends once',
  async () => {
    const before = (await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed;
    const lines = [
      line('twice', MINI, '[batch: twice] Say one'),
      line('missing', MINI, '[batch: missing] Say two'),
      line('expired', MINI, '[batch: expired] Say three'),
      line('stranger', MINI, '[batch: stranger] Say four'),
      line('refused', MINI, '[[provider: status=400]] Say five'),
      line('tier', MINI, 'Say six'),
    ];
    const tier = lines.at(-1) as { body: object };
    const flex = { ...tier, body: { ...tier.body, service_tier: 'flex' } };
    const { batch, output, errors } = await ended(
      client,
      (await begin(client, [...lines.slice(0, -1), flex])).id,
    );
    expect(output.map(({ custom_id, price }) => [custom_id, price])).toEqual([
      ['twice', 'batch'],
      // What the provider has not answered is run by our workers.
      ['missing', 'standard'],
      ['expired', 'standard'],
      ['stranger', 'batch'],
    ]);
    expect(errors.map(({ custom_id, response }) => [custom_id, response?.status_code])).toEqual([
      ['refused', 400],
      ['tier', 400],
    ]);
    const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
    expect(nano(body.consumed) - nano(before)).toBe(nano(batch.cost));
    expect(body.reserved).toBe('0.000000000');
    await expectLedgerHolds(demo);
  },
  TEST_MS,
);

const whenThere = hasGo ? test : test.skip;

whenThere(
  'Bedrock runs records of a bucket as jobs, from the quota of its records on; workers run fewer, and lines with tools',
  async () => {
    await priceBatches(NOVA);
    const many = Array.from({ length: RECORDS_MIN }, (_, at) => line(`n-${at}`, NOVA, `Say ${at}`));
    await untilAtBatchPrice(client, many);
    await demo.clearInvoice();
    const few = await ended(client, (await begin(client, many.slice(1))).id);
    expect(few.batch).toMatchObject({ status: 'completed', lines_at_batch_price: 0 });
    expect(new Set(few.output.map(({ price }) => price))).toEqual(new Set(['standard']));
    const isJob = (path: string): boolean => path.includes('model-invocation-job');
    expect((await pathsOf()).filter(isJob)).toEqual([]);
    const odd = ['twice', 'missing', 'expired', 'stranger'].map((word) =>
      line(word, NOVA, `[batch: ${word}] Say it`),
    );
    const refused = line('refused', NOVA, '[[provider: status=400]] Say no');
    const plain = line('tools', NOVA, 'Say tools') as { body: object };
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const withTools = { ...plain, body: { ...plain.body, tools } };
    const before = (await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed;
    const lines = [...odd, refused, withTools, ...many];
    const done = await ended(client, (await begin(client, lines)).id);
    expect(done.batch).toMatchObject({
      status: 'completed',
      request_counts: { total: lines.length, completed: lines.length - 1, failed: 1 },
      // Three are run by workers, and one was refused.
      lines_at_batch_price: lines.length - 4,
    });
    expect(done.errors.map(({ custom_id }) => custom_id)).toEqual(['refused']);
    const standard = done.output.filter(({ price }) => price === 'standard');
    expect(standard.map(({ custom_id }) => custom_id)).toEqual(['missing', 'expired', 'tools']);
    const cost = standard.reduce(
      (sum, one) => sum + nanoOf(one.response?.body.usage?.['cost']),
      0n,
    );
    const total = (nano(done.batch.cost) - cost).toString().padStart(10, '0');
    const atHalf = done.output.filter(({ price }) => price === 'batch');
    expectHalf({ ...done, output: atHalf, batch: { ...done.batch, cost: total } });
    const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
    expect(nano(body.consumed) - nano(before)).toBe(nano(done.batch.cost));
    expect(body.reserved).toBe('0.000000000');
    const paths = await pathsOf();
    expect(paths.filter((path) => path.endsWith('/model-invocation-job'))).toHaveLength(1);
    await eventually(async () => (await store?.keys())?.length === 0, 'files stay in the bucket');
    await expectLedgerHolds(demo);
  },
  TEST_MS,
);
