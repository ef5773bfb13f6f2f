import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parsePriceList } from '@tollgate/catalog/prices';
import { createProviderAccess } from '@tollgate/catalog/provider-access';
import { suggestPrices } from '@tollgate/catalog/bundled-prices';
import { createPublicPriceList, PriceListUnavailable } from '@tollgate/catalog/fetched-prices';
import { encodeId } from '@tollgate/runtime/ids';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { researchPlatformPrices } from '@tollgate/contract/routes/admin/pricing';
import { anAdmin, listenOnAnyPort } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

let admin: RunningAdmin;
let provider: TestProvider;
let id: string;
const AT = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  ({ id } = await aModel(admin, provider, 'gpt-4o'));
  await approve(admin, id);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const research = (body: unknown, modelId = id) =>
  admin.send(researchPlatformPrices, { params: { model_id: modelId }, body });
const versions = async () => {
  const { rows } = await admin.owner.raw(
    'select (select count(*) from catalog.price_version) as n, (select epoch from change.counter)',
  );
  return rows;
};

describe('POST /api/platform/models/{model_id}/pricing/research answers 200', () => {
  test('with its source, ready to be sent as a price version, and nothing is changed', async () => {
    const before = await versions();
    const { status, body } = await research({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ model_id: id, current: null, unavailable: [] });
    const [suggestion] = body.suggestions;
    expect(suggestion).toMatchObject({
      source: { name: '@pydantic/genai-prices', provider: 'openai', model: 'gpt-4o' },
      found_by: 'model_name',
      derived: { reasoning: 'output' },
      missing: [],
    });
    expect(suggestion.source.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(suggestion.source.urls.length).toBeGreaterThan(0);
    expect(suggestion.prices.reasoning).toBe(suggestion.prices.output);
    expect(await versions()).toEqual(before);
    const priced = await admin.send(pricePlatformModel, {
      params: { model_id: id },
      body: { prices: suggestion.prices },
    });
    expect(priced.status).toBe(201);
  });

  test('beside the prices that hold now', async () => {
    await admin.send(pricePlatformModel, { params: { model_id: id }, body: { prices: PRICES } });
    expect((await research({})).body.current).toEqual(PRICES);
  });

  test('of the provider and the model that the caller names', async () => {
    const named = { provider: 'google', model: 'gemini-2.5-pro' };
    const [suggestion] = (await research(named)).body.suggestions;
    expect(suggestion).toMatchObject({
      source: { provider: 'google' },
      found_by: 'provider',
      prices: { input: '1.25', output: '10' },
    });
    expect(suggestion.long_context).toEqual([
      { above_input_tokens: 200_000, prices: expect.objectContaining({ input: '2.5' }) },
    ]);
    // Reasoning has the price of the output, in every tier.
    const { prices } = suggestion.long_context[0];
    expect(prices.reasoning).toBe(prices.output);
    const { prices: base, long_context } = suggestion;
    const body = { prices: base, long_context };
    const priced = await admin.send(pricePlatformModel, { params: { model_id: id }, body });
    expect(priced.status).toBe(201);
  });

  test('none for what no source knows', async () => {
    expect((await research({ model: 'no-such-model' })).body.suggestions).toEqual([]);
    expect((await research({ provider: 'nobody' })).body.suggestions).toEqual([]);
    expect((await research({ provider: "' or 1=1--" })).body.suggestions).toEqual([]);
    expect((await research({ model: '__proto__' })).body.suggestions).toEqual([]);
  });

  test('by the address of a host that serves the models of others', () => {
    const found = suggestPrices({
      provider: null,
      baseUrl: 'https://api.groq.com/openai/v1',
      model: 'llama-3.3-70b-versatile',
      dimensions: ['input', 'output'],
      priced: ['input', 'output', 'request', 'image'],
      at: AT,
    });
    expect(found).toMatchObject({ found_by: 'address', source: { provider: 'groq' } });
  });

  test.each([
    ['anthropic', 'claude-sonnet-4-5'],
    ['deepseek', 'deepseek-chat'],
    ['aws', 'anthropic.claude-3-5-sonnet-20240620-v1:0'],
    ['openai', 'text-embedding-3-small'],
  ])('every suggestion is a price list: %s %s', (source, model) => {
    const found = suggestPrices({
      provider: source,
      baseUrl: null,
      model,
      dimensions: [],
      priced: ['input', 'output'],
      at: AT,
    });
    expect(found?.prices.input).toMatch(/^\d+(\.\d+)?$/);
    expect(parsePriceList(found?.prices ?? {}, [], false)).toHaveProperty('prices');
  });

  test.each([
    [
      'google',
      'gemini-2.5-flash-image',
      ['input', 'output', 'image_output'],
      { prices: { input: '0.3', output: '2.5', image_output: '30' }, derived: {}, missing: [] },
    ],
    // A model that writes nothing has one price of output, that of its images.
    [
      'openai',
      'gpt-image-1-mini',
      ['input', 'image_input', 'image_output'],
      {
        prices: { input: '2', image_input: '2.5', image_output: '8' },
        derived: { image_output: 'output' },
        missing: [],
      },
    ],
    // The price of text is none for images.
    [
      'openrouter',
      'google/gemini-2.5-flash-image',
      ['input', 'output', 'image_output'],
      { prices: { input: '0.3', output: '2.5' }, derived: {}, missing: ['image_output'] },
    ],
  ])('prices of images as their maker has them: %s %s', (source, model, dimensions, expected) => {
    const found = suggestPrices({
      provider: source,
      baseUrl: null,
      model,
      dimensions,
      priced: dimensions,
      at: AT,
    });
    expect(found).toMatchObject(expected);
    expect(Object.keys(found?.prices ?? {})).toEqual(Object.keys(expected.prices));
  });

  test.each([
    ['gemini-3.8-flash-tts', null],
    ['gemini-3.8-flash', expect.any(String)],
    ['gemini-2.5-flash-preview-tts', '0.5'],
  ])('a model that reads aloud has no price of the one that answers: %s', (model, input) => {
    const found = suggestPrices({
      provider: 'google',
      baseUrl: null,
      model,
      dimensions: ['input', 'output'],
      priced: ['input', 'output'],
      at: AT,
    });
    expect(found?.prices.input ?? null).toEqual(input);
  });

  test('since when a change holds, by the moment of asking', () => {
    const at = (moment: string) =>
      suggestPrices({
        provider: 'openai',
        baseUrl: null,
        model: 'o3',
        dimensions: ['input', 'output'],
        priced: ['input', 'output', 'request', 'image'],
        at: new Date(moment),
      });
    const before = at('2025-06-09T12:00:00Z');
    const after = at('2025-06-11T12:00:00Z');
    expect(before?.source.since).toBeNull();
    expect(after?.source.since).toBe('2025-06-10');
    expect(Number(after?.prices.input)).toBeLessThan(Number(before?.prices.input));
  });
});

describe("a provider's public list", () => {
  let reply = { status: 200, body: '{}' };
  let asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  let listUrl = '';
  beforeAll(async () => (listUrl = `${await listenOnAnyPort(server)}/api/v1/models`));
  afterAll(() => void server.close());
  beforeEach(() => (asked = []));

  /** A service of its own, because an answer is kept for a while. */
  const ask = async (body: unknown) => {
    const other = await anAdmin({
      allowedUpstreams: `${provider.address},${new URL(listUrl).host}`,
      priceListUrl: listUrl,
    });
    try {
      const model = await aModel(other, provider, 'gpt-4o');
      await approve(other, model.id);
      const send = () =>
        other.send(researchPlatformPrices, { params: { model_id: model.id }, body });
      const answers = [await send(), await send()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      return answers[1]?.body;
    } finally {
      await other.drop();
    }
  };
  const pricing = {
    prompt: '0.0000025',
    completion: '1e-5',
    input_cache_read: '0.00000125',
    request: '0.003',
    image: '-1',
    web_search: '0.01',
    discount: 'none',
  };

  test('is one suggestion more, read once for a while and without a credential', async () => {
    reply = {
      status: 200,
      body: JSON.stringify({
        data: [{ id: 'other/gpt-4', pricing }, { id: 'openai/gpt-4o', pricing }, { id: 3 }, null],
      }),
    };
    const { suggestions, unavailable } = await ask({ provider: 'openai', model: 'gpt-4o' });
    expect(unavailable).toEqual([]);
    expect(suggestions).toHaveLength(2);
    const { source, ...found } = suggestions[1];
    expect(source).toMatchObject({
      name: new URL(listUrl).host,
      provider: 'openai',
      model: 'gpt-4o',
      urls: [listUrl],
    });
    expect(Date.parse(source.version)).not.toBeNaN();
    expect(found).toEqual({
      found_by: 'provider',
      prices: { input: '2.5', output: '10', cache_read: '1.25', reasoning: '10', request: '0.003' },
      derived: { reasoning: 'output' },
      missing: [],
      long_context: [],
      others: { web_search: 0.01 },
    });
    expect(asked).toEqual([undefined]);
  });

  test('that is away is named, and the other source answers', async () => {
    reply = { status: 500, body: '{}' };
    const { suggestions, unavailable } = await ask({});
    expect(suggestions).toHaveLength(1);
    const message = `The price list at ${listUrl} could not be read: it answered 500`;
    expect(unavailable).toEqual([{ name: new URL(listUrl).host, message }]);
  });

  const suggest = async (allowed = new URL(listUrl).host) => {
    const providers = createProviderAccess(allowed);
    try {
      return await createPublicPriceList(listUrl, providers).suggest({
        provider: null,
        baseUrl: null,
        model: 'gpt-4o',
        dimensions: ['input', 'output'],
        priced: ['input', 'output', 'request', 'image'],
        at: AT,
      });
    } finally {
      providers.close();
    }
  };

  test('tells nothing by a name that two providers have', async () => {
    const data = ['a/gpt-4o', 'b/gpt-4o'].map((name) => ({ id: name, pricing }));
    reply = { status: 200, body: JSON.stringify({ data }) };
    expect(await suggest()).toBeNull();
    reply = { status: 200, body: JSON.stringify({ data: data.slice(1) }) };
    expect(await suggest()).toMatchObject({
      found_by: 'model_name',
      source: { provider: 'b', model: 'gpt-4o', version: AT.toISOString() },
    });
  });

  test.each([
    ['a redirect', 302, '', 'answered 302'],
    ['no JSON', 200, '<html>', 'JSON'],
    ['no list', 200, '{"data":{}}', 'no list'],
    ['too much', 200, ' '.repeat(34_000_000), 'too_large'],
  ])('that is %s cannot be read', async (_what, status, body, reason) => {
    reply = { status, body };
    await expect(suggest()).rejects.toThrow(PriceListUnavailable);
    await expect(suggest()).rejects.toThrow(reason);
  });

  test('at a private address that is not allowed is not asked', async () => {
    await expect(suggest('')).rejects.toThrow(PriceListUnavailable);
    expect(asked).toEqual([]);
  });
});

describe('POST /api/platform/models/{model_id}/pricing/research answers 404', () => {
  test('unknown and malformed ids', async () => {
    expect((await research({}, encodeId('mdl', randomUUID()))).status).toBe(404);
    expect((await research({}, 'x')).status).toBe(404);
  });
});

describe('POST /api/platform/models/{model_id}/pricing/research answers 422', () => {
  test.each([[[]], ['x'], [{ provider: '' }], [{ model: 1 }], [{ url: 'https://example.com' }]])(
    '%j',
    async (body) => {
      expect((await research(body)).status).toBe(422);
    },
  );
});
