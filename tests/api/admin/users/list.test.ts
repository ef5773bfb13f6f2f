import { decodeId } from '@tollgate/runtime/ids';
import {
  listPlatformUsers,
  setPlatformUserStatus,
  updatePlatformUser,
} from '@tollgate/contract/routes/admin/users';
import { grantCredits } from '@tollgate/contract/routes/admin/credits';
import { aRecord } from '../../../support/request-records.ts';
import { recordsIn } from '../support/records.ts';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
const ids: string[] = [];
const emails: string[] = [];

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
  for (let turn = 0; turn < 3; turn += 1) {
    const { id, email } = await aUser(admin);
    ids.unshift(id);
    emails.unshift(email);
  }
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

const list = (query?: Record<string, string>) =>
  admin.send(listPlatformUsers, query === undefined ? {} : { query });
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);

describe('GET /api/platform/users answers 200', () => {
  test('newest first, each with its wallet', async () => {
    await admin.send(grantCredits, { params: { user_id: ids[0] ?? '' }, body: { amount: '12.5' } });
    const { body } = await list();
    expect(idsOf(body)).toEqual(ids);
    expect(body[0].credits).toMatchObject({ granted: '12.500000000', available: '12.500000000' });
    expect(body[1].credits.granted).toBe('0.000000000');
  });

  test('G13: in pages', async () => {
    expect(idsOf((await list({ limit: '2' })).body)).toEqual(ids.slice(0, 2));
    expect(idsOf((await list({ limit: '2', before: ids[1] ?? '' })).body)).toEqual(ids.slice(2));
  });

  test('with what each has spent in the last 30 days, and nothing older', async () => {
    const user_id = decodeId('usr', ids[1] ?? '') ?? '';
    const old = new Date(Date.now() - 31 * 86_400_000);
    await admin.owner.raw('select maintenance.ensure_partitions(32, 1)');
    await recordsIn(admin, [
      aRecord({ user_id, charged_n: 1_000_000_001n }),
      aRecord({ user_id, charged_n: 2_000_000_000n }),
      aRecord({ user_id, charged_n: 5_000_000_000n, at: old }),
    ]);
    const { body } = await list();
    expect(body.map((one: { spent_30_days: string }) => one.spent_30_days)).toEqual([
      '0.000000000',
      '3.000000001',
      '0.000000000',
    ]);
  });

  test('by a part of the address or of the name in any case, or by the id', async () => {
    const params = { user_id: ids[2] ?? '' };
    await admin.send(updatePlatformUser, { params, body: { name: 'Grace 100% Hopper_' } });
    const search = async (text: string) => idsOf((await list({ search: text })).body);
    expect(await search((emails[1] ?? '').slice(3, 30).toUpperCase())).toEqual([ids[1]]);
    expect(await search('gRACE')).toEqual([ids[2]]);
    expect(await search('00% hop')).toEqual([ids[2]]);
    expect(await search(`  ${ids[0]} `)).toEqual([ids[0]]);
    expect(await search('example.com')).toEqual(ids);
    for (const nobody of ['%', 'Hopper%', "' or 1=1--", '日本', ids[0]?.slice(0, -1) ?? '']) {
      expect([nobody, await search(nobody)]).toEqual([nobody, nobody === '%' ? [ids[2]] : []]);
    }
  });

  test('by status, together with the rest', async () => {
    const params = { user_id: ids[1] ?? '' };
    await admin.send(setPlatformUserStatus, { params, body: { status: 'suspended' } });
    expect(idsOf((await list({ status: 'suspended' })).body)).toEqual([ids[1]]);
    expect(idsOf((await list({ status: 'active' })).body)).toEqual([ids[0], ids[2]]);
    expect(idsOf((await list({ status: 'suspended', search: 'grace' })).body)).toEqual([]);
    await admin.send(setPlatformUserStatus, { params, body: { status: 'active' } });
  });

  test('without wallets while billing is away', async () => {
    const alone = await anAdmin();
    await aUser(alone);
    expect((await alone.send(listPlatformUsers)).body[0].credits).toBeNull();
    await alone.drop();
  });
});

describe('GET /api/platform/users answers 422', () => {
  test.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: '1e20' },
    { limit: 'a' },
    { 'limit[$gt]': '1' },
    { before: 'usr_x' },
    { sort: '; drop' },
    { search: '' },
    { search: 'a\u0000b' },
    { status: 'gone' },
  ])('X01: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });
});
