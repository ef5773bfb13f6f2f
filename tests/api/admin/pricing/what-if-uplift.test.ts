import { decodeId, newPublicId } from '@tollgate/runtime/ids';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import {
  upliftPlatformUserModel,
  tryPlatformUplift,
} from '@tollgate/contract/routes/admin/pricing';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { recordsIn } from '../support/records.ts';
import { aUser } from '../support/user.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let user: string;
let email: string;
let models: { id: string; publicId: string }[];

const versionOf = async (modelId: string, input: string): Promise<string> => {
  const { body } = await admin.send(pricePlatformModel, {
    params: { model_id: modelId },
    body: { prices: { ...PRICES, input } },
  });
  return decodeId('prc', body.id) ?? '';
};

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  models = [await aModel(admin, provider, 'a'), await aModel(admin, provider, 'b')];
  for (const { id } of models) await approve(admin, id);
  ({ id: user, email } = await aUser(admin));
  const user_id = decodeId('usr', user) ?? '';
  const used = { user_id, uplift_bp: 0, usage: { input: 1_000_000 } };
  const cost = (credits: number) => ({
    charged_n: BigInt(credits * 1e9),
    receipt: { lines: [], cost_nano: String(credits * 1e9) },
  });
  const [first, second] = models;
  const prices = [
    await versionOf(first?.id ?? '', '1'),
    await versionOf(first?.id ?? '', '2'),
    await versionOf(second?.id ?? '', '4'),
  ];
  await recordsIn(admin, [
    aRecord({
      ...used,
      ...cost(1),
      model: first?.publicId ?? '',
      price_version_id: prices[0] ?? '',
    }),
    aRecord({
      ...used,
      ...cost(2),
      model: first?.publicId ?? '',
      price_version_id: prices[1] ?? '',
    }),
    aRecord({
      ...used,
      ...cost(4),
      model: second?.publicId ?? '',
      price_version_id: prices[2] ?? '',
    }),
    aRecord({ ...cost(9), model: second?.publicId ?? '', price_version_id: prices[2] ?? '' }),
  ]);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const tryUplift = (body: unknown, given: { user?: string; token?: null } = {}) =>
  admin.send(tryPlatformUplift, {
    params: { user_id: given.user ?? user },
    body,
    ...(given.token === null ? { token: null } : {}),
  });

describe('POST /api/platform/users/{user_id}/pricing-uplift/what-if answers 200', () => {
  test('every request under the prices that it ran under, of this user alone', async () => {
    const { status, body } = await tryUplift({ uplift_bp: 1_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      requests: 3,
      cost_before: '7.000000000',
      cost_after: '7.700000000',
      difference: '0.700000000',
      users: [{ user_id: user, user_email: email, requests: 3 }],
    });
    expect(body.models.map(({ model }: { model: string }) => model).sort()).toEqual(
      models.map(({ publicId }) => publicId).sort(),
    );
  });

  test('for one model, or for all without an uplift of their own', async () => {
    const [first] = models;
    const one = await tryUplift({ uplift_bp: 1, model_id: first?.id });
    expect(one.body).toMatchObject({ requests: 2, cost_after: '3.000300000' });
    const params = { user_id: user, model_id: first?.id ?? '' };
    await admin.send(upliftPlatformUserModel, { params, body: { uplift_bp: 5 } });
    expect((await tryUplift({ uplift_bp: 0 })).body).toMatchObject({ requests: 1 });
    await admin.send(upliftPlatformUserModel, { params, body: { uplift_bp: null } });
  });

  test('nothing for a user without requests', async () => {
    const other = (await aUser(admin)).id;
    const { body } = await tryUplift({ uplift_bp: 9 }, { user: other });
    expect(body).toMatchObject({ requests: 0, difference: '0.000000000', users: [], models: [] });
  });
});

describe('POST /api/platform/users/{user_id}/pricing-uplift/what-if answers 401', () => {
  test('without a token', async () => {
    expect((await tryUplift({ uplift_bp: 1 }, { token: null })).status).toBe(401);
  });
});

describe('POST /api/platform/users/{user_id}/pricing-uplift/what-if answers 404', () => {
  test('unknown users and models', async () => {
    expect((await tryUplift({ uplift_bp: 1 }, { user: newPublicId('usr') })).status).toBe(404);
    expect((await tryUplift({ uplift_bp: 1 }, { user: 'x' })).status).toBe(404);
    expect((await tryUplift({ uplift_bp: 1, model_id: 'x' })).status).toBe(404);
  });
});

describe('POST /api/platform/users/{user_id}/pricing-uplift/what-if answers 422', () => {
  test.each([
    {},
    { uplift_bp: -1 },
    { uplift_bp: null },
    { uplift_bp: 1_000_001 },
    { uplift_bp: 1, days: 91 },
  ])('%j', async (body) => {
    expect((await tryUplift(body)).status).toBe(422);
  });
});
