import type { CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { ModelListQuery } from '@tollgate/contract/models';
import { NO_LIMITS } from '@tollgate/money/limit-set';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById } from '@tollgate/providers/families';
import type { Caller } from '../caller/caller.ts';
import { getModel, listModels } from './list-models.ts';

const ID = '019b76da-a800-7000-8000-00000000000';

function aModel(number: number, prices: CatalogModel['prices']): CatalogModel {
  const draft = familyById('openai')?.contract('gpt-4o') ?? null;
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new Error('the model has no contract');
  const limits = { ...contract.limits, context_tokens: 1_000, output_tokens: 400 };
  return {
    id: `${ID}${number}`,
    publicId: `p/m${number}`,
    provider: 'p',
    contract: { ...contract, limits },
    hardOutputTokens: 300,
    prices,
  } as unknown as CatalogModel;
}

const CHEAP = aModel(1, { input: 100n, output: 200n });
const DEAR = aModel(2, { input: 300n, output: 400n });
const EMBEDS = { ...aModel(3, { input: 10n }) };
EMBEDS.contract = { ...EMBEDS.contract, capability: 'embeddings', limits: { context_tokens: 50 } };
const MODELS = [EMBEDS, DEAR, CHEAP];
const ALIAS = {
  id: `${ID}9`,
  name: 'both',
  contract: CHEAP.contract,
  hardOutputTokens: null,
  targets: [{ model: CHEAP }, { model: DEAR }],
};
const CATALOG = {
  models: new Map(MODELS.map((model) => [model.publicId, model])),
  aliases: new Map([['both', ALIAS]]),
  unroutable: new Map(),
  vectorStores: new Map(),
  revision: 'r',
} as unknown as CatalogSnapshot;

const aCaller = (change: object = {}): Caller =>
  ({
    key: {
      modelAllowList: null,
      limits: NO_LIMITS,
      ownerLimits: NO_LIMITS,
      maxOutputTokens: null,
      ownerMaxOutputTokens: null,
    },
    policy: { upliftBp: 0, upliftBpByModel: new Map(), disabledModelIds: new Set(), ...change },
    mode: 'live',
  }) as unknown as Caller;

function page(query: ModelListQuery): unknown[] {
  const { data, has_more: hasMore, first_id: first, last_id: last } = listed(query);
  expect([first, last]).toEqual([data[0]?.id ?? null, data.at(-1)?.id ?? null]);
  return [...data.map(({ id }) => id), hasMore];
}
const WHOLE = { responsesStreaming: false };
const listed = (query: ModelListQuery) =>
  listModels(CATALOG, aCaller(), { query, settings: WHOLE });

describe('a page of the list', () => {
  test.each<[ModelListQuery, unknown[]]>([
    [{}, ['both', 'p/m1', 'p/m2', 'p/m3', false]],
    [{ limit: 1_000 }, ['both', 'p/m1', 'p/m2', 'p/m3', false]],
    [{ limit: 3 }, ['both', 'p/m1', 'p/m2', true]],
    [{ limit: 2, after_id: 'both' }, ['p/m1', 'p/m2', true]],
    [{ limit: 2, after: 'p/m1' }, ['p/m2', 'p/m3', false]],
    [{ after: 'p/m1', after_id: 'p/m1' }, ['p/m2', 'p/m3', false]],
    [{ limit: 2, before_id: 'p/m3' }, ['p/m1', 'p/m2', true]],
    [{ before_id: 'p/m1' }, ['both', false]],
    [{ before_id: 'a' }, [false]],
    [{ after: 'p/m2-that-went-away' }, ['p/m3', false]],
    [{ after: 'p/m3' }, [false]],
    [{ capability: 'embeddings' }, ['p/m3', false]],
    [{ capability: 'chat', limit: 1 }, ['both', true]],
  ])('asked for by %j is the right one', (query, expected) => {
    expect(page(query)).toEqual(expected);
  });

  test.each<[ModelListQuery, string]>([
    [{ after: 'a', after_id: 'b' }, 'after'],
    [{ before_id: 'b', after: 'a' }, 'before_id'],
    [{ before_id: 'b', after_id: 'a' }, 'before_id'],
  ])('asked for by %j is refused with the name of the parameter', (query, param) => {
    expect(() => listed(query)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        param,
        message: expect.stringContaining(`${param} `) as string,
      }),
    );
  });
});

describe('an entry of the list', () => {
  test('is the same alone, and has what each convention asks for', () => {
    const entry = getModel(CATALOG, aCaller(), { name: 'p/m1', settings: WHOLE });
    expect(listed({}).data[1]).toEqual(entry);
    expect(entry).toMatchObject({
      object: 'model',
      type: 'model',
      name: 'p/m1',
      display_name: 'p/m1',
      created: 1_767_225_600,
      created_at: '2026-01-01T00:00:00.000Z',
      context_tokens: 1_000,
      context_length: 1_000,
      hard_output_ceiling: 300,
      max_completion_tokens: 300,
      pricing: { prompt: '0.0000000001', completion: '0.0000000002' },
    });
    expect(entry).not.toHaveProperty('long_context');
  });

  test('has the prices of the caller: the uplift of the model goes before that of the user', () => {
    const caller = aCaller({ upliftBp: 1, upliftBpByModel: new Map([[CHEAP.id, 5_000]]) });
    expect(getModel(CATALOG, caller, { name: 'p/m1', settings: WHOLE }).pricing.prompt).toBe(
      '0.00000000015',
    );
    expect(getModel(CATALOG, caller, { name: 'p/m2', settings: WHOLE }).pricing.prompt).toBe(
      '0.00000000030003',
    );
  });

  test('for an alias has the prices of its dearest target that the caller may use', () => {
    const priceFor = (change: object): string =>
      getModel(CATALOG, aCaller(change), { name: 'both', settings: WHOLE }).pricing.prompt;
    expect(priceFor({})).toBe('0.0000000003');
    expect(priceFor({ disabledModelIds: new Set([DEAR.id]) })).toBe('0.0000000001');
    const raised = new Map([[CHEAP.id, 30_000]]);
    expect(priceFor({ upliftBpByModel: raised })).toBe('0.0000000004');
  });

  test('of the sandbox is free', () => {
    const { data } = listModels(
      CATALOG,
      { ...aCaller(), mode: 'test' },
      {
        query: { limit: 1 },
        settings: WHOLE,
      },
    );
    expect(data[0]?.pricing).toEqual({ prompt: '0', completion: '0' });
  });
});
