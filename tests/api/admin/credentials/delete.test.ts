import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import {
  deleteProviderCredential,
  listProviderCredentials,
} from '@tollgate/contract/routes/admin/credentials';
import { listPlatformModels } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, aPrefix, approve, syncedModels } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let id: string;
let prefix: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  prefix = aPrefix();
  id = await aCredential(admin, provider, { provider: prefix });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const remove = (body?: unknown, credentialId = id) =>
  admin.send(deleteProviderCredential, {
    params: { credential_id: credentialId },
    ...(body === undefined ? {} : { body }),
  });
const left = async () =>
  (await admin.send(listProviderCredentials)).body.filter(
    (one: { provider: string }) => one.provider === prefix,
  ).length as number;

describe('DELETE /api/platform/provider-credentials/{credential_id} answers 200', () => {
  test('the row and its secret are gone, the event stays', async () => {
    const answer = await remove({ confirm_name: 'main', reason: 'leaked' });
    expect(answer.body).toEqual({ id, deleted: true, unroutable_models: [] });
    expect(await left()).toBe(0);
    const [event] = await eventsOf(admin, 'credential.delete');
    expect(event).toMatchObject({ details: { name: 'main', reason: 'leaked' } });
    expect((await remove({ confirm_name: 'main' })).status).toBe(404);
  });

  test('V04: in use, where that is accepted; the model stays and says why it cannot be called', async () => {
    const [modelId = ''] = await syncedModels(admin, provider, {
      credentialId: id,
      names: ['small'],
    });
    await approve(admin, modelId);
    const answer = await remove({ confirm_name: 'main', accept_unroutable_models: true });
    expect(answer.body.unroutable_models).toEqual([`${prefix}/small`]);
    const { body } = await admin.send(listPlatformModels, { query: { provider: prefix } });
    expect(body[0]).toMatchObject({ state: 'approved', routable: false });
  });

  test('V04: in use, where another one serves the same models', async () => {
    const [modelId = ''] = await syncedModels(admin, provider, {
      credentialId: id,
      names: ['small'],
    });
    await approve(admin, modelId);
    await aCredential(admin, provider, { provider: prefix, name: 'second' });
    expect((await remove({ confirm_name: 'main' })).status).toBe(200);
  });
});

describe('DELETE /api/platform/provider-credentials/{credential_id} answers 404', () => {
  test('unknown and malformed ids', async () => {
    for (const other of [encodeId('cred', randomUUID()), 'x']) {
      expect((await remove({ confirm_name: 'main' }, other)).status).toBe(404);
    }
  });
});

describe('DELETE /api/platform/provider-credentials/{credential_id} answers 409', () => {
  test('V04: in use', async () => {
    const [modelId = ''] = await syncedModels(admin, provider, {
      credentialId: id,
      names: ['small'],
    });
    await approve(admin, modelId);
    expect((await remove({ confirm_name: 'main' })).status).toBe(409);
    expect(await left()).toBe(1);
  });
});

describe('DELETE /api/platform/provider-credentials/{credential_id} answers 422', () => {
  test.each([undefined, {}, { confirm_name: 'Main' }, { confirm_name: '' }, { confirm: true }])(
    'V04: %j',
    async (body) => {
      expect((await remove(body)).status).toBe(422);
      expect(await left()).toBe(1);
    },
  );
});
