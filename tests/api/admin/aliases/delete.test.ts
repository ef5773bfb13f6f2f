import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import { deletePlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCallableModel, anAlias } from '../support/alias.ts';
import type { CallableModel } from '../support/alias.ts';
import { aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let model: CallableModel;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  model = await aCallableModel(admin, provider);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const remove = (id: string) => admin.send(deletePlatformAlias, { params: { alias_id: id } });

describe('DELETE /api/platform/aliases/{alias_id} answers 204', () => {
  test('the alias is gone, its models stay, and the name is free again', async () => {
    const name = aPrefix();
    const { id } = await anAlias(admin, name, [model]);
    const before = await loadCatalog(admin.deps.db);
    expect((await remove(id)).status).toBe(204);
    const after = await loadCatalog(admin.deps.db);
    expect([after.aliases.has(name), after.unroutable.has(name)]).toEqual([false, false]);
    expect(after.models.has(model.publicId)).toBe(true);
    expect(after.epoch).toBeGreaterThan(before.epoch);
    const [event] = await eventsOf(admin, 'alias.delete');
    expect(event).toMatchObject({ target: { kind: 'model_alias', id }, details: { name } });
    expect((await remove(id)).status).toBe(404);
    expect((await anAlias(admin, name, [model])).id).not.toBe(id);
  });

  test('of many at once, one deletes it', async () => {
    const { id } = await anAlias(admin, aPrefix(), [model]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([204, 404, 404, 404, 404]);
  });
});

describe('DELETE /api/platform/aliases/{alias_id} answers 404', () => {
  test('unknown and malformed ids, and the name', async () => {
    const name = aPrefix();
    await anAlias(admin, name, [model]);
    for (const other of [encodeId('als', randomUUID()), 'x', name]) {
      expect((await remove(other)).status).toBe(404);
    }
    expect((await loadCatalog(admin.deps.db)).aliases.has(name)).toBe(true);
  });
});
