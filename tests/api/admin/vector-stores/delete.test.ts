import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { deletePlatformVectorStore } from '@tollgate/contract/routes/admin/vector-stores';
import { encodeId } from '@tollgate/runtime/ids';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { aPrefix } from '../support/model.ts';
import { eventsOf } from '../support/trail.ts';
import { aStoreCredential, aVectorStore, knowStores } from '../support/vector-store.ts';

let admin: RunningAdmin;
let provider: TestProvider;
let credentialId: string;

beforeAll(async () => {
  provider = await aProvider();
  knowStores(provider);
  admin = await anAdmin({ allowedUpstreams: provider.address });
  credentialId = await aStoreCredential(admin, provider);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const remove = (id: string) =>
  admin.send(deletePlatformVectorStore, { params: { vector_store_id: id } });

describe('DELETE /api/platform/vector-stores/{vector_store_id} answers 204', () => {
  test('it is gone at once, once in the trail, and may be given anew under another id', async () => {
    const fields = { upstream_id: `vs_${aPrefix()}` };
    const { id } = await aVectorStore(admin, credentialId, fields);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect((await loadCatalog(admin.deps.db)).vectorStores.get(null)?.has(id)).not.toBe(true);
    const events = await eventsOf(admin, 'vector_store.delete');
    expect(events).toMatchObject([{ target: { kind: 'vector_store', id } }]);
    expect((await aVectorStore(admin, credentialId, fields)).id).not.toBe(id);
  });
});

describe('DELETE /api/platform/vector-stores/{vector_store_id} answers 404', () => {
  test('unknown and malformed ids, and the id of the provider', async () => {
    const { upstream_id: upstreamId } = await aVectorStore(admin, credentialId);
    for (const id of [encodeId('vs', randomUUID()), 'x', String(upstreamId)]) {
      expect((await remove(id)).status).toBe(404);
    }
  });
});
