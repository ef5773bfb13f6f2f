/** Batches of the official clients against the fake providers. */
import { runInThisContext } from 'node:vm';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { toFile } from 'openai';
import { startFakeProvider, type FakeProvider } from './server.ts';

/** The client of Google looks for the runtime's dispatcher on its global object. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];

let provider: FakeProvider;
beforeAll(async () => {
  const outer = runInThisContext('new Headers(), globalThis') as object;
  Reflect.set(globalThis, DISPATCHER, Reflect.get(outer, DISPATCHER));
  provider = await startFakeProvider();
});
afterAll(() => provider.stop());

test('OpenAI: a file, a batch, its states and its results', async () => {
  const client = new OpenAI({ apiKey: 'key', baseURL: `${provider.url}/v1`, maxRetries: 0 });
  const body = { model: 'demo-small', messages: MESSAGES };
  const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body };
  const upload = await toFile(Buffer.from(JSON.stringify(line)), 'lines.jsonl');
  const file = await client.files.create({ file: upload, purpose: 'batch' });
  const given = { input_file_id: file.id, endpoint: '/v1/chat/completions' as const };
  const { id } = await client.batches.create({ ...given, completion_window: '24h' });
  expect((await client.batches.retrieve(id)).status).toBe('in_progress');
  const batch = await client.batches.retrieve(id);
  expect(batch.status).toBe('completed');
  const text = await (await client.files.content(batch.output_file_id ?? '')).text();
  expect(JSON.parse(text)).toMatchObject({ custom_id: 'a', response: { status_code: 200 } });
  for await (const one of client.batches.list()) expect(one.id).toBe(id);
  expect((await client.files.delete(file.id)).deleted).toBe(true);
  expect(provider.invoice.summary().by_path['/v1/chat/completions#batch']).toBe(1);
});

test('Anthropic: requests with the call, results by their ids', async () => {
  const client = new Anthropic({ apiKey: 'key', baseURL: provider.url, maxRetries: 0 });
  const params = { model: 'claude-haiku-4-5', max_tokens: 100, messages: MESSAGES };
  const requests = [{ custom_id: 'a', params }];
  const { id, processing_status: status } = await client.messages.batches.create({ requests });
  expect(status).toBe('in_progress');
  await expect(
    client.messages.batches.create({ requests: [{ custom_id: 'a b', params }] }),
  ).rejects.toMatchObject({ status: 400 });
  await client.messages.batches.retrieve(id);
  expect((await client.messages.batches.retrieve(id)).processing_status).toBe('ended');
  for await (const one of await client.messages.batches.results(id)) {
    expect(one).toMatchObject({ custom_id: 'a', result: { type: 'succeeded' } });
  }
  expect((await client.messages.batches.delete(id)).type).toBe('message_batch_deleted');
});

test('Google: requests and answers in the calls', async () => {
  const client = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: provider.url } });
  const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
  const made = await client.batches.create({
    model: 'gemini-2.5-flash',
    src: [{ contents, metadata: { key: 'a' } }],
    config: { displayName: 'one' },
  });
  const name = made.name ?? '';
  expect((await client.batches.get({ name })).state).toBe('JOB_STATE_RUNNING');
  const { state, dest } = await client.batches.get({ name });
  expect(state).toBe('JOB_STATE_SUCCEEDED');
  expect(dest?.inlinedResponses).toMatchObject([{ response: { candidates: [{}] } }]);
  await client.batches.delete({ name });
  await expect(client.batches.get({ name })).rejects.toMatchObject({ status: 404 });
});
