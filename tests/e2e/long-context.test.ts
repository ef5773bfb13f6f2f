import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo, InvoiceLine } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, BEDROCK, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const BETA = 'context-1m-2025-08-07';
const HEADERS = { 'anthropic-beta': `interleaved-thinking-2025-05-14,${BETA}` };
const APPROVED = { context_tokens: 1_000_000, output_tokens: 8_192 };
/** Credits a million tokens, and what long prompts cost. */
const PRICES: Record<string, string> = {
  input: '1',
  cache_read: '0.1',
  cache_write: '1.25',
  output: '4',
  reasoning: '4',
};
const LONG_PRICES = [{ above_input_tokens: 200_000, prices: { input: '2', output: '6' } }];
/** Some 375,000 tokens by the count of the fake provider. */
const LONG = 'long '.repeat(300_000);
const MODELS = [
  'anthropic/claude-sonnet-4-5',
  'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
] as const;

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  const [atAnthropic, atBedrock] = MODELS;
  await setUpFamily(demo, { ...ANTHROPIC, models: [atAnthropic] });
  await setUpFamily(demo, {
    ...BEDROCK,
    models: [atBedrock],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

/** Approves a longer context, and prices long prompts. */
async function approveLong(publicId: string): Promise<void> {
  const of = `/models?public_id=${encodeURIComponent(publicId)}`;
  const [model] = (await demo.platform<{ id: string; dimensions: string[] }[]>('GET', of)).body;
  const approved = await demo.platform('POST', `/models/${model?.id}/approval`, {
    limits: APPROVED,
  });
  const priced = await demo.platform('POST', `/models/${model?.id}/prices`, {
    prices: Object.fromEntries((model?.dimensions ?? []).map((name) => [name, PRICES[name]])),
    long_context: LONG_PRICES,
  });
  expect([approved.status, priced.status]).toEqual([200, 201]);
  // Replicas read the new contract and the new prices within a second.
  await eventually(async () => {
    const { headers } = await ask(publicId, 'Hello');
    return headers['x-svc-ignored'] === undefined;
  });
}

interface CountedAnswer {
  usage?: { input_tokens: number };
  error?: { code: string; message: string };
}

const ask = (model: string, content: string): Promise<Answer<CountedAnswer>> => {
  const body = { model, max_tokens: 100, messages: [{ role: 'user', content }] };
  return demo.v1<CountedAnswer>('/messages', body, HEADERS);
};

/**
 * Whether the newest request that the provider got names the feature, in its headers or in its
 * body.
 */
async function named(): Promise<boolean> {
  const lines = await demo.invoice();
  const { request_headers: headers, request_body: body } = lines.at(-1) as InvoiceLine & {
    request_headers: unknown;
    request_body: unknown;
  };
  return JSON.stringify([headers, body]).includes(BETA);
}

const consumed = async (): Promise<bigint> =>
  BigInt((await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed.replace('.', ''));

describe.each(MODELS)('a context of a million tokens of %s', (model) => {
  test('stays behind until it is approved, which the answer says, and a long prompt is refused before anything is sent', async () => {
    await demo.clearInvoice();
    const short = await ask(model, 'Hello');
    const { status: answered, headers } = short;
    expect([answered, headers['x-svc-ignored'], await named()]).toEqual([
      200,
      'anthropic-beta',
      false,
    ]);
    await demo.clearInvoice();
    const before = await consumed();
    const { status, body } = await ask(model, LONG);
    expect([status, body.error?.code]).toEqual([400, 'context_length_exceeded']);
    expect(body.error?.message).toContain('200000');
    const sent = (await demo.invoice()).map((line) => line.path);
    expect([sent, await consumed()]).toEqual([[], before]);
  });

  test('is named to the provider once it is approved and priced, and charged by its tier', async () => {
    await approveLong(model);
    await demo.clearInvoice();
    const { status: answered, headers } = await ask(model, 'Hello');
    expect([answered, headers['x-svc-ignored'], await named()]).toEqual([200, undefined, true]);
    const before = await consumed();
    const { status, body } = await ask(model, LONG);
    expect([status, body.error]).toEqual([200, undefined]);
    const tokens = body.usage?.input_tokens ?? 0;
    expect(tokens).toBeGreaterThan(200_000);
    // Two credits a million tokens are 2,000 nano-credits each.
    expect((await consumed()) - before).toBeGreaterThan(BigInt(tokens) * 2_000n);
  });
});

test('all of it is paid for', () => expectLedgerHolds(demo));
