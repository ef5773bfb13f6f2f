import {
  createProviderCredential,
  listProviderCredentials,
} from '@tollgate/contract/routes/admin/credentials';
import { anAdmin } from '../support/admin.ts';

describe('GET /api/platform/provider-credentials answers 200', () => {
  test('by provider and name', async () => {
    const admin = await anAdmin();
    for (const [provider, name] of [
      ['zeta', 'one'],
      ['acme', 'two'],
      ['acme', 'One'],
    ]) {
      const body = {
        family: 'openai-compatible',
        provider,
        name,
        base_url: 'https://api.acme.example',
        credential: { api_key: 'short' },
      };
      await admin.send(createProviderCredential, { body });
    }
    const { body } = await admin.send(listProviderCredentials);
    const shown = body.map((one: { provider: string; name: string; last4: string }) => [
      one.provider,
      one.name,
      one.last4,
    ]);
    expect(shown).toEqual([
      ['acme', 'One', ''],
      ['acme', 'two', ''],
      ['zeta', 'one', ''],
    ]);
    await admin.drop();
  });
});
