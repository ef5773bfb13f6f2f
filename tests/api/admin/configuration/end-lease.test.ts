import { endLease, takeLease } from '@tollgate/contract/routes/admin/configuration';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const lease = async (): Promise<string> =>
  (await admin.send(takeLease, { body: { document_sha256: 'a'.repeat(64), changes: 1 } })).body.id;
const end = (lease_id: string, body: unknown) =>
  admin.send(endLease, { params: { lease_id }, body });

describe('POST /api/platform/configuration-leases/{lease_id}/end answers 204', () => {
  test('once; the lease is free then', async () => {
    const id = await lease();
    const body = { outcome: 'failed', changes: 0 };
    expect((await end(id, body)).status).toBe(204);
    expect((await end(id, body)).status).toBe(404);
    await end(await lease(), body);
  });
});

describe('POST /api/platform/configuration-leases/{lease_id}/end answers 422', () => {
  test.each([{}, { outcome: 'perhaps', changes: 1 }, { outcome: 'applied', changes: -1 }])(
    '%j',
    async (body) => expect((await end(await lease(), body)).status).toBe(422),
  );
});
