import OpenAI from 'openai';
import { pngOf } from '@tollgate/providers/sandbox/png';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { openCall } from '../support/open-call.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { toolScene } from '../support/tool-scene.ts';
import type { ToolScene } from '../support/tool-scene.ts';

const START_MS = 240_000;
const GPT = 'openai/gpt-5.4';
const UNPRICED = 'openai/gpt-4o-mini';
const SMALL = 'demo/demo-small';
/** Nano-credits of a token of input or output here, and of what the image model reads and makes. */
const INPUT_NANO = 1_000n;
const OUTPUT_NANO = 4_000n;
const READ_NANO = 8_000n;
const MADE_NANO = 30_000n;
const IMAGE_NANO = 1_000_000n;
const TOKENS = { input: 9_000, output: 20 };
const TOKENS_NANO = BigInt(TOKENS.input) * INPUT_NANO + BigInt(TOKENS.output) * OUTPUT_NANO;
const PRICES = { image_generation: '0.001', image_input: '8', image_output: '30' };
/** Tokens of an image of these terms; what else the model behind the tool reads and writes. */
const LOW = { type: 'image_generation', quality: 'low', size: '1024x1024' } as const;
const LOW_TOKENS = 196;
const PROMPT_TOKENS = 50;
const TEXT_TOKENS = 12;
const TEXT_TOKENS_MAX = 2_048;
const PROMPT_TOKENS_MAX = 32_000;
const SHOWN_TOKENS_MAX = 16_384;
const PREVIEW_TOKENS = 100;
const PNG = pngOf({ width: 64, height: 64, colour: [1, 2, 3] }).toString('base64');
const MASK = `data:image/png;base64,${PNG}`;

let demo: Demo;
let scene: ToolScene;
beforeAll(async () => {
  demo = await aSharedDemo();
  scene = toolScene(demo);
  await setUpFamily(demo, { ...OPENAI, models: [GPT, UNPRICED] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => demo.clearInvoice());

interface Reply {
  error: { code: string; param: string | null; message: string };
  output: { type: string; result?: string; status?: string }[];
  usage: {
    input_tokens: number;
    output_tokens: number;
    input_tokens_details: { image_tokens?: number };
    output_tokens_details: { image_tokens?: number };
    cost?: number;
  };
}

const said = (tools: string): string =>
  `[[provider: tokens input=${TOKENS.input} output=${TOKENS.output} reasoning=0; ${tools}]] Do it`;
const respond = (text: string, more: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/responses', { model: GPT, input: text, max_output_tokens: 200, ...more });
const tool = (more: object) => ({ tools: [{ ...LOW, ...more }] });

test('images are refused by their tool until they and their tokens have prices', async () => {
  const before = await respond('x', { tools: [LOW] });
  expect([before.status, before.body.error.code, before.body.error.param]).toEqual([
    400,
    'unsupported_parameter',
    'tools[0].type',
  ]);
  const { image_output: _, ...some } = PRICES;
  expect(await scene.price(GPT, some)).toBe(201);
  expect((await respond('x', { tools: [LOW] })).body.error.param).toBe('tools[0].type');
  expect((await scene.listed(GPT))?.pricing.image_generation).toBeUndefined();
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.price(GPT, PRICES)).toBe(201);
  await eventually(async () => (await scene.listed(GPT))?.pricing.image_generation === '0.001');
  const rules = (await scene.listed(GPT))?.request_contract.parameters;
  expect(rules?.['image_generation']).toEqual({ supported: true, values: ['responses'] });
});

test.each([
  ['tools[0].type', { model: UNPRICED, tools: [LOW] }],
  ['tools[0].type', { model: SMALL, tools: [LOW] }],
  ['tools[0].model', tool({ model: 'gpt-image-1.5' })],
  ['tools[0].quality', tool({ quality: 'max' })],
  ['tools[0].size', tool({ size: '1x1' })],
  ['tools[0].output_format', tool({ output_format: 'svg' })],
  ['tools[0].svg', tool({ svg: { model: 'gpt-5.4' } })],
  ['tools[0].frame_count', tool({ frame_count: 9 })],
  ['tools[0].complexity', tool({ complexity: 'high' })],
  ['tools[0].input_fidelity', tool({ input_fidelity: 'high' })],
  ['tools[0].partial_images', tool({ partial_images: 2 })],
  ['tools[0].partial_images', { ...tool({ partial_images: 4 }), stream: true }],
  ['tools[0].output_compression', tool({ output_compression: 101 })],
  ['tool_choice', { tool_choice: { type: 'image_generation' } }],
  ['max_tool_calls', { ...tool({ size: '3840x2160' }), max_tool_calls: 3 }],
  ['size', tool({ size: '9984x9984' })],
  [
    'input[0].tools[0].type',
    {
      input: [
        { type: 'additional_tools', tools: [LOW] },
        { role: 'user', content: 'x' },
      ],
    },
  ],
  [
    'input[1].result',
    {
      ...tool({}),
      input: [
        { role: 'user', content: 'x' },
        { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'bm8=' },
      ],
    },
  ],
])('%s is refused before anything is held', async (param, more) => {
  const before = await scene.consumed();
  const { status, body } = await respond('x', more);
  expect([status, body.error.param]).toEqual([400, param]);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test.each([
  ['file_id', { file_id: 'file-abc', image_url: MASK }],
  ['file_id', { file_id: 'file-abc' }],
  ['image_url', { image_url: 'http://169.254.169.254/latest' }],
  ['image_url', { image_url: 'https://10.0.0.1/mask.png' }],
  ['image_url', { image_url: 'file:///etc/passwd' }],
  ['image_url', { image_url: 'data:image/png;base64,bm8=' }],
])('R18: a mask that lies elsewhere is refused: %s', async (member, mask) => {
  const { status, body } = await respond('x', tool({ input_image_mask: mask }));
  expect([status, body.error.param]).toEqual([400, `tools[0].input_image_mask.${member}`]);
  expect(await demo.invoice()).toEqual([]);
});

describe.each([false, true])('streamed: %s', (stream) => {
  test('images are charged by the tokens that the provider tells apart', async () => {
    const before = await scene.consumed();
    const answer = await respond(said('draw=2'), { stream, tools: [LOW], max_tool_calls: 4 });
    expect([answer.status, answer.headers['x-svc-ignored']]).toEqual([200, undefined]);
    const [read, made] = [2 * PROMPT_TOKENS, 2 * (LOW_TOKENS + TEXT_TOKENS)];
    expect((await scene.consumed()) - before).toBe(
      TOKENS_NANO + 2n * IMAGE_NANO + BigInt(read) * READ_NANO + BigInt(made) * MADE_NANO,
    );
    expect(await scene.runsOf(answer, PRICES)).toEqual({
      image_generation: 2,
      image_input: read,
      image_output: made,
    });
    const body = await scene.sent();
    expect([body?.['tools'], body?.['max_tool_calls']]).toEqual([
      [{ model: 'gpt-image-2', ...LOW }],
      4,
    ]);
    if (stream) return;
    expect(answer.body.usage).toMatchObject({
      input_tokens: TOKENS.input + read,
      output_tokens: TOKENS.output + made,
      input_tokens_details: { image_tokens: read },
      output_tokens_details: { image_tokens: made },
    });
  });

  test('R19: images that no report counts are charged at the most, and none beyond it', async () => {
    const most = {
      image_input: PROMPT_TOKENS_MAX + SHOWN_TOKENS_MAX,
      image_output: LOW_TOKENS + TEXT_TOKENS_MAX,
    };
    const whole = { image_generation: 2, image_input: 2 * most.image_input };
    const cases = [
      ['draw=1 as=silent', { image_generation: 1, ...most }, null],
      ['draw=2 output=300', { ...whole, image_output: 2 * most.image_output }, null],
      ['draw=1 output=9000000', { image_generation: 1, ...most }, 'implausible'],
      ['draw made=5', { ...whole, image_output: 2 * most.image_output }, 'implausible'],
      ['draw=0', {}, null],
      ['draw=1 as=failed', {}, null],
    ] as const;
    for (const [runs, charged, doubt] of cases) {
      const answer = await respond(said(runs), { stream, tools: [LOW], max_tool_calls: 2 });
      expect([runs, answer.status]).toEqual([runs, 200]);
      const counted = await scene.runsOf(answer, PRICES);
      const suspicion = await scene.suspicionIn(await scene.recordOf(answer));
      expect([runs, counted, suspicion]).toEqual([runs, charged, doubt]);
    }
  });

  test('R19: what is no image, or larger than any answer, costs nobody more than was held', async () => {
    for (const runs of ['draw as=junk', 'draw bytes=60000000']) {
      const answer = await respond(said(runs), { stream, tools: [LOW], max_tool_calls: 1 });
      const failed = JSON.stringify(answer.body).includes('response.failed');
      expect([runs, answer.status >= 500 || failed]).toEqual([runs, true]);
      await eventually(async () => (await scene.credits()).reserved === 0n);
    }
  });
});

test('an image that chooses for itself is held at the largest, and the hold is quoted', async () => {
  const dear = await demo.v1<Reply>(
    '/responses',
    { model: GPT, input: 'x', max_output_tokens: 200, tools: [{ type: 'image_generation' }] },
    { 'X-Svc-Max-Credits': '1' },
  );
  expect(dear.body.error.code).toBe('max_credits_exceeded');
  const cheap = await demo.v1<Reply>(
    '/responses',
    { model: GPT, input: 'x', max_output_tokens: 200, tools: [LOW], max_tool_calls: 1 },
    { 'X-Svc-Max-Credits': '1' },
  );
  expect(cheap.status).toBe(200);
  await demo.clearInvoice();
  expect((await respond(said('draw=9'), { tools: [{ type: 'image_generation' }] })).status).toBe(
    200,
  );
  expect((await scene.sent())?.['max_tool_calls']).toBe(3);
});

test('an image is too large to be fetched later: nobody pays for one without getting it', async () => {
  const before = await scene.consumed();
  const later = await demo.v1<Reply>(
    '/responses',
    { model: GPT, input: said('draw=1'), max_output_tokens: 200, tools: [LOW] },
    { Prefer: 'respond-async' },
  );
  expect([later.status, later.body.error.param]).toEqual([400, 'Prefer']);
  expect(await demo.invoice()).toEqual([]);
  expect(await scene.consumed()).toBe(before);
});

test('R15: who hangs up at a preview pays for the image', async () => {
  const before = await scene.consumed();
  const input = '[[provider: draw=1; chunks=15; chunk-delay=30]] Draw it';
  const tools = [{ ...LOW, partial_images: 2 }];
  const body = { model: GPT, stream: true, max_output_tokens: 200, tools, input };
  const call = openCall(demo, body, {}, '/responses');
  await eventually(() => Promise.resolve(call.text().includes('partial_image_b64')));
  call.leave();
  await call.ended;
  await eventually(async () => {
    const now = await scene.credits();
    return now.reserved === 0n && now.consumed > before;
  });
  const least = BigInt(LOW_TOKENS + 2 * PREVIEW_TOKENS) * MADE_NANO + IMAGE_NANO;
  expect((await scene.consumed()) - before).toBeGreaterThanOrEqual(least);
});

test("OpenAI's SDK gets images and previews, and shows an image again to have it edited", async () => {
  const apiKey = demo.env.TOLLGATE_API_KEY;
  const client = new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });
  const asked: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model: GPT,
    tools: [LOW],
    tool_choice: { type: 'image_generation' },
    max_output_tokens: 200,
    input: said('draw=1; reasoning=3'),
  };
  const whole = await client.responses.create(asked);
  const stream = client.responses.stream({
    ...asked,
    tools: [{ ...LOW, partial_images: 2, input_image_mask: { image_url: MASK } }],
    stream: true,
  });
  const events: string[] = [];
  stream.on('event', (event) => {
    if (event.type.includes('image_generation_call')) events.push(event.type);
    if (event.type === 'response.image_generation_call.partial_image') {
      expect(event.partial_image_b64.startsWith('iVBOR')).toBe(true);
    }
  });
  const streamed = await stream.finalResponse();
  const part = 'response.image_generation_call';
  expect(events).toEqual(
    ['in_progress', 'generating', 'partial_image', 'partial_image', 'completed'].map(
      (name) => `${part}.${name}`,
    ),
  );
  expect(whole.output.map(({ type }) => type)).toEqual(streamed.output.map(({ type }) => type));
  for (const { output } of [whole, streamed]) {
    const made = output.filter(({ type }) => type === 'image_generation_call');
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      id: expect.stringMatching(/^ig_/u) as unknown,
      status: 'completed',
      result: expect.stringMatching(/^iVBOR/u) as unknown,
      revised_prompt: 'Picture 0',
      quality: 'low',
      size: '1024x1024',
    });
    const input = [
      { role: 'user' as const, content: 'Do it' },
      ...output,
      { role: 'user' as const, content: 'Make it blue' },
    ] as OpenAI.Responses.ResponseInput;
    await demo.clearInvoice();
    const next = await client.responses.create({ ...asked, input }).asResponse();
    expect(next.headers.get('x-svc-ignored')).toBeNull();
    const items = JSON.stringify((await scene.sent())?.['input']);
    expect(items).toContain('"image_url":"data:image/png;base64,iVBOR');
    expect(items).not.toContain('image_generation_call');
    const elsewhere = { model: SMALL, input, max_output_tokens: 200 };
    const other = await client.responses.create(elsewhere).asResponse();
    expect(other.headers.get('x-svc-ignored')).toContain('input[');
  }
});

test('the ledger holds', () => expectLedgerHolds(demo));
