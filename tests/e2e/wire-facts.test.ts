import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-2.5-flash';
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
const GPT = 'openai/gpt-4o-mini';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const LARGE = Buffer.concat([PNG], 3_932_161);

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, {
    ...BEDROCK,
    models: [NOVA],
  });
  await setUpFamily(demo, {
    ...OPENAI,
    models: [GPT],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

/** A request with images, for each route. */
const ROUTES = {
  '/chat/completions': (model: string, image: Buffer, count: number) => {
    const url = `data:image/png;base64,${image.toString('base64')}`;
    const part = { type: 'image_url', image_url: { url } };
    return { model, max_tokens: 20, messages: [{ role: 'user', content: repeated(part, count) }] };
  },
  '/responses': (model: string, image: Buffer, count: number) => {
    const url = `data:image/png;base64,${image.toString('base64')}`;
    const part = { type: 'input_image', image_url: url };
    const content = [
      { type: 'input_text', text: 'Hello.' },
      ...Array.from({ length: count }, () => part),
    ];
    return { model, max_output_tokens: 20, input: [{ role: 'user', content }] };
  },
  '/messages': (model: string, image: Buffer, count: number) => {
    const data = image.toString('base64');
    const part = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    return { model, max_tokens: 20, messages: [{ role: 'user', content: repeated(part, count) }] };
  },
} as const;

function repeated(part: object, count: number): object[] {
  return [{ type: 'text', text: 'Hello.' }, ...Array.from({ length: count }, () => part)];
}

interface Reply {
  error?: { code: string; message: string; param: string | null };
}

const PATHS = Object.keys(ROUTES) as (keyof typeof ROUTES)[];
const COUNTS = [
  [CLAUDE, 100, 'at most 100 images, and the request has 101'],
  [NOVA, 20, 'at most 20 images between two messages of the assistant, and there are 21'],
] as const;

test.each(
  COUNTS.flatMap(([model, most, words]) =>
    PATHS.map((path) => [model, path, most, words] as const),
  ),
)(
  '%s on %s looks at %i images, and one more is refused by name before anything is held',
  async (model, path, most, words) => {
    const make = ROUTES[path];
    expect(await demo.v1<Reply>(path, make(model, PNG, most))).toMatchObject({ status: 200 });
    await demo.clearInvoice();
    const { status, body } = await demo.v1<Reply>(path, make(model, PNG, most + 1));
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(words)]);
    expect(body.error?.param).toMatch(/^(?:messages|input)/u);
    expect(await demo.invoice()).toEqual([]);
  },
);

test.each(PATHS)('an image that is too large is refused by its place on %s', async (path) => {
  await demo.clearInvoice();
  const { status, body } = await demo.v1<Reply>(path, ROUTES[path](CLAUDE, LARGE, 1));
  expect(status).toBe(400);
  expect(body.error?.message).toContain('at most 3932160 bytes, and this one has 3932161');
  expect(body.error?.param).toMatch(/^(?:messages|input)\[0\]\.content\[1\]/u);
  expect(await demo.invoice()).toEqual([]);
});

test.each([
  [CLAUDE, { images: 100, image_bytes: 3_932_160 }],
  [GEMINI, { images: 3_600, stop_sequences: 5 }],
  [NOVA, { images_per_message: 20, documents_per_message: 5, stop_sequences: 2_500 }],
  [GPT, { images: 1_500, tools: 128, stop_sequences: 4 }],
])('the contract of %s publishes what its wire takes', async (model, limits) => {
  const { body } = await demo.v1<{ request_contract: { limits: object } }>(`/models/${model}`);
  expect(body.request_contract.limits).toMatchObject(limits);
});

test('an administrator sets limits for a model whose provider names its own', async () => {
  const SMALL = 'demo/demo-small';
  const { body: found } = await demo.platform<{ id: string; limits: object }[]>(
    'GET',
    `/models?public_id=${encodeURIComponent(SMALL)}`,
  );
  const [model] = found;
  const limits = { ...model?.limits, images: 2, image_bytes: 1_000, tools: 1 };
  const approved = await demo.platform('POST', `/models/${model?.id}/approval`, { limits });
  expect(approved.status).toBe(200);
  await eventually(async () => {
    const { body } = await demo.v1<{ request_contract: { limits: object } }>(`/models/${SMALL}`);
    return 'image_bytes' in body.request_contract.limits;
  });
  for (const path of PATHS) {
    const make = ROUTES[path];
    expect(await demo.v1<Reply>(path, make(SMALL, PNG, 2))).toMatchObject({ status: 200 });
    await demo.clearInvoice();
    for (const [image, count, words] of [
      [PNG, 3, 'at most 2 images, and the request has 3'],
      [Buffer.concat([PNG], 1_001), 1, 'at most 1000 bytes, and this one has 1001'],
    ] as const) {
      const { status, body } = await demo.v1<Reply>(path, make(SMALL, image, count));
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(await demo.invoice()).toEqual([]);
  }
});

test('the ledger holds', () => expectLedgerHolds(demo));
