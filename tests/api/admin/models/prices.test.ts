import {
  listPlatformModelPrices,
  pricePlatformModel,
} from '@tollgate/contract/routes/admin/models';
import type { PriceHistoryVersion } from '@tollgate/contract/platform/models';
import { newPublicId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

const DAY_MS = 86_400_000;
let provider: TestProvider;
let admin: RunningAdmin;
let id: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  ({ id } = await aModel(admin, provider));
  await approve(admin, id);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const price = async (body: object) => {
  const answer = await admin.send(pricePlatformModel, { params: { model_id: id }, body });
  expect(answer.status).toBe(201);
  return answer.body;
};
const history = (query: Record<string, string> = {}, modelId = id) =>
  admin.send(listPlatformModelPrices, { params: { model_id: modelId }, query });

describe('GET /api/platform/models/{model_id}/prices answers 200', () => {
  test('nothing for a model that never had a price', async () => {
    expect(await history()).toMatchObject({ status: 200, body: [] });
  });

  test('each version with its time, its author and what it changed', async () => {
    const long_context = [{ above_input_tokens: 1_000, prices: { input: '0.5' } }];
    const first = await price({ prices: PRICES });
    const second = await price({ prices: { ...PRICES, input: '0.3' }, long_context });
    const at = new Date(Date.now() + DAY_MS).toISOString();
    const third = await price({ prices: PRICES, long_context: [], effective_at: at });
    const { body } = await history();
    expect(body).toEqual([
      {
        ...third,
        created_by_email: admin.administrator.email,
        standing: 'scheduled',
        ends_at: null,
        changes: [
          { dimension: 'input', above_input_tokens: 0, before: '0.3', after: '0.25' },
          { dimension: 'input', above_input_tokens: 1_000, before: '0.5', after: null },
        ],
      },
      {
        ...second,
        created_by_email: admin.administrator.email,
        standing: 'in_force',
        ends_at: third.effective_at,
        changes: [
          { dimension: 'input', above_input_tokens: 0, before: '0.25', after: '0.3' },
          { dimension: 'input', above_input_tokens: 1_000, before: null, after: '0.5' },
        ],
      },
      {
        ...first,
        created_by_email: admin.administrator.email,
        standing: 'past',
        ends_at: second.effective_at,
        changes: Object.entries(PRICES).map(([dimension, after]) => ({
          dimension,
          above_input_tokens: 0,
          before: null,
          after,
        })),
      },
    ]);
  });

  test('pages that begin behind a version and know the version before their last one', async () => {
    const made: string[] = [];
    for (const input of ['1', '2', '3'])
      made.push((await price({ prices: { ...PRICES, input } })).id);
    const [one, two, three] = made;
    const { body: top } = await history({ limit: '2' });
    expect(top.map((version: PriceHistoryVersion) => version.id)).toEqual([three, two]);
    expect(top[1].changes).toEqual([
      { dimension: 'input', above_input_tokens: 0, before: '1', after: '2' },
    ]);
    const { body: rest } = await history({ before: two ?? '' });
    expect(rest.map((version: PriceHistoryVersion) => version.id)).toEqual([one]);
    expect(rest[0].standing).toBe('past');
  });

  test('no version of another model, also behind a version of it', async () => {
    const mine = await price({ prices: PRICES });
    const other = await aModel(admin, provider);
    expect((await history({}, other.id)).body).toEqual([]);
    expect((await history({ before: mine.id }, other.id)).body).toEqual([]);
  });
});

describe('GET /api/platform/models/{model_id}/prices answers 404', () => {
  test('for a model that is not there', async () => {
    expect((await history({}, newPublicId('mdl'))).status).toBe(404);
  });
});

describe('GET /api/platform/models/{model_id}/prices answers 422', () => {
  test.each([{ limit: '0' }, { limit: '1001' }, { before: 'mdl_1' }, { unknown: '1' }])(
    'X01, X02: %j',
    async (query) => {
      expect((await history(query as Record<string, string>)).status).toBe(422);
    },
  );
});
