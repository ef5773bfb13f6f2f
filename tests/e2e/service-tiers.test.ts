import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { RequestDetail, RequestOut } from '@tollgate/contract/request-records';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { approvalWithTiers } from '../../services/console/web/platform/tier-rules.ts';

const START_MS = 240_000;
const MODEL = 'openai/gpt-5.4';
const PLAIN = 'openai/gpt-4o-mini';
const CLAUDE = 'anthropic/claude-haiku-4-5';
/** Credits for a million tokens, by tier; the provider asks half and twice of the list. */
const INPUT = { flex: 1, default: 2, priority: 4 } as const;
const OUTPUT = { flex: 3, default: 6, priority: 12 } as const;
type Tier = keyof typeof INPUT;
const TOKENS = { input: 90, output: 10 };

interface Reply {
  error: { code: string; param: string | null };
}
type Model = PlatformModelOut;

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, {
    family: 'openai',
    credential: { api_key: 'sk-own-key' },
    path: '/openai/v1',
    models: [MODEL, PLAIN],
  });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

const found = async (): Promise<Model | undefined> => {
  const { body } = await demo.platform<Model[]>('GET', '/models?provider=openai');
  return body.find(({ public_id }) => public_id === MODEL);
};
const decide = async (path: string, body: object): Promise<Answer<Model>> =>
  demo.platform<Model>('POST', `/models/${(await found())?.id}/${path}`, body);
const admit = (values: string[]): Promise<Answer<Model>> =>
  decide('approval', {
    limits: { context_tokens: 8_192, output_tokens: 8_192 },
    parameters: { service_tier: { supported: true, values } },
  });
const price = async (tiers: readonly Tier[], more: object = {}): Promise<number> => {
  const plain = (await found())?.dimensions.filter((name) => !/^(?:flex|priority)_/u.test(name));
  const prices = tiers.flatMap((tier) =>
    (plain ?? []).map((name) => {
      const isOutput = ['output', 'reasoning'].includes(name);
      const amount = String(isOutput ? OUTPUT[tier] : INPUT[tier]);
      return [tier === 'default' ? name : `${tier}_${name}`, amount];
    }),
  );
  return (await decide('prices', { prices: Object.fromEntries(prices), ...more })).status;
};
const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};
const worth = (tier: Tier): bigint =>
  BigInt(TOKENS.input * INPUT[tier] + TOKENS.output * OUTPUT[tier]) * 1_000n;

interface Asked {
  tier?: string;
  /** What the provider says. */
  says?: string;
  stream?: boolean;
  path?: '/chat/completions' | '/responses';
  model?: string;
}
const ask = ({ tier, says, stream = false, path = '/chat/completions', model = MODEL }: Asked) => {
  const counts = `tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0`;
  const word = says === undefined ? '' : ` [[provider: tier=${says}]]`;
  const text = `[[provider: ${counts}]]${word} Hello`;
  return demo.v1<Reply>(path, {
    model,
    ...(stream ? { stream } : {}),
    ...(tier === undefined ? {} : { service_tier: tier }),
    ...(path === '/responses'
      ? { input: text, max_output_tokens: 50 }
      : { messages: [{ role: 'user', content: text }], max_completion_tokens: 50 }),
  });
};
const recordOf = async (answer: Answer): Promise<RequestDetail> => {
  const path = `/requests?request_id=${String(answer.headers['x-request-id'])}`;
  const listed = async (): Promise<string | undefined> =>
    (await demo.user<{ data: RequestOut[] }>('GET', path)).body.data[0]?.public_id;
  await eventually(async () => (await listed()) !== undefined);
  return (await demo.user<RequestDetail>('GET', `/requests/${await listed()}`)).body;
};
const suspicion = async ({ public_id: id }: RequestDetail): Promise<string | null> =>
  (await demo.platform<{ usage_suspect: string | null }>('GET', `/requests/${id}`)).body
    .usage_suspect;
const tierSent = async (): Promise<unknown> => {
  const [line] = (await demo.invoice()) as unknown as { request_body: Record<string, unknown> }[];
  return line?.request_body['service_tier'];
};

test('a tier is refused by its name until it is admitted and priced', async () => {
  for (const asked of [{ tier: 'flex' }, { tier: 'priority' }, { tier: 'flex', model: PLAIN }]) {
    const { status, body } = await ask(asked);
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'unsupported_parameter',
      'service_tier',
    ]);
  }
  expect((await ask({ tier: 'scale' })).status).toBe(400);
  expect(await demo.invoice()).toEqual([]);
  expect((await admit(['default', 'scale'])).status).toBe(422);
  const { body } = await admit(['default', 'flex', 'priority']);
  expect(body.dimensions).toEqual(expect.arrayContaining(['flex_input', 'priority_output']));
  expect(body.unroutable_reason).toBe('unpriced');
  expect(await price(['default', 'flex'])).toBe(422);
  expect(await price(['default', 'flex', 'priority'])).toBe(201);
  expect((await found())?.unroutable_reason).toBeNull();
  await eventually(async () => (await ask({ tier: 'flex' })).status === 200);
});

describe.each(['/chat/completions', '/responses'] as const)('%s', (path) => {
  test.each([
    ['flex', 'flex'],
    ['priority', 'priority'],
    ['default', 'default'],
    [undefined, 'default'],
    ['auto', 'default'],
  ] as const)('a call in %s is charged as %s', async (tier, charged) => {
    const before = await consumed();
    const answer = await ask({ ...(tier === undefined ? {} : { tier }), path });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    expect(await tierSent()).toBe(tier === 'auto' ? undefined : tier);
    expect((await consumed()) - before).toBe(worth(charged));
    const record = await recordOf(answer);
    const { receipt, tokens } = record;
    const asked = charged === 'default' ? null : charged;
    expect(receipt?.service_tier).toEqual({ asked, answered: charged });
    expect(tokens).toMatchObject({ input: TOKENS.input, output: TOKENS.output });
    expect(receipt?.lines[0]?.dimension).toBe(asked === null ? 'input' : `${asked}_input`);
    expect(await suspicion(record)).toBeNull();
    await expectLedgerHolds(demo);
  });
});

test.each([
  ['priority that was answered in the standard tier', 'priority', 'default', 'default', null],
  ['flex that was answered in the standard tier', 'flex', 'default', 'flex', 'unasked_tier'],
  ['flex that was answered in priority', 'flex', 'priority', 'flex', 'unasked_tier'],
  ['nothing, answered in priority', undefined, 'priority', 'default', 'unasked_tier'],
  ['nothing, answered in flex', undefined, 'flex', 'flex', null],
  ['flex, answered in a tier nobody knows', 'flex', 'warp', 'flex', null],
] as const)('%s: the caller pays no more than was quoted', async (_name, tier, says, as, why) => {
  for (const stream of [false, true]) {
    const before = await consumed();
    const answer = await ask({ ...(tier === undefined ? {} : { tier }), says, stream });
    expect(answer.status).toBe(200);
    expect((await consumed()) - before).toBe(worth(as));
    const record = await recordOf(answer);
    expect(record.receipt?.service_tier).toEqual({ asked: tier ?? null, answered: says });
    expect(await suspicion(record)).toBe(why);
  }
  await expectLedgerHolds(demo);
});

describe.each(['/messages', '/chat/completions'])('Anthropic by %s', (path) => {
  test.each([
    ['nothing, answered in the standard tier', undefined, 'standard', null],
    ['nothing, answered in capacity bought in advance', undefined, 'priority', null],
    ['nothing, answered as a batch', undefined, 'batch', 'unasked_tier'],
    ['the standard tier only, answered so', 'standard_only', 'standard', null],
    ['the standard tier only, answered in priority', 'standard_only', 'priority', 'unasked_tier'],
  ] as const)('%s', async (_name, tier, says, why) => {
    // A chat completion has no word for it.
    if (tier !== undefined && path !== '/messages') return;
    for (const stream of [false, true]) {
      const answer = await demo.v1(path, {
        model: CLAUDE,
        messages: [{ role: 'user', content: `[[provider: tier=${says}]] Hello` }],
        max_tokens: 50,
        stream,
        ...(tier === undefined ? {} : { service_tier: tier }),
      });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
      const record = await recordOf(answer);
      expect(record.receipt?.service_tier).toEqual({ asked: null, answered: says });
      expect(await suspicion(record)).toBe(why);
    }
    await expectLedgerHolds(demo);
  });
});

test('priority is held at its own price, and a ceiling below that refuses it', async () => {
  const body = {
    model: MODEL,
    messages: [{ role: 'user', content: 'Hello' }],
    max_completion_tokens: 50,
  };
  const most = { 'x-svc-max-credits': '0.0005' };
  const answered = await demo.v1('/chat/completions', { ...body, service_tier: 'flex' }, most);
  expect(answered.status).toBe(200);
  await recordOf(answered);
  const refused = await demo.v1<Reply>(
    '/chat/completions',
    { ...body, service_tier: 'priority' },
    most,
  );
  expect([refused.status, refused.body.error.code]).toEqual([402, 'max_credits_exceeded']);
});

test('sums and reports count the tokens of every tier', async () => {
  const of = async (): Promise<{ input: number; output: number }> =>
    (await demo.user<{ tokens: { input: number; output: number } }>('GET', '/usage?days=1')).body
      .tokens;
  const before = await of();
  for (const tier of ['flex', 'priority', 'default']) await recordOf(await ask({ tier }));
  const after = await of();
  expect(after.input - before.input).toBe(3 * TOKENS.input);
  expect(after.output - before.output).toBe(3 * TOKENS.output);
});

test('the console withdraws and admits tiers, and changes nothing else that was approved', async () => {
  const admitTiers = async (tiers: ('flex' | 'priority')[]): Promise<Answer<Model>> => {
    const model = await found();
    if (model === undefined) throw new Error('the model is gone');
    return decide('approval', approvalWithTiers(model, tiers));
  };
  const before = await found();
  expect(before?.admissible_tiers).toEqual(['flex', 'priority']);
  const fewer = await admitTiers(['flex']);
  expect(fewer.status).toBe(200);
  expect(fewer.body.dimensions.some((name) => name.startsWith('priority_'))).toBe(false);
  expect(fewer.body.unroutable_reason).toBeNull();
  // Prices of the withdrawn tier do not go by an oversight, so that it can be admitted again.
  expect(await price(['default', 'flex'])).toBe(422);
  expect(await price(['default', 'flex'], { service_tiers: ['flex', 'priority'] })).toBe(422);
  expect(await price(['default', 'flex'], { service_tiers: ['flex'] })).toBe(201);
  expect(await price(['default', 'flex'])).toBe(201);
  expect(await price(['default', 'flex', 'priority'])).toBe(201);
  const again = await admitTiers(['flex', 'priority']);
  expect(again.body.request_contract).toEqual(before?.request_contract);
  expect(again.body).toMatchObject({ limits: before?.limits, dimensions: before?.dimensions });
});
