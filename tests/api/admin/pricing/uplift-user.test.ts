import { randomUUID } from 'node:crypto';
import { loadUserCatalogPolicy } from '@tollgate/catalog/snapshot';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import {
  upliftPlatformUserModel,
  upliftPlatformUser,
} from '@tollgate/contract/routes/admin/pricing';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, approve, PRICES, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let modelId: string;
let params: { user_id: string };

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const credentialId = await aCredential(admin, provider, { provider: 'acme' });
  [modelId = ''] = await syncedModels(admin, provider, { credentialId, names: ['small'] });
  await approve(admin, modelId);
  await admin.send(pricePlatformModel, { params: { model_id: modelId }, body: { prices: PRICES } });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});
beforeEach(async () => {
  params = { user_id: (await aUser(admin)).id };
});

const uplift = (body: unknown) => admin.send(upliftPlatformUser, { params, body });
const policy = () => loadUserCatalogPolicy(admin.deps.db, decodeId('usr', params.user_id) ?? '');

describe('PUT /api/platform/users/{user_id}/pricing-uplift answers 200', () => {
  test('holds for models without one of their own; prices are exact; replicas are told', async () => {
    const answer = await uplift({ uplift_bp: 1_250 });
    expect(answer.body).toMatchObject([
      {
        uplift_bp: 1_250,
        uplift_source: 'user',
        list_prices: { input: '0.25', output: '2' },
        user_prices: { input: '0.28125', cache_read: '0.028125', output: '2.25' },
      },
    ]);
    expect((await policy()).upliftBp).toBe(1_250);
    const { rows } = await admin.owner.raw(
      'select topic, id from change.log order by epoch desc limit 1',
    );
    expect(rows).toEqual([{ topic: 'user', id: decodeId('usr', params.user_id) }]);
    const [event] = await eventsOf(admin, 'user.set_uplift');
    expect(event).toMatchObject({ user_id: params.user_id, details: { uplift_bp: 1_250 } });
  });

  test("a model's own goes before it, zero included, until it is taken away", async () => {
    await uplift({ uplift_bp: 500 });
    const own = (uplift_bp: number | null) =>
      admin.send(upliftPlatformUserModel, {
        params: { ...params, model_id: modelId },
        body: { uplift_bp },
      });
    expect((await own(0)).body).toMatchObject({ uplift_bp: 0, uplift_source: 'model' });
    expect((await policy()).upliftBpByModel.get(decodeId('mdl', modelId) ?? '')).toBe(0);
    expect((await own(null)).body).toMatchObject({ uplift_bp: 500, uplift_source: 'user' });
    expect((await uplift({ uplift_bp: null })).body[0]).toMatchObject({
      uplift_bp: 0,
      uplift_source: 'default',
    });
  });
});

describe('PUT /api/platform/users/{user_id}/pricing-uplift answers 404', () => {
  test('G03: an unknown user', async () => {
    params = { user_id: encodeId('usr', randomUUID()) };
    expect((await uplift({ uplift_bp: 1 })).status).toBe(404);
  });
});

describe('PUT /api/platform/users/{user_id}/pricing-uplift answers 422', () => {
  test.each([-10_000, -1, 1e9, 1_000_001, 0.5, '100', 'NaN', true])('G08: %j', async (value) => {
    expect((await uplift({ uplift_bp: value })).status).toBe(422);
    expect((await policy()).upliftBp).toBe(0);
  });

  test.each([{}, { uplift_bp: 1, user_id: 'usr_x' }, { uplift_percent: 5 }])(
    'G02: %j',
    async (body) => {
      expect((await uplift(body)).status).toBe(422);
    },
  );
});
