import { randomUUID } from 'node:crypto';
import { HEADER } from '@tollgate/contract/headers';
import { REQUEST_EXAMPLES } from '@tollgate/generators/openapi/examples';
import { nameOf } from '@tollgate/generators/openapi/operations';
import { sample } from '@tollgate/generators/openapi/sample';
import { newPublicId } from '@tollgate/runtime/ids';
import { createPlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import { endLease, takeLease } from '@tollgate/contract/routes/admin/configuration';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { routes } from '../../../../services/admin/src/routes.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { aUser } from '../support/user.ts';

const leased = routes({ credentials: {} } as never)
  .map(({ definition }) => definition)
  .filter((route) => route.leased === true);

let admin: RunningAdmin;
let provider: TestProvider;
let params: Record<string, string>;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const model = await aModel(admin, provider);
  await approve(admin, model.id);
  const user = await aUser(admin);
  const key = await admin.send(createPlatformUserKey, {
    params: { user_id: user.id },
    body: { name: 'a key' },
  });
  const alias = await admin.send(createPlatformAlias, {
    body: { name: 'an-alias', targets: [{ model_id: model.id }] },
  });
  params = {
    user_id: user.id,
    key_id: key.body.id,
    model_id: model.id,
    credential_id: model.credentialId,
    alias_id: alias.body.id,
    category: 'access_events',
  };
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const takenLease = async (): Promise<string> =>
  (await admin.send(takeLease, { body: { document_sha256: 'a'.repeat(64), changes: 1 } })).body.id;
const end = (id: string) =>
  admin.send(endLease, { params: { lease_id: id }, body: { outcome: 'failed', changes: 0 } });
const endedLease = async (): Promise<string> => {
  const id = await takenLease();
  await end(id);
  return id;
};

/**
 * Makes a change under a lease. A body of the description may name what is not there: such a change
 * fails behind the lease.
 */
const underLease = (route: (typeof leased)[number], lease: string) => {
  const body = REQUEST_EXAMPLES[nameOf(route)] ?? (route.body && sample(route.body, false));
  return admin.send(route, {
    params,
    ...(body === undefined ? {} : { body }),
    headers: { [HEADER.configurationLease]: lease },
  });
};

const LEASE_WORDS = /lease of the configuration has ended; nothing was changed/u;

test('every change that a document can make takes a lease', () => {
  expect(leased.map(nameOf).toSorted()).toEqual([
    'DELETE /api/platform/aliases/{alias_id}',
    'DELETE /api/platform/provider-credentials/{credential_id}',
    'DELETE /api/platform/vector-stores/{vector_store_id}',
    'PATCH /api/platform/aliases/{alias_id}',
    'PATCH /api/platform/provider-credentials/{credential_id}',
    'PATCH /api/platform/users/{user_id}',
    'PATCH /api/platform/users/{user_id}/status',
    'POST /api/platform/aliases',
    'POST /api/platform/models/{model_id}/approval',
    'POST /api/platform/models/{model_id}/decision',
    'POST /api/platform/models/{model_id}/prices',
    'POST /api/platform/provider-credentials',
    'POST /api/platform/users',
    'POST /api/platform/vector-stores',
    'PUT /api/platform/retention-policies/{category}',
    'PUT /api/platform/users/{user_id}/keys/{key_id}/limits',
    'PUT /api/platform/users/{user_id}/limits',
    'PUT /api/platform/users/{user_id}/models/{model_id}/pricing',
    'PUT /api/platform/users/{user_id}/pricing-uplift',
  ]);
});

describe.each(leased.map((route) => ({ name: nameOf(route), route })))(
  '$name answers 409',
  ({ route }) => {
    test.each([
      ['a lease that has ended', endedLease],
      ['a lease that never was', () => Promise.resolve(newPublicId('cfl'))],
      ['what is no id of a lease', () => Promise.resolve(randomUUID())],
    ])('under %s, and changes nothing', async (_what, lease) => {
      const id = await lease();
      const before = await admin.owner.raw('select max(seq) as last from audit.event');
      const { status, body } = await underLease(route, id);
      expect(body).toMatchObject({ error: { code: 'conflict' } });
      expect(body.error.message).toMatch(LEASE_WORDS);
      expect(status).toBe(409);
      const after = await admin.owner.raw('select max(seq) as last from audit.event');
      expect(after.rows).toEqual(before.rows);
    });
  },
);

test('a lease that is held stops none of these changes', async () => {
  const id = await takenLease();
  const refused: string[] = [];
  // What is deleted would be missing for the others.
  for (const route of leased.filter(({ method }) => method !== 'delete')) {
    const { body } = await underLease(route, id);
    if (LEASE_WORDS.test(body?.error?.message ?? '')) refused.push(nameOf(route));
  }
  expect(refused).toEqual([]);
  expect((await end(id)).status).toBe(204);
});
