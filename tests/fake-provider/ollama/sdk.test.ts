import { Ollama } from 'ollama';
import type { ChatRequest, ChatResponse, Tool } from 'ollama';
import { startFakeProvider, type FakeProvider } from '../server.ts';

let provider: FakeProvider;
let client: Ollama;

beforeAll(async () => {
  provider = await startFakeProvider();
  client = new Ollama({ host: provider.url });
});

beforeEach(() => provider.reset());

afterAll(() => provider.stop());

type Body = Omit<ChatRequest, 'stream'>;

function body(content: string, more: Partial<Body> = {}): Body {
  return { model: 'demo-small', messages: [{ role: 'user', content }], ...more };
}

async function streamed(request: Body): Promise<ChatResponse[]> {
  const lines: ChatResponse[] = [];
  for await (const line of await client.chat({ ...request, stream: true })) lines.push(line);
  return lines;
}

const weather: Tool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

test('the fake of Ollama lists models', async () => {
  const { models } = await client.list();
  expect(models.map(({ name }) => name)).toContain('demo-reasoner:4b');
});

test('the fake of Ollama answers whole and in lines, with the same text and the same counts', async () => {
  const whole = await client.chat(body('Hello there'));
  expect(whole.message.content).toContain('Hello there');
  expect(whole).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 6 });
  const lines = await streamed(body('Hello there'));
  expect(lines.map(({ message }) => message.content).join('')).toBe(whole.message.content);
  expect(lines.at(-1)).toMatchObject({ done: true, eval_count: whole.eval_count });
  expect(lines.slice(0, -1).every(({ done }) => !done)).toBe(true);
});

test('needs no key, and refuses a bad one', async () => {
  await client.chat(body('Hello'));
  const headers = { authorization: 'Bearer bad-key' };
  const bad = new Ollama({ host: provider.url, headers });
  await expect(bad.chat(body('Hello'))).rejects.toMatchObject({ status_code: 401 });
});

test('the fake of Ollama thinks where it can and may', async () => {
  const model = 'demo-reasoner';
  const thought = await client.chat(body('Hello', { model, think: true }));
  expect(thought.message.thinking).toContain('weigh');
  const lines = await streamed(body('Hello', { model, think: 'high' }));
  expect(lines.map(({ message }) => message.thinking ?? '').join('')).toContain('weigh');
  const silent = await client.chat(body('Hello', { model, think: false }));
  expect(silent.message.thinking).toBeUndefined();
  const refused = client.chat(body('Hello', { think: true }));
  await expect(refused).rejects.toThrow('does not support thinking');
});

test('calls tools with objects, and reads their results', async () => {
  const asked = body('get_weather, please', { tools: [weather] });
  const { message, done_reason: reason } = await client.chat(asked);
  expect(reason).toBe('stop');
  expect(message.tool_calls).toMatchObject([
    { function: { name: 'get_weather', arguments: { city: 'example' } } },
  ]);
  const result = { role: 'tool', tool_name: 'get_weather', content: '21 degrees' };
  const next = { ...asked, messages: [...(asked.messages ?? []), message, result] };
  expect((await client.chat(next)).message.content).toContain('21 degrees');
  const lines = await streamed(asked);
  expect(lines.flatMap((line) => line.message.tool_calls ?? [])).toMatchObject([
    { function: { name: 'get_weather', arguments: { city: 'example' } } },
  ]);
});

test('the fake of Ollama answers in the format asked for, within its ceiling', async () => {
  const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };
  const fitted = await client.chat(body('Hi', { format: schema }));
  expect(JSON.parse(fitted.message.content)).toHaveProperty('age');
  const short = await client.chat(body('Hi', { options: { num_predict: 2 } }));
  expect(short).toMatchObject({ done_reason: 'length', eval_count: 2 });
});

test('the fake of Ollama embeds in order', async () => {
  const { embeddings, prompt_eval_count: counted } = await client.embed({
    model: 'demo-embed',
    input: ['one', 'two'],
    dimensions: 64,
  });
  expect(embeddings.map((vector) => vector.length)).toEqual([64, 64]);
  expect(embeddings[0]).not.toEqual(embeddings[1]);
  expect(counted).toBe(2);
});

test('the fake of Ollama fails as a server does', async () => {
  const missing = client.chat(body('Hi', { model: 'missing:1b' }));
  await expect(missing).rejects.toMatchObject({ status_code: 404 });
  const broken = streamed(body('Hi [[provider: error after=2 message=gone]]'));
  await expect(broken).rejects.toThrow('gone');
  await expect(client.chat(body('x'.repeat(600_000)))).rejects.toThrow('context');
});
