import { getPlatformModel, listPlatformModels } from '@tollgate/contract/routes/admin/models';
import { newPublicId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

let provider: TestProvider;
let admin: RunningAdmin;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const get = (modelId: string) => admin.send(getPlatformModel, { params: { model_id: modelId } });

describe('GET /api/platform/models/{model_id} answers 200', () => {
  test('the model as the list has it', async () => {
    const { id, publicId } = await aModel(admin, provider);
    const { body: list } = await admin.send(listPlatformModels, { query: { public_id: publicId } });
    expect(await get(id)).toMatchObject({ status: 200, body: list[0] });
  });
});

describe('GET /api/platform/models/{model_id} answers 404', () => {
  test('a model that is not there', async () => {
    expect((await get(newPublicId('mdl'))).status).toBe(404);
  });
});
