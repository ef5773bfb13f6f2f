import { MalformedReply } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import { google } from './index.ts';

const endpoint = (upstreamModel: string): Endpoint => ({
  family: 'google',
  provider: 'google',
  upstreamModel,
  baseUrl: 'https://api.example.com/v1beta',
});
const { chat, embeddings, listing } = google;

describe('calls', () => {
  it('name the model in the path and the key in a header', async () => {
    expect(chat?.path(endpoint('gemini-2.5-flash'), false)).toBe(
      '/models/gemini-2.5-flash:generateContent',
    );
    expect(chat?.path(endpoint('gemini-2.5-flash'), true)).toBe(
      '/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    );
    const call = { method: 'GET', url: 'https://api.example.com/x', headers: {} } as const;
    const signed = await google.sign(call, { api_key: 'secret-key' }, new Date(0));
    expect(signed).toEqual({ ...call, headers: { 'x-goog-api-key': 'secret-key' } });
  });
});

describe('embeddings', () => {
  const model = endpoint('gemini-embedding-001');

  it('go as one batch', () => {
    expect(embeddings?.path(model)).toBe('/models/gemini-embedding-001:batchEmbedContents');
    expect(embeddings?.toWire({ inputs: ['a', 'b'], dimensions: 256 }, model)).toEqual([
      {
        requests: ['a', 'b'].map((text) => ({
          model: 'models/gemini-embedding-001',
          content: { parts: [{ text }] },
          outputDimensionality: 256,
        })),
      },
    ]);
  });

  it('come in order, with a count where there is one', () => {
    const body = { embeddings: [{ values: [1, 0.5] }, { values: [0, -1] }] };
    const read = (more: object) =>
      embeddings?.fromWire([{ body: { ...body, ...more }, headers: {} }], model);
    expect(read({})).toEqual({
      vectors: [
        [1, 0.5],
        [0, -1],
      ],
      usage: null,
    });
    expect(read({ usageMetadata: { promptTokenCount: 7 } })?.usage?.input).toBe(7);
    expect(read({ embedding: { values: [3] } })?.vectors).toEqual([[3]]);
  });

  it.each([
    null,
    [],
    {},
    { embeddings: [] },
    { embeddings: [{}] },
    { embeddings: [{ values: ['x'] }] },
  ])('%j is no reply', (body) => {
    expect(() => embeddings?.fromWire([{ body, headers: {} }], model)).toThrow(MalformedReply);
  });
});

describe('the list of models', () => {
  it('holds what answers, embeds or makes videos, by its bare name', () => {
    const methods = (name: string, ...list: string[]) => ({
      name: `models/${name}`,
      supportedGenerationMethods: list,
    });
    const models = [
      methods('gemini-2.5-flash', 'generateContent', 'countTokens'),
      methods('gemini-embedding-001', 'embedContent'),
      methods('veo-3.1', 'predictLongRunning'),
      methods('../x', 'generateContent'),
      { name: 'models/nothing' },
      {},
    ];
    expect(listing?.fromWire({ models, nextPageToken: 'x' })).toEqual([
      'gemini-2.5-flash',
      'gemini-embedding-001',
      'veo-3.1',
    ]);
    expect(() => listing?.fromWire({ data: [] })).toThrow(MalformedReply);
  });
});
