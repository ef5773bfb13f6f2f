import { listPlatformUsers } from '../../../../services/admin/src/routes/users/list.ts';
import { grantCredits } from '../../../../services/admin/src/routes/credits/grant.ts';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
const ids: string[] = [];

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
  for (let turn = 0; turn < 3; turn += 1) ids.unshift((await aUser(admin)).id);
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

const list = (query?: Record<string, string>) =>
  admin.send(listPlatformUsers, query === undefined ? {} : { query });
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);

describe('200', () => {
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

  test('without wallets while billing is away', async () => {
    const alone = await anAdmin();
    await aUser(alone);
    expect((await alone.send(listPlatformUsers)).body[0].credits).toBeNull();
    await alone.drop();
  });
});

describe('422', () => {
  test.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: '1e20' },
    { limit: 'a' },
    { 'limit[$gt]': '1' },
    { before: 'usr_x' },
    { sort: '; drop' },
  ])('X01: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });
});
