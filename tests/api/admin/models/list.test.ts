import { decidePlatformModel, listPlatformModels } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, approve, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

let provider: TestProvider;
let admin: RunningAdmin;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const credentialId = await aCredential(admin, provider, { provider: 'acme' });
  const names = ['a', 'b', 'c'];
  const [a = '', b = ''] = await syncedModels(admin, provider, { credentialId, names });
  await approve(admin, a);
  await admin.send(decidePlatformModel, { params: { model_id: b }, body: { decision: 'reject' } });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const list = async (query: Record<string, string>) => admin.send(listPlatformModels, { query });
const idsOf = (body: { public_id: string }[]) => body.map((one) => one.public_id);

describe('GET /api/platform/models answers 200', () => {
  test.each([
    [{}, ['acme/a', 'acme/b', 'acme/c']],
    [{ state: 'approved' }, ['acme/a']],
    [{ state: 'rejected' }, ['acme/b']],
    [{ provider: 'acme', limit: '1', offset: '1' }, ['acme/b']],
    [{ provider: "' OR 1=1--" }, []],
    [{ public_id: 'acme/c' }, ['acme/c']],
    [{ public_id: '%' }, []],
    [{ family: 'openai' }, []],
  ])('%j', async (query, expected) => {
    expect(idsOf((await list(query as Record<string, string>)).body)).toEqual(expected);
  });
});

describe('GET /api/platform/models answers 422', () => {
  test.each([
    { limit: '0' },
    { limit: '1001' },
    { offset: '-1' },
    { offset: '1e12' },
    { state: 'unknown' },
    { unknown: '1' },
  ])('X01, X02: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });
});
