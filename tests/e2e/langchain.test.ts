import { HumanMessage } from '@langchain/core/messages';
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import type { ChatOpenAIFields } from '@langchain/openai';
import { z } from 'zod';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo, InvoiceLine } from '../support/demo.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const SMALL = 'demo/demo-small';
const REASONER = 'demo/demo-reasoner';
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-3-flash-preview';
const MODELS = [SMALL, REASONER, CLAUDE, GEMINI];

let demo: Demo;
/** Bodies that the client has sent in this test. */
let sent: Record<string, unknown>[] = [];

const recordingFetch: typeof globalThis.fetch = (input, init) => {
  const body = init?.body;
  sent.push(typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {});
  return globalThis.fetch(input, init);
};

const connection = () => ({
  apiKey: demo.env.TOLLGATE_API_KEY,
  configuration: { baseURL: demo.env.TOLLGATE_BASE_URL, fetch: recordingFetch },
});
const chat = (model: string, fields: Partial<ChatOpenAIFields> = {}) =>
  new ChatOpenAI({ model, ...connection(), ...fields });

beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(async () => {
  sent = [];
  await demo.clearInvoice();
});

async function failure(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the call was served');
}

const weather = tool(() => 'Sunny, 21 degrees', {
  name: 'get_weather',
  description: 'The weather of a city',
  schema: z.object({ city: z.string() }),
});
const report = z.object({ city: z.string(), degrees: z.number() });

type Ask = (history: BaseMessage[]) => Promise<AIMessage | AIMessageChunk>;
const asker = (model: ChatOpenAI, isStreamed: boolean): Ask => {
  const bound = model.bindTools([weather]);
  if (!isStreamed) return (history) => bound.invoke(history);
  return async (history) => {
    let all: AIMessageChunk | undefined;
    for await (const chunk of await bound.stream(history)) all = all?.concat(chunk) ?? chunk;
    if (all === undefined) throw new Error('nothing came');
    return all;
  };
};

/** A loop of two rounds as the client's own guide writes it; the text of the second. */
async function looped(ask: Ask): Promise<string> {
  const history: BaseMessage[] = [new HumanMessage('Call get_weather for Oslo.')];
  const first = await ask(history);
  history.push(first);
  expect(first.tool_calls).toHaveLength(1);
  for (const call of first.tool_calls ?? []) {
    history.push(await weather.invoke({ ...call, type: 'tool_call' }));
  }
  return (await ask(history)).text;
}

const lastSentToProvider = async (): Promise<string> =>
  JSON.stringify(
    ((await demo.invoice()) as (InvoiceLine & { request_body: unknown })[]).at(-1)?.request_body,
  );

function outputTokens({ usage_metadata: usage }: { usage_metadata?: unknown }): number {
  return (usage as { output_tokens: number }).output_tokens;
}

describe('chat', () => {
  test('invoke and stream give the same text and the same usage', async () => {
    const one = await chat(SMALL).invoke('Hello there');
    expect(one.text).toContain('Hello there');
    expect(one.response_metadata).toMatchObject({ finish_reason: 'stop', model_name: SMALL });
    let two: AIMessageChunk | undefined;
    for await (const chunk of await chat(SMALL).stream('Hello there')) {
      two = two?.concat(chunk) ?? chunk;
    }
    expect(two?.text).toBe(one.text);
    expect(two?.usage_metadata).toEqual(one.usage_metadata);
    expect(outputTokens(one)).toBeGreaterThan(0);
  });

  describe.each([
    ['whole', false],
    ['streamed', true],
  ])('a tool loop of two rounds, %s', (_name, isStreamed) => {
    test.each(MODELS)('%s', async (model) => {
      expect(await looped(asker(chat(model), isStreamed))).toContain('Sunny, 21 degrees');
      expect(await demo.invoice()).toHaveLength(2);
    });

    test('a signature of a call, which this client drops, does not break the loop', async () => {
      await looped(asker(chat(GEMINI), isStreamed));
      expect(JSON.stringify(sent[1])).not.toContain('extra_content');
      expect(await lastSentToProvider()).toContain('skip_thought_signature_validator');
    });

    test('signed reasoning, which this client drops, does not break the loop', async () => {
      const thinking = chat(CLAUDE, { modelKwargs: { reasoning_effort: 'low' } });
      expect(await looped(asker(thinking, isStreamed))).toContain('Sunny, 21 degrees');
      expect(sent[1]).toMatchObject({ reasoning_effort: 'low' });
      const [first] = (await demo.invoice()) as (InvoiceLine & { request_body: object })[];
      expect(first?.request_body).toMatchObject({ thinking: { type: 'enabled' } });
      expect(await lastSentToProvider()).not.toContain('"thinking"');
    });
  });

  describe.each([SMALL, CLAUDE, GEMINI])('structured output of %s', (model) => {
    test.each(['jsonSchema', 'functionCalling'] as const)('%s', async (method) => {
      const given = await chat(model)
        .withStructuredOutput(report, { name: 'report', method })
        .invoke('Where is it?');
      expect(report.parse(given)).toEqual(given);
    });
  });
});

test('embeddings: one vector for each text, in order, and one for a query', async () => {
  const embeddings = new OpenAIEmbeddings({ model: 'demo/demo-embed', ...connection() });
  const vectors = await embeddings.embedDocuments(['one', 'two', 'one']);
  expect(vectors).toHaveLength(3);
  expect(vectors[0]).toEqual(vectors[2]);
  expect(vectors[0]).not.toEqual(vectors[1]);
  expect(await embeddings.embedQuery('one')).toEqual(vectors[0]);
});

describe('errors', () => {
  interface Case {
    model?: string;
    fields?: Partial<ChatOpenAIFields>;
    headers?: Record<string, string>;
  }
  test.each<[number, string, string, string, Case]>([
    [
      400,
      'BadRequestError',
      'invalid_request',
      'top_p must be 1 or less.',
      { fields: { topP: 5 } },
    ],
    [
      404,
      'NotFoundError',
      'routing_error',
      'GET /v1/models lists what this key may use',
      { model: 'demo/nothing' },
    ],
    [
      401,
      'AuthenticationError',
      'invalid_api_key',
      'This API key does not exist',
      { fields: { apiKey: 'svc_live_wrong' } },
    ],
    [
      402,
      'APIError',
      'max_credits_exceeded',
      'more than X-Svc-Max-Credits allows',
      { headers: { 'x-svc-max-credits': '0.000000001' } },
    ],
  ])('%d is %s %s, sent once', async (status, name, code, words, given) => {
    const model = chat(given.model ?? SMALL, given.fields);
    const error = await failure(() =>
      model.invoke('x', { options: { headers: given.headers ?? {} } }),
    );
    expect(error.constructor.name).toBe(name);
    expect(error).toMatchObject({
      status,
      code,
      requestID: expect.stringMatching(/^req_/) as string,
    });
    expect(error.message).toContain(words);
    expect(sent).toHaveLength(1);
  });

  test('a busy provider is asked again, and ends as RateLimitError with our words', async () => {
    await demo.control({ behaviour: 'status=429 retry-after=1', times: 1 });
    expect((await chat(SMALL).invoke('Hello')).text).toContain('Hello');
    expect(sent).toHaveLength(2);
    sent = [];
    await demo.control({ behaviour: 'status=429 retry-after=1', times: 2 });
    const error = await failure(() => chat(SMALL, { maxRetries: 1 }).invoke('Hello'));
    expect(error.constructor.name).toBe('RateLimitError');
    expect(error).toMatchObject({ status: 429, code: 'upstream_rate_limited' });
    expect(error.message).toContain('The provider is limiting the rate of requests.');
    expect(sent).toHaveLength(2);
  });

  test('a stream that breaks after content throws and is not begun again', async () => {
    const error = await failure(async () => {
      for await (const chunk of await chat(SMALL).stream('[[provider: chunks=9; cut after=5]] x')) {
        expect(typeof chunk.text).toBe('string');
      }
    });
    expect(error).toMatchObject({ code: 'upstream_stream_interrupted' });
    expect(error.message).toBe('The provider broke off in the middle of its answer.');
    expect(sent).toHaveLength(1);
  });
});

describe('responses', () => {
  const responses = (model: string, fields: Partial<ChatOpenAIFields> = {}) =>
    chat(model, { useResponsesApi: true, ...fields });

  test.each(MODELS)('%s answers, and goes through a loop of tools', async (model) => {
    const answer = await responses(model).invoke('Hello');
    expect(answer.text).toContain('Hello');
    expect(outputTokens(answer)).toBeGreaterThan(0);
    expect(await looped(asker(responses(model), false))).toContain('Sunny, 21 degrees');
    const provider = await lastSentToProvider();
    expect(provider).not.toContain('skip_thought_signature_validator');
  });

  test('store: false, as it sends where nothing may be kept, is what happens anyway', async () => {
    const answer = await responses(SMALL, { zdrEnabled: true }).invoke('Hello');
    expect(answer.text).toContain('Hello');
    expect(sent[0]).toMatchObject({ store: false });
  });

  test('structured output', async () => {
    const given = await responses(SMALL)
      .withStructuredOutput(report, { name: 'report' })
      .invoke('Where is it?');
    expect(report.parse(given)).toEqual(given);
  });
});

test('after all of this every rule of the ledger holds', async () => {
  await expectLedgerHolds(demo);
});
