import { randomUUID } from 'node:crypto';
import { parsePriceList } from '@tollgate/catalog/prices';
import { suggestPrices } from '@tollgate/catalog/price-research';
import { encodeId } from '@tollgate/runtime/ids';
import { pricePlatformModel } from '../../../../services/admin/src/routes/models/price.ts';
import { researchPlatformPrices } from '../../../../services/admin/src/routes/pricing/research.ts';
import { anAdmin } from '../support/admin.ts';
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
  admin = await anAdmin({ upstreams: provider.address });
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

describe('200', () => {
  test('with its source, ready to be sent as a price version, and nothing is changed', async () => {
    const before = await versions();
    const { status, body } = await research({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ model_id: id, current: null });
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
    const found = suggestPrices({ provider: source, baseUrl: null, model, dimensions: [], at: AT });
    expect(found?.prices.input).toMatch(/^\d+(\.\d+)?$/);
    expect(parsePriceList(found?.prices ?? {}, [], false)).toHaveProperty('prices');
  });

  test('since when a change holds, by the moment of asking', () => {
    const at = (moment: string) =>
      suggestPrices({
        provider: 'openai',
        baseUrl: null,
        model: 'o3',
        dimensions: ['input', 'output'],
        at: new Date(moment),
      });
    const before = at('2025-06-09T12:00:00Z');
    const after = at('2025-06-11T12:00:00Z');
    expect(before?.source.since).toBeNull();
    expect(after?.source.since).toBe('2025-06-10');
    expect(Number(after?.prices.input)).toBeLessThan(Number(before?.prices.input));
  });
});

describe('404', () => {
  test('unknown and malformed ids', async () => {
    expect((await research({}, encodeId('mdl', randomUUID()))).status).toBe(404);
    expect((await research({}, 'x')).status).toBe(404);
  });
});

describe('422', () => {
  test.each([[[]], ['x'], [{ provider: '' }], [{ model: 1 }], [{ url: 'https://example.com' }]])(
    '%j',
    async (body) => {
      expect((await research(body)).status).toBe(422);
    },
  );
});
