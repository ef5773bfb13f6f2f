import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import { decidePlatformModel, pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

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
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const decide = (body: unknown, modelId = id) =>
  admin.send(decidePlatformModel, { params: { model_id: modelId }, body });
const reasonNow = async () =>
  (await loadCatalog(admin.deps.db)).unroutable.get(publicId)?.reason ?? null;

describe('POST /api/platform/models/{model_id}/decision answers 200', () => {
  test('off, on, rejected, and approved again', async () => {
    await approve(admin, id);
    await admin.send(pricePlatformModel, { params: { model_id: id }, body: { prices: PRICES } });
    expect(await reasonNow()).toBeNull();
    const { epoch } = await loadCatalog(admin.deps.db);
    expect((await decide({ decision: 'disable', reason: 'too slow' })).body).toMatchObject({
      enabled: false,
      unroutable_reason: 'disabled',
    });
    expect((await loadCatalog(admin.deps.db)).epoch).toBeGreaterThan(epoch);
    expect(await reasonNow()).toBe('disabled');
    expect((await decide({ decision: 'enable' })).body.routable).toBe(true);
    expect((await decide({ decision: 'reject' })).body.state).toBe('rejected');
    expect(await reasonNow()).toBe('rejected');
    await approve(admin, id);
    expect(await reasonNow()).toBeNull();
    const [event] = await eventsOf(admin, 'model.disable');
    expect(event?.['details']).toEqual({ model: publicId, reason: 'too slow' });
  });
});

describe('POST /api/platform/models/{model_id}/decision answers 404', () => {
  test('an unknown model', async () => {
    const answer = await decide({ decision: 'enable' }, encodeId('mdl', randomUUID()));
    expect(answer.status).toBe(404);
  });
});

describe('POST /api/platform/models/{model_id}/decision answers 409', () => {
  test('what was not approved is not switched on', async () => {
    expect((await decide({ decision: 'enable' })).status).toBe(409);
    await decide({ decision: 'reject' });
    expect((await decide({ decision: 'enable' })).status).toBe(409);
  });
});

describe('POST /api/platform/models/{model_id}/decision answers 422', () => {
  test.each([{}, { decision: 'approve' }, { decision: null }, { decision: 'enable', force: true }])(
    '%j',
    async (body) => {
      expect((await decide(body)).status).toBe(422);
    },
  );
});
