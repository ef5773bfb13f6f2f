import { Value } from 'typebox/value';
import type { Endpoint } from '../adapter/adapter.ts';
import { openaiCompatible } from './index.ts';

const RESOURCE = 'https://example-resource.openai.azure.com';

function endpoint(baseUrl: string): Endpoint {
  return { family: 'openai-compatible', provider: 'azure', upstreamModel: 'gpt-4.1', baseUrl };
}

async function signed(baseUrl: string, credential: Record<string, string>) {
  const url = `${baseUrl}${openaiCompatible.chat?.path(endpoint(baseUrl), false)}`;
  return openaiCompatible.sign({ method: 'POST', url, headers: {} }, credential, new Date());
}

describe('the addresses of Azure', () => {
  const version = { api_key: 'k', api_version: '2024-10-21' };

  it.each([
    [
      `${RESOURCE}/openai`,
      `${RESOURCE}/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21`,
    ],
    [
      `${RESOURCE}/openai/deployments/mine`,
      `${RESOURCE}/openai/deployments/mine/chat/completions?api-version=2024-10-21`,
    ],
    [
      'https://example-resource.services.ai.azure.com/models',
      'https://example-resource.services.ai.azure.com/models/chat/completions?api-version=2024-10-21',
    ],
  ])('%s with a version', async (baseUrl, url) => {
    expect(await signed(baseUrl, version)).toMatchObject({ url, headers: { 'api-key': 'k' } });
  });

  it('need none on the newer interface', async () => {
    const call = await signed(`${RESOURCE}/openai/v1`, { api_key: 'k' });
    expect(call).toMatchObject({
      url: `${RESOURCE}/openai/v1/chat/completions`,
      headers: { 'api-key': 'k' },
    });
    expect(call.headers).not.toHaveProperty('authorization');
  });

  it('take the version behind what an address asks for already', async () => {
    const url = `${RESOURCE}/openai/v1/videos/x/content?variant=video`;
    const call = { method: 'GET', url, headers: {} } as const;
    expect(await openaiCompatible.sign(call, version, new Date())).toMatchObject({
      url: `${url}&api-version=2024-10-21`,
    });
  });

  it('name the deployment for vectors, too', () => {
    const { embeddings } = openaiCompatible;
    expect(embeddings?.path(endpoint(`${RESOURCE}/openai`))).toBe(
      '/deployments/gpt-4.1/embeddings',
    );
    expect(embeddings?.path(endpoint('https://api.example.com/openai'))).toBe('/embeddings');
  });
});

it('everybody else gets a bearer token and no version', async () => {
  const call = await signed('https://api.example.com/openai', { api_key: 'k' });
  expect(call).toMatchObject({
    url: 'https://api.example.com/openai/chat/completions',
    headers: { authorization: 'Bearer k' },
  });
});

it('a version is nothing that could change the rest of an address', () => {
  const fits = (version: string) =>
    Value.Check(openaiCompatible.credential, { api_key: 'k', api_version: version });
  expect(['2024-10-21', '2025-01-01-preview', 'preview'].every(fits)).toBe(true);
  expect(['', '1&x=2', '1#', 'a b', '../x'].some(fits)).toBe(false);
});
