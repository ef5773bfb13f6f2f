import { listProviderFamilies } from '@tollgate/contract/routes/admin/credentials';
import { anAdmin } from '../support/admin.ts';

describe('GET /api/platform/provider-families answers 200', () => {
  test('what a form needs: secret fields are marked, the sandbox is left out', async () => {
    const admin = await anAdmin();
    const { body } = await admin.send(listProviderFamilies);
    const compatible = body.find(({ id }: { id: string }) => id === 'openai-compatible');
    expect(compatible).toMatchObject({ provider: null, base_url: null, lists_models: true });
    expect(compatible.credential_schema.properties.api_key.secret).toBe(true);
    expect(compatible.credential_schema.required).toEqual(['api_key']);
    const native = body.find(({ id }: { id: string }) => id === 'openai');
    expect(native.provider).toBe('openai');
    expect(native.base_url).toMatch(/^https:/);
    expect(body.some(({ id }: { id: string }) => id === 'sandbox')).toBe(false);
    await admin.drop();
  });
});
