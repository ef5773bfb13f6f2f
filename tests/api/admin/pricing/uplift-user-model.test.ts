import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { upliftPlatformUserModel } from '@tollgate/contract/routes/admin/pricing';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, approve, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let modelId: string;
let unapprovedId: string;
let userId: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const credentialId = await aCredential(admin, provider, { provider: 'acme' });
  const names = ['a', 'b'];
  [modelId = '', unapprovedId = ''] = await syncedModels(admin, provider, { credentialId, names });
  await approve(admin, modelId);
  userId = (await aUser(admin)).id;
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const uplift = (uplift_bp: unknown, params = { user_id: userId, model_id: modelId }) =>
  admin.send(upliftPlatformUserModel, { params, body: { uplift_bp } });

describe('PUT /api/platform/users/{user_id}/models/{model_id}/pricing answers 200', () => {
  test('set, with an event', async () => {
    expect((await uplift(2_000)).body).toMatchObject({
      model_id: modelId,
      uplift_bp: 2_000,
      uplift_source: 'model',
    });
    const [event] = await eventsOf(admin, 'user.set_model_uplift');
    expect(event).toMatchObject({
      user_id: userId,
      details: { model_id: modelId, uplift_bp: 2_000 },
    });
  });
});

describe('PUT /api/platform/users/{user_id}/models/{model_id}/pricing answers 404', () => {
  test('O01, G14: unknown, malformed and unapproved', async () => {
    const unknown = encodeId('mdl', randomUUID());
    for (const params of [
      { user_id: encodeId('usr', randomUUID()), model_id: modelId },
      { user_id: userId, model_id: unknown },
      { user_id: userId, model_id: 'acme/a' },
      { user_id: userId, model_id: unapprovedId },
    ]) {
      expect((await uplift(1, params)).status).toBe(404);
    }
    const { rows } = await admin.owner.raw(
      'select count(*) as kept from catalog.uplift_user_model',
    );
    expect(Number(rows[0].kept)).toBeLessThanOrEqual(1);
  });
});

describe('PUT /api/platform/users/{user_id}/models/{model_id}/pricing answers 422', () => {
  test.each([-10_000, -1, 1e9, '0', 0.1])('G08: %j', async (value) => {
    expect((await uplift(value)).status).toBe(422);
  });
});
