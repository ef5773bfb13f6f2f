import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { getPlatformAlias, listPlatformAliases } from '@tollgate/contract/routes/admin/aliases';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCallableModel, anAlias } from '../support/alias.ts';
import { aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

let provider: TestProvider;
let admin: RunningAdmin;
/** Newest first. */
const made: { id: string }[] = [];

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const models = [await aCallableModel(admin, provider), await aCallableModel(admin, provider)];
  for (let turn = 0; turn < 3; turn += 1) {
    made.unshift(await anAlias(admin, aPrefix(), turn === 1 ? models.toReversed() : models));
  }
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const list = (query: Record<string, string> = {}) => admin.send(listPlatformAliases, { query });

describe('GET /api/platform/aliases answers 200', () => {
  test('all, newest first, each as it was made', async () => {
    expect((await list()).body).toEqual(made);
  });

  test('by pages', async () => {
    const [newest, ...older] = made;
    expect((await list({ limit: '1' })).body).toEqual([newest]);
    expect((await list({ limit: '5', before: newest?.id ?? '' })).body).toEqual(older);
  });

  test('one by its id', async () => {
    const [, second] = made;
    const params = { alias_id: second?.id ?? '' };
    expect((await admin.send(getPlatformAlias, { params })).body).toEqual(second);
  });
});

describe('GET /api/platform/aliases answers 404', () => {
  test('unknown and malformed ids', async () => {
    for (const id of [encodeId('als', randomUUID()), encodeId('mdl', randomUUID()), 'x']) {
      const answer = await admin.send(getPlatformAlias, { params: { alias_id: id } });
      expect(answer.status).toBe(404);
    }
  });
});

describe('GET /api/platform/aliases answers 422', () => {
  test.each([{ limit: '0' }, { limit: '1001' }, { before: 'x' }, { name: 'x' }])(
    '%j',
    async (query: Record<string, string>) => {
      expect((await list(query)).status).toBe(422);
    },
  );
});
