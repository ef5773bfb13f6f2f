import { platformSignInMethods } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import { settingsFor } from '../support/openid-provider.ts';

describe('GET /api/platform/auth/methods answers 200', () => {
  test('passwords alone where no provider is configured, to anybody', async () => {
    const admin = await anAdmin();
    const { status, body } = await admin.send(platformSignInMethods, { token: null });
    expect([status, body]).toEqual([200, { password: true, oidc: null }]);
    await admin.drop();
  });

  test('the name of the provider and nothing else of it, also while the provider is away', async () => {
    const admin = await anAdmin({ oidc: settingsFor('http://127.0.0.1:9') });
    const { body } = await admin.send(platformSignInMethods, { token: null });
    expect(body).toEqual({ password: true, oidc: { name: 'Our provider' } });
    await admin.drop();
  });
});
