import { newPublicId } from '@tollgate/runtime/ids';
import { createPlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import { endLease, takeLease } from '@tollgate/contract/routes/admin/configuration';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { updateRetentionPolicy } from '@tollgate/contract/routes/admin/retention';
import { tryDocumentLock } from '@tollgate/identity/configuration-lease.queries';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

const HEADER = 'x-svc-configuration-lease';
const [ONE, OTHER] = ['1'.repeat(64), '2'.repeat(64)];
const PASSWORD = 'another horse battery';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());
beforeEach(() => admin.owner.raw('delete from identity.configuration_lease'));

const take = (document_sha256: string | undefined, token?: string) =>
  admin.send(takeLease, {
    body: { document_sha256, changes: 3 },
    ...(token === undefined ? {} : { token }),
  });
const changeUnder = async (lease: string) => {
  const params = { category: 'sessions' };
  const headers = { [HEADER]: lease };
  const { status } = await admin.send(updateRetentionPolicy, {
    params,
    headers,
    body: { days: 100 },
  });
  return status;
};
const end = (lease_id: string) =>
  admin.send(endLease, { params: { lease_id }, body: { outcome: 'applied', changes: 3 } });
const anotherAdministrator = async (): Promise<string> => {
  const email = `${newPublicId('adm')}@example.com`;
  const body = { email, name: 'Another', password: PASSWORD, role: 'operator' };
  expect((await admin.send(createPlatformAdministrator, { body })).status).toBe(201);
  const login = await admin.send(platformLogin, {
    token: null,
    body: { email: body.email, password: PASSWORD },
  });
  return login.body.access_token;
};

describe('POST /api/platform/configuration-leases answers 201', () => {
  test('changes are made under the lease, which lasts on with each, and leaves its events', async () => {
    const { status, body } = await take(ONE);
    expect([status, body.document_sha256]).toEqual([201, ONE]);
    await admin.owner.raw(
      "update identity.configuration_lease set expires_at = clock_timestamp() + interval '1 minute'",
    );
    expect(await changeUnder(body.id)).toBe(200);
    const { rows } = await admin.owner.raw(
      "select expires_at > clock_timestamp() + interval '100 seconds' as lasts from identity.configuration_lease",
    );
    expect(rows).toEqual([{ lasts: true }]);
    expect((await end(body.id)).status).toBe(204);
    const [begun] = await eventsOf(admin, 'configuration.apply');
    expect(begun).toMatchObject({ details: { lease: body.id, document_sha256: ONE, changes: 3 } });
    const [ended] = await eventsOf(admin, 'configuration.apply_end');
    expect(ended).toMatchObject({ details: { lease: body.id, outcome: 'applied', changes: 3 } });
  });

  test('the same document of the same administrator takes over, and the lease before changes nothing more', async () => {
    const [first, second] = [(await take(ONE)).body.id, (await take(ONE)).body.id];
    expect(await changeUnder(first)).toBe(409);
    expect(await changeUnder(second)).toBe(200);
  });

  test('a lease that has ended is free', async () => {
    const { id } = (await take(ONE)).body;
    await admin.owner.raw('update identity.configuration_lease set expires_at = clock_timestamp()');
    expect(await changeUnder(id)).toBe(409);
    expect((await take(OTHER)).status).toBe(201);
  });
});

describe('POST /api/platform/configuration-leases answers 409', () => {
  test('while another document, or another administrator, has the lease', async () => {
    expect((await take(ONE)).status).toBe(201);
    const { status, body } = await take(OTHER);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect((await take(ONE, await anotherAdministrator())).status).toBe(409);
  });

  test('of many at once one gets the lease', async () => {
    const digests = Array.from({ length: 8 }, (_, n) => String(n).repeat(64));
    const statuses = await Promise.all(digests.map(async (one) => (await take(one)).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  test('a change under what is no lease is not made', async () => {
    expect(await changeUnder('nonsense')).toBe(409);
    expect(await changeUnder(newPublicId('cfl'))).toBe(409);
  });
});

describe('POST /api/platform/configuration-leases answers 429', () => {
  test('while a document is tried, whose locks its changes would wait for', async () => {
    await admin.owner.transaction(async (trx) => {
      await tryDocumentLock(trx, false);
      const { status, headers } = await take(ONE);
      expect([status, headers['retry-after']]).toEqual([429, '2']);
    });
    expect((await take(ONE)).status).toBe(201);
  });
});

describe('POST /api/platform/configuration-leases answers 422', () => {
  test.each([undefined, 'short', 'G'.repeat(64)])('for the digest %s', async (digest) => {
    expect((await take(digest)).status).toBe(422);
  });
});
