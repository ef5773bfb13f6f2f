import { formatCredits } from '@tollgate/money/credits';
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources';
import { z } from 'zod';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 180_000;
const EMBEDDINGS = 'demo/demo-embed';

let demo: Demo;
let client: OpenAI;
/** Requests that the client has sent since the last look. */
let sent = 0;

const countingFetch: typeof globalThis.fetch = (...given) => {
  sent += 1;
  return globalThis.fetch(...given);
};

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, fetch: countingFetch });
}

beforeAll(async () => {
  demo = await aSharedDemo();
  client = clientWith(demo.env.TOLLGATE_API_KEY);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);
beforeEach(() => (sent = 0));

const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }];

test('models.list gives every model of the key', async () => {
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toContain(demo.env.TOLLGATE_MODEL);
});

test('chat.completions.create gives a completion', async () => {
  const answer = await client.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages });
  expect(answer.choices[0]?.message.content).toContain('Hello');
  expect(answer.usage?.total_tokens).toBe(
    (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
  );
});

describe('usage.cost is what the wallet paid', () => {
  const model = (): string => demo.env.TOLLGATE_MODEL;
  const consumed = async (): Promise<bigint> => {
    const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
    return BigInt(body.consumed.replace('.', ''));
  };
  const RUNS: Record<string, () => Promise<{ usage: unknown; header?: string | null }>> = {
    'of a completion': async () => {
      const { data, response } = await client.chat.completions
        .create({ model: model(), messages })
        .withResponse();
      return { usage: data.usage, header: response.headers.get('x-svc-charged') };
    },
    'of a stream of chunks': async () => {
      const given = { model: model(), messages, stream_options: { include_usage: true } };
      let usage: unknown;
      const stream = await client.chat.completions.create({ ...given, stream: true });
      for await (const chunk of stream) usage = chunk.usage ?? usage;
      return { usage };
    },
    'of a response': async () => {
      const { data, response } = await client.responses
        .create({ model: model(), input: 'Hello' })
        .withResponse();
      return { usage: data.usage, header: response.headers.get('x-svc-charged') };
    },
    'of embeddings': async () => {
      const { data, response } = await client.embeddings
        .create({ model: EMBEDDINGS, input: 'Hello' })
        .withResponse();
      return { usage: data.usage, header: response.headers.get('x-svc-charged') };
    },
  };

  test.each(Object.keys(RUNS))('%s', async (name) => {
    const before = await consumed();
    const { usage, header } = (await RUNS[name]?.()) ?? {};
    const charge = formatCredits((await consumed()) - before);
    expect(charge).not.toBe(formatCredits(0n));
    expect(usage).toMatchObject({ cost: Number(charge) });
    if (header !== undefined) expect(header).toBe(charge);
  });

  test('a stored answer says what the first call was charged, and costs nothing', async () => {
    const given = { headers: { 'idempotency-key': 'cost-of-a-replay' } };
    const ask = () =>
      client.chat.completions.create({ model: model(), messages }, given).withResponse();
    const first = await ask();
    const before = await consumed();
    const again = await ask();
    expect(await consumed()).toBe(before);
    expect(again.response.headers.get('x-idempotent-replay')).toBe('true');
    expect(again.data.usage).toEqual(first.data.usage);
    expect(again.response.headers.get('x-svc-charged')).toBe(
      first.response.headers.get('x-svc-charged'),
    );
  });
});

test('a stream brings the same text in pieces', async () => {
  const whole = await client.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages });
  const stream = await client.chat.completions.create({
    model: demo.env.TOLLGATE_MODEL,
    messages,
    stream: true,
  });
  let text = '';
  let finish: string | null = null;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? '';
    finish = chunk.choices[0]?.finish_reason ?? finish;
  }
  expect(text).toBe(whole.choices[0]?.message.content);
  expect(finish).toBe('stop');
});

const weather: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
  },
};

describe('a tool loop of two steps', () => {
  const finished = (
    streamed: boolean,
    given: Omit<ChatCompletionCreateParamsNonStreaming, 'stream'>,
  ) =>
    streamed
      ? client.chat.completions.stream(given).finalChatCompletion()
      : client.chat.completions.create(given);

  test.each([false, true])('stream: %s', async (streamed) => {
    const model = demo.env.TOLLGATE_MODEL;
    const history: ChatCompletionMessageParam[] = [
      { role: 'user', content: 'Call get_weather for Oslo.' },
    ];
    const given = { model, tools: [weather], messages: history };
    const first = await finished(streamed, given);
    const message = first.choices[0]?.message;
    const calls = message?.tool_calls ?? [];
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(calls).toHaveLength(1);
    const [call] = calls;
    if (message === undefined || call?.type !== 'function') throw new Error('no call was made');
    expect(call.function.name).toBe('get_weather');
    expect(() => JSON.parse(call.function.arguments) as unknown).not.toThrow();
    history.push(message, { role: 'tool', tool_call_id: call.id, content: 'Sunny, 21 degrees' });
    const second = await finished(streamed, { ...given, messages: history });
    expect(second.choices[0]?.message.content).toContain('Sunny, 21 degrees');
  });

  test.each([false, true])('runTools carries it out by itself (stream: %s)', async (stream) => {
    const given = {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user' as const, content: 'Call get_weather for Oslo.' }],
      tools: [
        {
          type: 'function' as const,
          function: {
            name: 'get_weather',
            parameters: weather.function.parameters ?? {},
            description: 'The weather of a city',
            function: () => 'Rain',
          },
        },
      ],
    };
    const runner = stream
      ? client.chat.completions.runTools({ ...given, stream: true })
      : client.chat.completions.runTools(given);
    expect(await runner.finalContent()).toContain('Rain');
    expect(sent).toBe(2);
  });
});

describe('structured output', () => {
  const weather = z.object({ city: z.string(), degrees: z.number() });
  const given = () => ({
    model: demo.env.TOLLGATE_MODEL,
    messages,
    response_format: zodResponseFormat(weather, 'weather'),
  });

  test('chat.completions.parse gives what the schema asks for, and its message goes back', async () => {
    const { choices } = await client.chat.completions.parse(given());
    const message = choices[0]?.message;
    expect(weather.parse(message?.parsed)).toEqual(message?.parsed);
    if (message === undefined) throw new Error('nothing was said');
    const again = await client.chat.completions.parse({
      ...given(),
      messages: [...messages, message, { role: 'user', content: 'And now?' }],
    });
    expect(again.choices[0]?.message.parsed).toEqual(message.parsed);
  });

  test('a stream is parsed at its end', async () => {
    const stream = client.chat.completions.stream(given());
    const { choices } = await stream.finalChatCompletion();
    expect(weather.parse(choices[0]?.message.parsed)).toEqual(choices[0]?.message.parsed);
  });

  test('json_object gives an answer that is JSON', async () => {
    const { choices } = await client.chat.completions.create({
      ...given(),
      response_format: { type: 'json_object' },
    });
    expect(typeof JSON.parse(choices[0]?.message.content ?? '')).toBe('object');
  });
});

describe('final errors have their class and are sent once', () => {
  async function failure(work: () => Promise<unknown>): Promise<APIError> {
    try {
      await work();
    } catch (error) {
      expect(sent).toBe(1);
      return error as APIError;
    }
    throw new Error('the call was served');
  }
  const create = (with_: object, by = client) =>
    failure(() =>
      by.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages, ...with_ }),
    );

  test('the client throws the error of 400', async () => {
    const error = await create({ parallel_tool_calls: false });
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ code: 'unsupported_parameter', param: 'parallel_tool_calls' });
    expect(error.requestID).toMatch(/^req_/);
  });

  test('the client throws the error of 401', async () => {
    const error = await create({}, clientWith('svc_live_wrong'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.code).toBe('invalid_api_key');
  });

  test('the client throws the error of 402', async () => {
    const error = await failure(() =>
      client.chat.completions.create(
        { model: demo.env.TOLLGATE_MODEL, messages },
        { headers: { 'X-Svc-Max-Credits': '0.000000001' } },
      ),
    );
    expect(error).toBeInstanceOf(APIError);
    expect([error.status, error.code]).toEqual([402, 'max_credits_exceeded']);
  });

  test('the client throws the error of 403', async () => {
    const { body: key } = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'suspended',
    });
    await demo.user('POST', `/keys/${key.id}/suspend`);
    const error = await create({}, clientWith(key.secret));
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error.code).toBe('key_suspended');
  });

  test('the client throws the error of 404', async () => {
    const error = await create({ model: 'demo/nothing' });
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.code).toBe('routing_error');
  });

  test('the client throws the error of 409', async () => {
    const headers = { 'Idempotency-Key': 'sdk-conflict' };
    await client.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages }, { headers });
    sent = 0;
    const error = await failure(() =>
      client.chat.completions.create(
        { model: demo.env.TOLLGATE_MODEL, messages, temperature: 1 },
        { headers },
      ),
    );
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.code).toBe('idempotency_key_mismatch');
  });
});

test('the client tries a passing failure again, and is served when the provider recovers', async () => {
  await demo.control({ behaviour: 'status=429 retry-after=1', times: 1 });
  const answer = await client.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages });
  expect(answer.choices).toHaveLength(1);
  expect(sent).toBe(2);
});

test('a provider that stays busy ends as RateLimitError with our wording', async () => {
  await demo.control({ behaviour: 'status=429 retry-after=1', times: 1 });
  const impatient = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const call = impatient.chat.completions.create({ model: demo.env.TOLLGATE_MODEL, messages });
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ code: 'upstream_rate_limited' });
  expect((error as APIError).headers?.get('retry-after')).toBe('1');
});

test('a stream that breaks after content throws and is not taken for whole', async () => {
  const stream = await client.chat.completions.create({
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: '[[provider: chunks=10; cut after=5]] broken' }],
    stream: true,
  });
  const read = async (): Promise<void> => {
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
  };
  await expect(read()).rejects.toThrow();
});

describe('embeddings.create', () => {
  const model = 'demo/demo-embed';

  test('gives one vector for each input, in order, as numbers or as the SDK asks by default', async () => {
    const input = ['one', 'two', 'one'];
    const packed = await client.embeddings.create({ model, input });
    const plain = await client.embeddings.create({ model, input, encoding_format: 'float' });
    expect(packed.data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(packed.data[0]?.embedding).toEqual(packed.data[2]?.embedding);
    expect(packed.data[0]?.embedding).not.toEqual(packed.data[1]?.embedding);
    for (const [at, { embedding }] of packed.data.entries()) {
      expect(embedding).toHaveLength(plain.data[at]?.embedding.length ?? 0);
      embedding.forEach((number, index) =>
        expect(number).toBeCloseTo(plain.data[at]?.embedding[index] ?? 0, 6),
      );
    }
    expect(packed.usage.prompt_tokens).toBeGreaterThan(0);
  });

  test.each([[''], [[]], [['']], [Array.from({ length: 3_000 }, () => 'x')]])(
    'B01 refuses %j',
    async (input) => {
      await expect(client.embeddings.create({ model, input })).rejects.toBeInstanceOf(
        BadRequestError,
      );
    },
  );

  test('B02 a model is for one thing', async () => {
    const chat = client.embeddings.create({ model: demo.env.TOLLGATE_MODEL, input: 'x' });
    await expect(chat).rejects.toMatchObject({ status: 400, param: 'model' });
    const embed = client.chat.completions.create({ model, messages });
    await expect(embed).rejects.toMatchObject({ status: 400, param: 'model' });
  });
});
