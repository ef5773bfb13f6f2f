import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, Output, RetryError, StreamProviderError } from 'ai';
import { embedMany, generateText, stepCountIs, streamText, tool } from 'ai';
import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo, InvoiceLine } from '../support/demo.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const REASONER = 'demo/demo-reasoner';
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-3-flash-preview';
const MODELS = ['demo/demo-small', REASONER, CLAUDE, GEMINI];

let demo: Demo;
let tollgate: ReturnType<typeof createOpenAICompatible>;
let openai: ReturnType<typeof createOpenAI>;
/** Bodies that the client has sent in this test. */
let sent: Record<string, unknown>[] = [];

const recordingFetch: typeof globalThis.fetch = (input, init) => {
  const body = init?.body;
  sent.push(typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {});
  return globalThis.fetch(input, init);
};

beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  const given = {
    baseURL: demo.env.TOLLGATE_BASE_URL,
    apiKey: demo.env.TOLLGATE_API_KEY,
    fetch: recordingFetch,
  };
  tollgate = createOpenAICompatible({
    ...given,
    name: 'tollgate',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  openai = createOpenAI(given);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(async () => {
  sent = [];
  await demo.clearInvoice();
});

type Sent = InvoiceLine & { request_body: { contents?: unknown; messages?: unknown } };
const lastSentToProvider = async (): Promise<string> =>
  JSON.stringify(((await demo.invoice()) as Sent[]).at(-1)?.request_body);

/** What is thrown; a stream hands it to its listener instead. */
async function failure(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('the call was served');
}

interface Read {
  text: string;
  steps: number;
  reasoning: string | undefined;
}
async function streamed(given: Parameters<typeof streamText>[0]): Promise<Read> {
  let thrown: unknown;
  const result = streamText({ ...given, onError: ({ error }) => void (thrown = error) });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  if (thrown !== undefined) throw thrown as Error;
  const steps = await result.steps;
  return { text, steps: steps.length, reasoning: steps[0]?.reasoningText };
}
async function whole(given: Parameters<typeof generateText>[0]): Promise<Read> {
  const { text, steps } = await generateText(given);
  return { text, steps: steps.length, reasoning: steps[0]?.reasoningText };
}

const weather = tool({
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: () => 'Sunny, 21 degrees',
});
const report = z.object({ city: z.string(), degrees: z.number() });
const loop = (model: LanguageModel) => ({
  model,
  tools: { get_weather: weather },
  stopWhen: stepCountIs(3),
  prompt: 'Call get_weather for Oslo.',
});

describe('chat', () => {
  test('generateText and streamText give the same text and the same usage', async () => {
    const given = { model: tollgate(MODELS[0] ?? ''), prompt: 'Hello there' };
    const one = await generateText(given);
    expect(one.text).toContain('Hello there');
    expect(one.finishReason).toBe('stop');
    const two = streamText(given);
    let text = '';
    for await (const piece of two.textStream) text += piece;
    expect(text).toBe(one.text);
    expect(await two.usage).toEqual(one.usage);
    expect(one.usage.totalTokens).toBe(
      (one.usage.inputTokens ?? 0) + (one.usage.outputTokens ?? 0),
    );
    expect(one.usage.inputTokens).toBeGreaterThan(0);
  });

  describe.each([
    ['whole', whole],
    ['streamed', streamed],
  ])('a tool loop of two rounds, %s', (_name, run) => {
    test.each(MODELS)('%s', async (model) => {
      const { text, steps } = await run(loop(tollgate(model)));
      expect(text).toContain('Sunny, 21 degrees');
      expect(steps).toBe(2);
      expect(await demo.invoice()).toHaveLength(2);
    });

    test('reasoning goes back as it came', async () => {
      const { reasoning } = await run(loop(tollgate(REASONER)));
      expect(reasoning).not.toBe('');
      expect(sent[1]?.['messages']).toContainEqual(
        expect.objectContaining({ role: 'assistant', reasoning_content: reasoning }),
      );
    });

    test('the signature of a call goes back to its provider', async () => {
      await run(loop(tollgate(GEMINI)));
      const provider = await lastSentToProvider();
      expect(provider).toContain('thoughtSignature');
      expect(provider).not.toContain('skip_thought_signature_validator');
    });

    test('signed reasoning, which this client drops, does not break the loop', async () => {
      const providerOptions = { tollgate: { reasoningEffort: 'low' } };
      const { text, reasoning } = await run({ ...loop(tollgate(CLAUDE)), providerOptions });
      expect(reasoning).not.toBe('');
      expect(text).toContain('Sunny, 21 degrees');
      expect(JSON.stringify(sent[1])).not.toContain('extra_content');
    });
  });

  test.each([MODELS[0] ?? '', CLAUDE, GEMINI])(
    'structured output of %s, whole and in parts',
    async (model) => {
      const given = {
        model: tollgate(model),
        output: Output.object({ schema: report }),
        prompt: 'Where is it?',
      };
      const { output } = await generateText(given);
      expect(report.parse(output)).toEqual(output);
      const stream = streamText(given);
      let parts = 0;
      for await (const part of stream.partialOutputStream) {
        expect(typeof part).toBe('object');
        parts += 1;
      }
      expect(parts).toBeGreaterThan(0);
      expect(await stream.output).toEqual(output);
    },
  );
});

test('embedMany gives one vector for each value, in order', async () => {
  const { embeddings, usage } = await embedMany({
    model: tollgate.embeddingModel('demo/demo-embed'),
    values: ['one', 'two', 'one'],
  });
  expect(embeddings).toHaveLength(3);
  expect(embeddings[0]).toEqual(embeddings[2]);
  expect(embeddings[0]).not.toEqual(embeddings[1]);
  expect(usage.tokens).toBeGreaterThan(0);
});

describe('errors', () => {
  test.each([
    [400, 'invalid_request', 'top_p must be 1 or less.', { topP: 5 }, {}],
    [404, 'routing_error', 'GET /v1/models lists what this key may use', {}, { model: 'demo/no' }],
    [401, 'invalid_api_key', 'does not exist', {}, { apiKey: 'svc_live_wrong' }],
    [
      402,
      'max_credits_exceeded',
      'more than X-Svc-Max-Credits allows',
      { headers: { 'x-svc-max-credits': '0.000000001' } },
      {},
    ],
  ])(
    '%d %s is an APICallError with our words, sent once',
    async (status, code, words, fields, by) => {
      const given = { apiKey: demo.env.TOLLGATE_API_KEY, model: MODELS[0] ?? '', ...by };
      const provider = createOpenAICompatible({
        name: 'tollgate',
        baseURL: demo.env.TOLLGATE_BASE_URL,
        apiKey: given.apiKey,
        fetch: recordingFetch,
      });
      const error = await failure(() =>
        generateText({ model: provider(given.model), prompt: 'x', ...fields }),
      );
      expect(APICallError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({
        statusCode: status,
        isRetryable: false,
        data: { error: { code } },
      });
      expect((error as APICallError).message).toContain(words);
      expect((error as APICallError).responseBody).toMatch(/"request_id":"req_/);
      expect(sent).toHaveLength(1);
    },
  );

  test('a busy provider is asked again, and ends as a RetryError with our words', async () => {
    const model = tollgate(MODELS[0] ?? '');
    await demo.control({ behaviour: 'status=429 retry-after=1', times: 1 });
    expect((await generateText({ model, prompt: 'Hello' })).text).toContain('Hello');
    expect(sent).toHaveLength(2);
    sent = [];
    await demo.control({ behaviour: 'status=429 retry-after=1', times: 2 });
    const error = await failure(() => generateText({ model, prompt: 'Hello', maxRetries: 1 }));
    expect(RetryError.isInstance(error)).toBe(true);
    expect((error as RetryError).message).toContain(
      'The provider is limiting the rate of requests.',
    );
    expect((error as RetryError).lastError).toMatchObject({ statusCode: 429 });
    expect(sent).toHaveLength(2);
  });

  test('a stream that breaks after content is an error and is not begun again', async () => {
    const prompt = '[[provider: chunks=10; cut after=5]] broken';
    const error = await failure(() => streamed({ model: tollgate(MODELS[0] ?? ''), prompt }));
    expect(StreamProviderError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'The provider broke off in the middle of its answer.',
      data: { code: 'upstream_stream_interrupted' },
    });
    expect(sent).toHaveLength(1);
  });
});

describe('responses', () => {
  const stateless = { providerOptions: { openai: { store: false } } };

  test.each(MODELS)('%s answers, and goes through a loop of tools', async (model) => {
    const { text, usage } = await generateText({ model: openai.responses(model), prompt: 'Hello' });
    expect(text).toContain('Hello');
    expect(usage.totalTokens).toBe((usage.inputTokens ?? 0) + (usage.outputTokens ?? 0));
    const looped = await whole({ ...loop(openai.responses(model)), ...stateless });
    expect(looped).toMatchObject({ text: expect.stringContaining('Sunny, 21 degrees') as string });
    expect(looped.steps).toBe(2);
  });

  test('structured output', async () => {
    const output = Output.object({ schema: report });
    const model = openai.responses(MODELS[0] ?? '');
    const { output: given } = await generateText({ model, output, prompt: 'Where is it?' });
    expect(report.parse(given)).toEqual(given);
  });

  test('items by reference, as the client sends them unless it is told otherwise, say what to do', async () => {
    const error = await failure(() => whole(loop(openai.responses(REASONER))));
    expect(error).toMatchObject({
      statusCode: 400,
      data: { error: { code: 'unsupported_parameter', param: 'input[1].type' } },
    });
    expect((error as APICallError).message).toContain('store: false');
    expect(sent).toHaveLength(2);
  });
});

test('after all of this every rule of the ledger holds', async () => {
  await expectLedgerHolds(demo);
});
