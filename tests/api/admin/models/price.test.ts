import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import {
  approvePlatformModel,
  listPlatformModels,
  pricePlatformModel,
} from '@tollgate/contract/routes/admin/models';
import {
  upliftPlatformUserModel,
  upliftPlatformUser,
} from '@tollgate/contract/routes/admin/pricing';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let id: string;
let publicId: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  ({ id, publicId } = await aModel(admin, provider));
  await approve(admin, id);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const price = (body: unknown, modelId = id) =>
  admin.send(pricePlatformModel, { params: { model_id: modelId }, body });
const model = async () => (await loadCatalog(admin.deps.db)).models.get(publicId);
const shown = async () =>
  (await admin.send(listPlatformModels, { query: { public_id: publicId } })).body[0];

describe('POST /api/platform/models/{model_id}/prices answers 422 what cannot be booked', () => {
  test('prices, limits and uplifts whose largest call is beyond what a column holds', async () => {
    const user = await aUser(admin);
    const perUser = (uplift_bp: number) =>
      admin.send(upliftPlatformUser, { params: { user_id: user.id }, body: { uplift_bp } });
    const perModel = (uplift_bp: number) =>
      admin.send(upliftPlatformUserModel, {
        params: { user_id: user.id, model_id: id },
        body: { uplift_bp },
      });
    const limits = (context_tokens: number) =>
      admin.send(approvePlatformModel, {
        params: { model_id: id },
        body: { limits: { context_tokens, output_tokens: 2_000 } },
      });
    const dear = { ...PRICES, input: '1000000' };
    expect((await limits(100_000_000)).status).toBe(200);
    expect((await price({ prices: dear })).status).toBe(201);
    for (const refused of [await perUser(1_000_000), await perModel(1_000_000)]) {
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0]).toMatchObject({ loc: ['body', 'uplift_bp'] });
    }
    expect((await limits(2_000_000_000_000)).status).toBe(422);
    expect((await perUser(2_000)).status).toBe(200);
    await price({ prices: PRICES });
    expect((await perModel(1_000_000)).status).toBe(200);
    const tooDear = await price({ prices: dear });
    expect(tooDear.status).toBe(422);
    expect(tooDear.body.detail[0]).toMatchObject({ loc: ['body', 'prices'] });
  });
});

describe('POST /api/platform/models/{model_id}/prices answers 201', () => {
  test('exact in pico-credits, from now on, with an event', async () => {
    const answer = await price({ prices: { ...PRICES, input: '0.000001', output: '12.5' } });
    expect(answer.body.prices).toEqual({ ...PRICES, input: '0.000001', output: '12.5' });
    expect((await model())?.prices).toEqual({
      input: 1n,
      cache_read: 25_000n,
      output: 12_500_000n,
      reasoning: 2_000_000n,
    });
    expect((await shown()).price).toEqual(answer.body);
    const [event] = await eventsOf(admin, 'model.price');
    expect(event).toMatchObject({
      target: { kind: 'price_version', id: answer.body.id },
      details: { model_id: id },
    });
  });

  test('by the call and the image, and otherwise for long prompts', async () => {
    const prices = { ...PRICES, request: '0.001', image: '0.000000000001' };
    const long_context = [
      { above_input_tokens: 100_000, prices: { input: '0.5' } },
      { above_input_tokens: 200_000, prices: { input: '0.75', output: '3' } },
    ];
    const answer = await price({ prices, long_context });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ prices, long_context });
    expect((await shown()).price).toEqual(answer.body);
    expect((await model())?.prices).toMatchObject({
      request: 1_000_000_000n,
      image: 1n,
      longContext: [
        { aboveInputTokens: 100_000, prices: { input: 500_000n } },
        { aboveInputTokens: 200_000, prices: { input: 750_000n, output: 3_000_000n } },
      ],
    });
    const [event] = await eventsOf(admin, 'model.price');
    expect(event).toMatchObject({ details: { long_context } });
  });

  test('prices of long prompts go only where that is said', async () => {
    const long_context = [{ above_input_tokens: 100_000, prices: { input: '0.75' } }];
    await price({ prices: PRICES, long_context });
    const silent = await price({ prices: { ...PRICES, output: '3' } });
    expect(silent.status).toBe(422);
    expect(silent.body.detail[0]).toMatchObject({ loc: ['body', 'long_context'] });
    expect((await shown()).price.long_context).toEqual(long_context);
    expect((await price({ prices: PRICES, long_context: [] })).status).toBe(201);
    expect((await model())?.prices.longContext).toBeUndefined();
    expect((await price({ prices: PRICES })).status).toBe(201);
  });

  test('prices of a service tier go only where that is said, after a scheduled version too', async () => {
    // Later than what other tests schedule.
    const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString();
    const stored = { input: '1', cache_read: '1', output: '1', reasoning: '1' };
    await admin.owner.raw(
      `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
       values (?, ?, cast(? as jsonb), ?, ?)`,
      [
        randomUUID(),
        decodeId('mdl', id),
        JSON.stringify({ ...stored, flex_input: '1', flex_output: '1', priority_input: '2' }),
        days(2),
        randomUUID(),
      ],
    );
    expect((await price({ prices: PRICES, effective_at: days(1) })).status).toBe(201);
    const silent = await price({ prices: PRICES, effective_at: days(3) });
    expect(silent.status).toBe(422);
    expect(silent.body.detail[0]).toMatchObject({ loc: ['body', 'service_tiers'] });
    expect(silent.body.detail[0].msg).toContain('flex and priority');
    const unpriced = { prices: PRICES, service_tiers: ['flex'], effective_at: days(3) };
    expect((await price(unpriced)).body.detail[0].msg).toContain('names flex');
    const ended = await price({ prices: PRICES, service_tiers: [], effective_at: days(3) });
    expect(ended.status).toBe(201);
    const [event] = await eventsOf(admin, 'model.price');
    expect(event).toMatchObject({ details: { service_tiers: [] } });
    expect((await price({ prices: PRICES, effective_at: days(4) })).status).toBe(201);
  });

  test.each([
    '[]',
    '{}',
    '[{}]',
    '[{"above_input_tokens": 0, "prices": {"input": "1"}}]',
    '[{"above_input_tokens": "9", "prices": {"input": "1"}}]',
    '[{"above_input_tokens": 1.5, "prices": {"input": "1"}}]',
    '[{"above_input_tokens": 9, "prices": {}}]',
    '[{"above_input_tokens": 9, "prices": {"input": "-1"}}]',
    '[{"above_input_tokens": 9, "prices": {"output": "1"}}]',
    '[{"above_input_tokens": 9, "prices": {"input": "1"}}, {"above_input_tokens": 9, "prices": {"input": "1"}}]',
  ])('the table itself takes no tiers like %s', async (tiers) => {
    const add = (prices: string) =>
      admin.owner.raw(
        `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
         values (?, ?, cast(? as jsonb), now(), ?)`,
        [randomUUID(), decodeId('mdl', id), prices, randomUUID()],
      );
    await expect(add(`{"input": "1", "long_context": ${tiers}}`)).rejects.toThrow(/check/);
    await add('{"input":"1","long_context":[{"above_input_tokens":9,"prices":{"input":"2"}}]}');
  });

  test('a price that an earlier release took for another dimension stays and does not count', async () => {
    const prices = { input: '9', cache_read: '9', output: '9', reasoning: '9' };
    const stored = { ...prices, request: '5', second: '7', cache_write: '8' };
    const tiers = [
      { above_input_tokens: 10, prices: { second: '1' } },
      { above_input_tokens: 20, prices: { second: '1', input: '3' } },
    ];
    await admin.owner.raw(
      `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
       values (?, ?, cast(? as jsonb), now(), ?)`,
      [
        randomUUID(),
        decodeId('mdl', id),
        JSON.stringify({ ...stored, long_context: tiers }),
        randomUUID(),
      ],
    );
    expect((await model())?.prices).toEqual({
      input: 9n,
      cache_read: 9n,
      output: 9n,
      reasoning: 9n,
      request: 5n,
      longContext: [{ aboveInputTokens: 20, prices: { input: 3n } }],
    });
    expect(Object.keys((await shown()).price.prices)).toContain('second');
  });

  test('the newest holds, and the older version stays as it was', async () => {
    const first = await price({ prices: PRICES });
    const second = await price({ prices: { ...PRICES, output: '3' } });
    expect((await shown()).price.id).toBe(second.body.id);
    const { rows } = await admin.owner.raw(
      'select prices from catalog.price_version where id = ?',
      [decodeId('prc', first.body.id)],
    );
    expect(rows[0].prices.output).toBe('2000000');
  });

  test('a version to come is announced and waits', async () => {
    await price({ prices: PRICES });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const next = await price({ prices: { ...PRICES, output: '9' }, effective_at: at });
    const now = await shown();
    expect(now.price.prices.output).toBe('2');
    expect(now.upcoming_prices).toEqual([next.body]);
    const catalog = await loadCatalog(admin.deps.db);
    expect(catalog.nextPriceChange?.toISOString()).toBe(at);
    expect(catalog.reloadAfterMs).toBeGreaterThan(3_500_000);
    expect(catalog.models.get(publicId)?.prices.output).toBe(2_000_000n);
  });

  test('only a version to come leaves the model without a price now', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await price({ prices: PRICES, effective_at: at });
    expect((await shown()).unroutable_reason).toBe('unpriced');
  });

  test('nothing, where that is meant', async () => {
    const free = { input: '0', cache_read: '0', output: '0', reasoning: '0' };
    expect((await price({ prices: free, allow_free: true })).status).toBe(201);
    expect((await model())?.prices.output).toBe(0n);
  });

  test('nobody changes a version, not even the owner of the table', async () => {
    await price({ prices: PRICES });
    await expect(
      admin.owner.raw('update catalog.price_version set prices = \'{"input":"1"}\''),
    ).rejects.toThrow(/never changed/);
    await expect(admin.deps.db.raw('delete from catalog.price_version')).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('POST /api/platform/models/{model_id}/prices answers 404', () => {
  test('an unknown model', async () => {
    expect((await price({ prices: PRICES }, encodeId('mdl', randomUUID()))).status).toBe(404);
    expect((await price({ prices: PRICES }, 'x')).status).toBe(404);
  });
});

test('two versions cannot hold from one moment on', async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString();
  expect((await price({ prices: PRICES, effective_at: at })).status).toBe(201);
  const again = await price({ prices: { ...PRICES, output: '9' }, effective_at: at });
  expect(again.status).toBe(422);
  expect(again.body.detail[0].loc).toEqual(['body', 'effective_at']);
  const other = await aModel(admin, provider);
  await approve(admin, other.id);
  expect((await price({ prices: PRICES, effective_at: at }, other.id)).status).toBe(201);
});

describe('POST /api/platform/models/{model_id}/prices answers 422', () => {
  const inputs = [
    '-1',
    '-1000000',
    'NaN',
    'free',
    '1e30',
    '1e-3',
    '0',
    '0.0',
    '0.0000001',
    '+1',
    '.5',
    '1.',
    '1,5',
    ' 1',
    '٥',
    '0x10',
    'Infinity',
    '',
    '1000001',
    '9'.repeat(39),
  ];
  test.each(inputs)('Q01: the price %j', async (input) => {
    const answer = await price({ prices: { ...PRICES, input } });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'prices', 'input']);
    expect(await model()).toBeUndefined();
  });

  test.each([
    {},
    { prices: {} },
    { prices: { input: '1', cache_read: '1', reasoning: '1' } },
    { prices: { ...PRICES, output: 2 } },
    { prices: { ...PRICES, output: null } },
    { prices: { ...PRICES, gold: '1' } },
    { prices: PRICES, effective_at: '2000-01-01T00:00:00Z' },
    { prices: PRICES, effective_at: '2999-01-01T00:00:00Z' },
    { prices: PRICES, effective_at: 'infinity' },
    { prices: PRICES, effective_at: '2026-99-99T00:00:00Z' },
    { prices: PRICES, created_by: 'me' },
    { prices: PRICES, service_tiers: ['scale'] },
    { prices: PRICES, service_tiers: ['flex', 'flex'] },
    { prices: PRICES, long_context: {} },
    { prices: PRICES, long_context: [{ above_input_tokens: 0, prices: { input: '1' } }] },
    { prices: PRICES, long_context: [{ above_input_tokens: 1.5, prices: { input: '1' } }] },
    { prices: PRICES, long_context: [{ above_input_tokens: 9, prices: {} }] },
    { prices: PRICES, long_context: [{ above_input_tokens: 9, prices: { image: '1' } }] },
    { prices: PRICES, long_context: [{ above_input_tokens: 9, prices: { input: '-1' } }] },
    {
      prices: PRICES,
      long_context: [9, 8].map((above_input_tokens) => ({
        above_input_tokens,
        prices: { input: '1' },
      })),
    },
    {
      prices: PRICES,
      long_context: [1, 2, 3, 4, 5, 6].map((above_input_tokens) => ({
        above_input_tokens,
        prices: { input: '1' },
      })),
    },
  ])('Q01: %j', async (body) => {
    expect((await price(body)).status).toBe(422);
    expect(await model()).toBeUndefined();
  });

  test.each(['second', 'cache_write', 'second_720p_sound_text'])(
    'a price for %s, which calls of the model never use',
    async (name) => {
      const answer = await price({ prices: { ...PRICES, [name]: '1' } });
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'prices', name]);
      expect(answer.body.detail[0].msg).toContain(
        'input, cache_read, output, reasoning, request, image',
      );
      const body = { dimensions: ['input', 'cache_read', 'output', 'reasoning', 'second'] };
      const params = { model_id: id };
      const approved = await admin.send(approvePlatformModel, {
        params,
        body: { limits: { context_tokens: 1_000, output_tokens: 1_000 }, ...body },
      });
      expect(approved.status).toBe(422);
      expect(approved.body.detail[0]).toMatchObject({ loc: ['body', 'dimensions'] });
      expect(await model()).toBeUndefined();
    },
  );

  test('every fault at once', async () => {
    const answer = await price({ prices: { input: '-1' } });
    const fields = answer.body.detail.map(({ loc }: { loc: string[] }) => loc[2]);
    expect(fields).toEqual(['input', 'cache_read', 'output', 'reasoning']);
  });
});
