import { grantCredits } from '@tollgate/contract/routes/admin/credits';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { getPlatformOnboarding } from '@tollgate/contract/routes/admin/onboarding';
import { aDatabase } from '../../../support/database.ts';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { aCredential, aPrefix, approve, PRICES, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { recordsIn } from '../support/records.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
let provider: TestProvider;

beforeAll(async () => {
  const database = await aDatabase();
  [billing, provider] = await Promise.all([aBilling(database), aProvider()]);
  const allowedUpstreams = provider.address;
  admin = await anAdmin({ database, billingUrl: billing.url, allowedUpstreams });
});
afterAll(async () => {
  await billing?.drop();
  await admin?.drop();
  await provider?.drop();
});

const done = async (): Promise<string[]> => {
  const { body } = await admin.send(getPlatformOnboarding);
  const steps = body.steps as { id: string; done: boolean }[];
  expect(body.completed).toBe(steps.every((step) => step.done));
  return steps.filter((step) => step.done).map(({ id }) => id);
};

describe('GET /api/platform/onboarding answers 200', () => {
  test('each step is done when it is done, and all are once a call was served', async () => {
    expect(await done()).toEqual([]);
    const credentialId = await aCredential(admin, provider, { provider: aPrefix() });
    expect(await done()).toEqual(['add_provider']);
    const [model = ''] = await syncedModels(admin, provider, { credentialId, names: ['small'] });
    expect(await done()).toEqual(['add_provider', 'sync_models']);
    await approve(admin, model);
    expect(await done()).toEqual(['add_provider', 'sync_models']);
    await admin.send(pricePlatformModel, { params: { model_id: model }, body: { prices: PRICES } });
    expect(await done()).toEqual(['add_provider', 'sync_models', 'offer_model']);
    const params = { user_id: (await aUser(admin)).id };
    expect((await done()).at(-1)).toBe('create_user');
    await admin.send(grantCredits, { params, body: { amount: '5' } });
    expect((await done()).at(-1)).toBe('grant_credit');
    await admin.send(createPlatformUserKey, { params, body: { name: 'first' } });
    expect((await done()).at(-1)).toBe('create_key');
    await recordsIn(admin, [aRecord({ outcome: 'refused', status: 402 })]);
    expect(await done()).toHaveLength(6);
    await recordsIn(admin, [aRecord({ mode: 'test' })]);
    expect(await done()).toHaveLength(6);
    await recordsIn(admin, [aRecord({})]);
    expect(await done()).toHaveLength(7);
  });
});
