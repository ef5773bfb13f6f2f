import { runInThisContext } from 'node:vm';
import { ApiError, FunctionCallingConfigMode, GoogleGenAI } from '@google/genai';
import type { Content, FunctionDeclaration, GenerateContentResponse } from '@google/genai';
import { eventsOf, probe } from '../probe.ts';
import { startFakeProvider, type FakeProvider } from '../server.ts';

const MODEL = 'gemini-2.5-flash';
const THIRD = 'gemini-3-flash-preview';

let provider: FakeProvider;
let client: GoogleGenAI;

/**
 * The client looks for the runtime's dispatcher on its global object, which is another one inside a
 * test.
 */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

beforeAll(async () => {
  const outer = runInThisContext('new Headers(), globalThis') as object;
  Reflect.set(globalThis, DISPATCHER, Reflect.get(outer, DISPATCHER));
  provider = await startFakeProvider();
  client = clientWith('test-key');
});

beforeEach(() => provider.reset());

afterAll(() => provider.stop());

function clientWith(apiKey: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: provider.url } });
}

const weather: FunctionDeclaration = {
  name: 'get_weather',
  parametersJsonSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
};
const time: FunctionDeclaration = { name: 'get_time' };

async function collect(
  stream: AsyncIterable<GenerateContentResponse>,
): Promise<GenerateContentResponse[]> {
  const replies: GenerateContentResponse[] = [];
  for await (const reply of stream) replies.push(reply);
  return replies;
}

function turnOf(reply: GenerateContentResponse): Content {
  return reply.candidates?.[0]?.content ?? {};
}

describe('models', () => {
  test('are listed with what they can do', async () => {
    const names: (string | undefined)[] = [];
    for await (const { name } of await client.models.list()) names.push(name);
    expect(names).toContain('models/gemini-2.5-flash');
    expect(names).toContain('models/gemini-embedding-001');
    expect((await client.models.get({ model: MODEL })).name).toBe(`models/${MODEL}`);
  });
});

describe('content', () => {
  test('echoes deterministically and counts tokens', async () => {
    const first = await client.models.generateContent({ model: MODEL, contents: 'Hello there' });
    const second = await client.models.generateContent({ model: MODEL, contents: 'Hello there' });
    expect(first.text).toContain('Hello there');
    expect(second.text).toBe(first.text);
    expect(first.responseId).not.toBe(second.responseId);
    // ceil(11 / 4) for the text and 3 for the turn.
    expect(first.usageMetadata).toMatchObject({ promptTokenCount: 6 });
    expect(first.candidates?.[0]?.finishReason).toBe('STOP');
  });

  test('streams the same text, one token a reply', async () => {
    const asked = { model: MODEL, contents: 'Hello' };
    const whole = await client.models.generateContent(asked);
    const replies = await collect(await client.models.generateContentStream(asked));
    expect(replies.map((reply) => reply.text ?? '').join('')).toBe(whole.text);
    expect(replies.at(-1)?.usageMetadata).toEqual(whole.usageMetadata);
    expect(replies.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(replies).toHaveLength((whole.usageMetadata?.candidatesTokenCount ?? 0) + 1);
  });

  test('honours ceilings, stops, alternatives and formats', async () => {
    const ask = (config: object) =>
      client.models.generateContent({ model: MODEL, contents: 'Hello', config });
    const cut = await ask({ maxOutputTokens: 3 });
    expect(cut.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
    expect((await ask({ stopSequences: [' speaking'] })).text).not.toContain('speaking');
    expect((await ask({ candidateCount: 2 })).candidates).toHaveLength(2);
    const schema = { type: 'object', properties: { a: { const: 7 } }, required: ['a'] };
    const format = { responseMimeType: 'application/json', responseJsonSchema: schema };
    expect((await ask(format)).text).toBe('{"a":7}');
  });

  test('shows its reasoning when asked to, and signs', async () => {
    const config = { thinkingConfig: { thinkingBudget: 1_024, includeThoughts: true } };
    const reply = await client.models.generateContent({ model: MODEL, contents: 'Hi', config });
    const parts = turnOf(reply).parts ?? [];
    expect(parts[0]).toMatchObject({ thought: true });
    expect(parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) });
    expect(reply.usageMetadata?.thoughtsTokenCount).toBe(16);
    expect(reply.text).toContain('Hi');
  });
});

describe.each([MODEL, THIRD])('tools of %s', (model) => {
  const question: Content = { role: 'user', parts: [{ text: 'get_weather and get_time, please' }] };
  const tools = [{ functionDeclarations: [weather, time] }];

  test('are called at once, and the loop goes on', async () => {
    const asked = { model, contents: [question], config: { tools } };
    const reply = await client.models.generateContent(asked);
    const calls = reply.functionCalls ?? [];
    expect(calls.map(({ name }) => name)).toEqual(['get_weather', 'get_time']);
    expect(calls.map(({ id }) => id !== undefined)).toEqual([model === THIRD, model === THIRD]);
    const results = calls.map(({ name, id }) => ({
      functionResponse: { ...(id ? { id } : {}), name: name ?? '', response: { output: 'sunny' } },
    }));
    const contents = [question, turnOf(reply), { role: 'user', parts: results }];
    const last = await client.models.generateContent({ ...asked, contents });
    expect(last.text).toContain('sunny; sunny');
    const forgotten = { ...asked, contents: [question, turnOf(reply), question] };
    await expect(client.models.generateContent(forgotten)).rejects.toMatchObject({ status: 400 });
  });

  test('are forced, forbidden and named', async () => {
    const ask = async (mode: FunctionCallingConfigMode, allowedFunctionNames?: string[]) => {
      const functionCallingConfig = { mode, ...(allowedFunctionNames && { allowedFunctionNames }) };
      const config = { tools, toolConfig: { functionCallingConfig } };
      const reply = await client.models.generateContent({ model, contents: 'Hello', config });
      return (reply.functionCalls ?? []).map(({ name }) => name);
    };
    expect(await ask(FunctionCallingConfigMode.AUTO)).toEqual([]);
    expect(await ask(FunctionCallingConfigMode.NONE)).toEqual([]);
    expect(await ask(FunctionCallingConfigMode.ANY)).toEqual(['get_weather']);
    expect(await ask(FunctionCallingConfigMode.ANY, ['get_time'])).toEqual(['get_time']);
    await expect(ask(FunctionCallingConfigMode.ANY, ['other'])).rejects.toBeInstanceOf(ApiError);
  });

  test('are called in a stream', async () => {
    const asked = { model, contents: [question], config: { tools } };
    const replies = await collect(await client.models.generateContentStream(asked));
    const calls = replies.flatMap((reply) => reply.functionCalls ?? []);
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ['get_weather', { city: 'example' }],
      ['get_time', {}],
    ]);
  });
});

test('generation 3 wants its signature back, unchanged', async () => {
  const call = { functionCall: { name: 'get_time', args: {} } };
  const loop = (part: object) => [
    { role: 'user', parts: [{ text: 'x' }] },
    { role: 'model', parts: [part] },
    { role: 'user', parts: [{ functionResponse: { name: 'get_time', response: {} } }] },
  ];
  const config = { tools: [{ functionDeclarations: [time] }] };
  const ask = (part: object) =>
    client.models.generateContent({ model: THIRD, contents: loop(part), config });
  await expect(ask(call)).rejects.toThrow('missing a thought_signature');
  await expect(ask({ ...call, thoughtSignature: 'AAAA' })).rejects.toThrow('Corrupted');
});

describe('embeddings', () => {
  test('depend on the text alone', async () => {
    const config = { outputDimensionality: 128 };
    const asked = { model: 'gemini-embedding-001', contents: ['one', 'two', 'one'], config };
    const { embeddings = [] } = await client.models.embedContent(asked);
    expect(embeddings.map(({ values }) => values?.length)).toEqual([128, 128, 128]);
    expect(embeddings[0]).toEqual(embeddings[2]);
    expect(embeddings[0]).not.toEqual(embeddings[1]);
  });
});

describe('errors', () => {
  test.each([
    ['bad-key', MODEL, 'Hello', 400, 'API_KEY_INVALID'],
    ['test-key', 'missing-model', 'Hello', 404, 'NOT_FOUND'],
    ['test-key', MODEL, '[[provider: status=429]]', 429, 'RESOURCE_EXHAUSTED'],
    ['test-key', MODEL, '[[provider: status=503]]', 503, 'UNAVAILABLE'],
  ])('%s %s %s is %i', async (key, model, contents, status, words) => {
    const asked = clientWith(key).models.generateContent({ model, contents });
    const error: unknown = await asked.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, message: expect.stringContaining(words) });
  });

  test('come in a stream as well', async () => {
    const path = `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`;
    const contents = [{ parts: [{ text: '[[provider: error after=2 status=503]] Hello' }] }];
    const { text } = await probe(provider.url, {
      path,
      headers: { 'x-goog-api-key': 'test-key' },
      body: { contents },
    });
    expect(text).toContain('\r\n\r\n');
    expect(eventsOf(text).at(-1)).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
  });
});
