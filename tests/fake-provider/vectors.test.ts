import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { FAMILIES, familyById } from '@tollgate/providers/families';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { startFakeProvider, type FakeProvider } from './server.ts';

const LIMITS = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const KEY = { api_key: 'secret-key' };
const AWS = {
  region: 'us-east-1',
  access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
  secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
};

/** A model of each way in which a family tells vectors. */
const MODELS: readonly [family: string, model: string, path: string, credential: object][] = [
  ['openai', 'text-embedding-3-small', '/openai/v1', KEY],
  ['openai-compatible', 'demo-embed', '/v1', KEY],
  ['openai-responses', 'demo-embed', '/v1', KEY],
  ['google', 'gemini-embedding-001', '/v1beta', KEY],
  ['ollama', 'demo-embed:latest', '', {}],
  ['bedrock', 'amazon.titan-embed-text-v2:0', '', AWS],
  ['bedrock', 'cohere.embed-english-v3', '', AWS],
  ['bedrock', 'us.cohere.embed-v4:0', '', AWS],
];
const KINDS = ['fewer', 'more', 'none', 'mixed', 'empty', 'text', 'null', 'huge'];

let provider: FakeProvider;
let caller: ProviderCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  caller = createProviderCaller({ allowed: parseAllowedUpstreams(`127.0.0.1:${provider.port}`) });
});
afterAll(async () => {
  caller.close();
  await provider.stop();
});

test('every family that makes vectors is here', () => {
  const vectorial = FAMILIES.filter(({ embeddings }) => embeddings !== undefined);
  const here = new Set(MODELS.map(([family]) => family));
  expect([...here].toSorted()).toEqual(vectorial.map(({ id }) => id).toSorted());
});

describe.each(MODELS)('%s %s', (id, upstreamModel, path, credential) => {
  const inputType = upstreamModel.includes('cohere') ? 'search_document' : undefined;
  const embed = (inputs: string[], dimensions?: number) => {
    const family = familyById(id);
    if (family === undefined) throw new Error(`no family ${id}`);
    const baseUrl = `${provider.url}${path}`;
    const call: ProviderCall = {
      family,
      endpoint: { family: id, provider: family.provider ?? 'any', upstreamModel, baseUrl },
      credential: credential as Record<string, string>,
      limits: LIMITS,
      signal: AbortSignal.timeout(LIMITS.totalMs),
    };
    return caller.embeddings(call, {
      inputs,
      ...(inputType === undefined ? {} : { inputType }),
      ...(dimensions === undefined ? {} : { dimensions }),
    });
  };

  test('gives one vector for each input', async () => {
    const { embeddings } = await embed(['one', 'two', 'three']);
    expect(embeddings.vectors).toHaveLength(3);
  });

  test.each(KINDS)('%s vectors are no answer', async (kind) => {
    const inputs = ['one', 'two', `[[provider: vectors=${kind}]] three`];
    await expect(embed(inputs)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
  });

  test('vectors of another size than the one asked for are no answer', async () => {
    const inputs = ['one', '[[provider: vectors=mixed]] two'];
    await expect(embed(inputs.slice(1), 512)).rejects.toMatchObject({
      failure: { kind: 'malformed' },
    });
  });
});
