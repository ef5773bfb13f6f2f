import { connectDatabase } from '@tollgate/db/connect';
import { parsePrices, rate } from '@tollgate/money/rating';
import type { UsageCounts } from '@tollgate/money/rating';
import { encodeId, newPublicId, newUuid } from '@tollgate/runtime/ids';
import { formatCredits } from '@tollgate/money/credits';
import { tryPlatformPrices } from '@tollgate/contract/routes/admin/pricing';
import { noteLeftDays } from '../../../support/archived-days.ts';
import { createRandom } from '../../../support/random.ts';
import { aRecord, aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { recordsIn } from '../support/records.ts';

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

const tryPrices = (body: unknown, modelId = id, token?: null) =>
  admin.send(tryPlatformPrices, {
    params: { model_id: modelId },
    body,
    ...(token === null ? { token } : {}),
  });
const receiptOf = (cost: bigint) => ({ lines: [], cost_nano: cost.toString() });

describe('POST /api/platform/models/{model_id}/prices/what-if answers 200', () => {
  test('each request is rated again by itself, as the gateway would charge it', async () => {
    const random = createRandom(20_261);
    const table = {
      prices: { ...PRICES, request: '0.000000000007', input: '0.333333' },
      long_context: [
        { above_input_tokens: 500, prices: { input: '0.777777' } },
        { above_input_tokens: 900, prices: { output: '0.000001', cache_read: '1' } },
      ],
    };
    const prices = parsePrices({
      input: '333333',
      cache_read: '25000',
      output: '2000000',
      reasoning: '2000000',
      request: '7',
      long_context: [
        { above_input_tokens: 500, prices: { input: '777777' } },
        { above_input_tokens: 900, prices: { output: '1', cache_read: '1000000' } },
      ],
    });
    const users = [newUuid(), newUuid()];
    let expected = 0n;
    const records = Array.from({ length: 300 }, (_none, index) => {
      const usage: UsageCounts = {
        input: random.between(0, 1_000),
        cache_read: random.between(0, 400),
        output: random.between(0, 50),
        reasoning: random.between(0, 9),
      };
      const uplift_bp = random.between(0, 3_000);
      expected += rate({ ...usage, request: 1 }, prices, uplift_bp);
      const user_id = users[index % 2] ?? '';
      return aRecord({
        user_id,
        model: publicId,
        usage,
        uplift_bp,
        charged_n: 10n,
        receipt: receiptOf(11n),
      });
    });
    await recordsIn(admin, [
      ...records,
      aRecord({ model: 'acme/other' }),
      aRecord({ model: publicId, mode: 'test' }),
      aRefusal({ model: publicId }),
    ]);
    const { status, body } = await tryPrices({ ...table, days: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      requests: 300,
      charged: '0.000003000',
      cost_before: '0.000003300',
      cost_after: formatCredits(expected),
      difference: formatCredits(expected - 3_300n),
      unpriced_requests: 0,
      models: [{ model: publicId, requests: 300 }],
    });
    const named = body.users.map(({ user_id }: { user_id: string }) => user_id);
    expect(named.sort()).toEqual(users.map((one) => encodeId('usr', one)).sort());
  });

  test('what has no price of its own counts as its plain kind, and lower prices give less', async () => {
    const usage = { input: 10, cache_write: 4, cache_write_1h: 3, output: 1 };
    const record = { model: publicId, usage, uplift_bp: 0, receipt: receiptOf(1_000_000n) };
    await recordsIn(admin, [aRecord(record)]);
    const { body } = await tryPrices({ prices: { ...PRICES, input: '1' } });
    expect(body).toMatchObject({ cost_after: '0.000019000', difference: '-0.000981000' });
  });

  test('seconds of each kind of video are rated at the price of their kind, or counted as unpriced', async () => {
    const reported = { model: publicId, uplift_bp: 0, receipt: receiptOf(1_000n) };
    await recordsIn(admin, [
      aRecord({ ...reported, usage: { second_720p_sound_text: 8 } }),
      aRecord({ ...reported, usage: { second_720p_silent_text: 4, request: 1 } }),
      aRecord({ ...reported, usage: { second_4k_sound_text: 8 } }),
    ]);
    const prices = {
      ...PRICES,
      second_720p_sound_text: '0.4',
      second_720p_silent_text: '0.000000000001',
    };
    const kinds = JSON.stringify(['second_720p_sound_text', 'second_720p_silent_text']);
    for (const column of ['draft', 'contract']) {
      await admin.owner.raw(
        `update catalog.model set ${column} =
           jsonb_set(${column}, '{dimensions}', (${column} -> 'dimensions') || cast(? as jsonb))
         where public_id = ?`,
        [kinds, publicId],
      );
    }
    const { status, body } = await tryPrices({ prices });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      requests: 3,
      cost_after: '3.200000001',
      unpriced_requests: 1,
    });
  });

  test('only the last days, and nothing is kept', async () => {
    const old = new Date(Date.now() - 3 * 86_400_000);
    await recordsIn(admin, [aRecord({ model: publicId, at: old })]);
    expect((await tryPrices({ prices: PRICES, days: 2 })).body.requests).toBe(0);
    expect((await tryPrices({ prices: PRICES, days: 4 })).body.requests).toBe(1);
    const { rows } = await admin.owner.raw('select count(*)::int as n from catalog.price_version');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('an answer says which of its days are archived, and so not rated', async () => {
    const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const owner = connectDatabase({ url: admin.database.url, applicationName: 'test' });
    await noteLeftDays(owner, [dayOf(41).slice(0, 10), dayOf(40).slice(0, 10)]);
    await owner.destroy();
    const to = `${dayOf(39).slice(0, 10)}T00:00:00.000Z`;
    const { body } = await tryPrices({ prices: PRICES, days: 41 });
    expect(body).toMatchObject({ archived: { from: body.from, to } });
    expect((await tryPrices({ prices: PRICES, days: 38 })).body.archived).toBeNull();
  });
});

describe('POST /api/platform/models/{model_id}/prices/what-if answers 401', () => {
  test('without a token', async () => {
    expect((await tryPrices({ prices: PRICES }, id, null)).status).toBe(401);
  });
});

describe('POST /api/platform/models/{model_id}/prices/what-if answers 404', () => {
  test('unknown and malformed ids', async () => {
    for (const unknown of [newPublicId('mdl'), 'x', publicId]) {
      expect((await tryPrices({ prices: PRICES }, unknown)).status).toBe(404);
    }
  });
});

describe('POST /api/platform/models/{model_id}/prices/what-if answers 422', () => {
  test.each([
    {},
    { prices: {} },
    { prices: { ...PRICES, input: '-1' } },
    { prices: { ...PRICES, input: '1); drop table x; --' } },
    { prices: { ...PRICES, second_720p_loud_text: '1' } },
    { prices: { ...PRICES, "second_720p_sound_text') --": '1' } },
    { prices: PRICES, days: 0 },
    { prices: PRICES, days: 91 },
    { prices: PRICES, effective_at: '2030-01-01T00:00:00Z' },
    { prices: PRICES, long_context: [{ above_input_tokens: '1', prices: { input: '1' } }] },
  ])('%j', async (body) => {
    expect((await tryPrices(body)).status).toBe(422);
  });
});
