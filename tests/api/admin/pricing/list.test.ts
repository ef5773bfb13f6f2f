import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { listPlatformUserModels } from '@tollgate/contract/routes/admin/pricing';
import { anAdmin } from '../support/admin.ts';
import { aCredential, approve, PRICES, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import { aUser } from '../support/user.ts';

describe('GET /api/platform/users/{user_id}/models answers 200', () => {
  test('approved models only, with what the user pays', async () => {
    const provider = await aProvider();
    const admin = await anAdmin({ allowedUpstreams: provider.address });
    const credentialId = await aCredential(admin, provider, { provider: 'acme' });
    const names = ['a', 'b', 'c'];
    const [a = '', b = ''] = await syncedModels(admin, provider, { credentialId, names });
    await approve(admin, a);
    await approve(admin, b);
    const priced = await admin.send(pricePlatformModel, {
      params: { model_id: a },
      body: { prices: PRICES },
    });
    const params = { user_id: (await aUser(admin)).id };
    const { body } = await admin.send(listPlatformUserModels, { params });
    const rest = { enabled: true, uplift_bp: 0, uplift_source: 'default' };
    expect(body).toEqual([
      {
        ...rest,
        model_id: a,
        public_id: 'acme/a',
        routable: true,
        list_prices: PRICES,
        user_prices: PRICES,
        list_prices_since: priced.body.effective_at,
        long_context: [],
      },
      {
        ...rest,
        model_id: b,
        public_id: 'acme/b',
        routable: false,
        list_prices: null,
        user_prices: null,
        list_prices_since: null,
        long_context: [],
      },
    ]);
    await admin.drop();
    await provider.drop();
  });
});

describe('GET /api/platform/users/{user_id}/models answers 404', () => {
  test('an unknown user', async () => {
    const admin = await anAdmin();
    const params = { user_id: encodeId('usr', randomUUID()) };
    expect((await admin.send(listPlatformUserModels, { params })).status).toBe(404);
    await admin.drop();
  });
});
