import { newPublicId } from '@tollgate/runtime/ids';
import { listPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
const users: string[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  for (let turn = 0; turn < 3; turn += 1) users.push((await aUser(admin)).id);
});
afterAll(() => admin.drop());

const list = (query?: Record<string, string>) =>
  admin.send(listPlatformAuditEvents, query === undefined ? {} : { query });

describe('GET /api/platform/audit-events answers 200', () => {
  test('newest first, in pages', async () => {
    const all = (await list()).body;
    expect(all.map(({ action }: { action: string }) => action)).toEqual([
      'user.create',
      'user.create',
      'user.create',
      'administrator.login',
    ]);
    const page = await list({ limit: '2', before: all[0].id });
    expect(page.body).toEqual(all.slice(1, 3));
  });

  test('by action and by user', async () => {
    expect((await list({ action: 'administrator.login' })).body).toHaveLength(1);
    expect((await list({ user_id: users[0] ?? '' })).body).toMatchObject([
      { user_id: users[0], target: { kind: 'user', id: users[0] } },
    ]);
  });

  test('an empty list for an action of which there is no event yet', async () => {
    expect(await list({ action: 'retention.purge' })).toMatchObject({ status: 200, body: [] });
  });

  test('X13: nobody changes or deletes an event', async () => {
    await expect(admin.deps.db.raw('delete from audit.event')).rejects.toThrow(/permission denied/);
    await expect(admin.deps.db.raw("update audit.event set action = 'a.b'")).rejects.toThrow(
      /permission denied/,
    );
    await expect(admin.owner.raw('delete from audit.event')).rejects.toThrow(/never changed/);
  });
});

describe('GET /api/platform/audit-events answers 422', () => {
  test.each([{ limit: '0' }, { limit: '1001' }, { before: 'aud_x' }, { offset: '1' }])(
    'X01: %j',
    async (query) => {
      expect((await list(query as Record<string, string>)).status).toBe(422);
    },
  );

  test.each([
    [{ user_id: "' OR 1=1--" }, 'user_id', 'must be an id such as usr_… or an address'],
    [{ user_id: newPublicId('usr') }, 'user_id', 'is the id of no user'],
    [{ actor_id: 'zz' }, 'actor_id', 'must be an id such as adm_… or usr_…'],
    [{ actor_id: newPublicId('adm') }, 'actor_id', 'is the id of nobody'],
    [{ action: '%' }, 'action', 'no event has this action'],
    [{ action: 'nope' }, 'action', 'no event has this action'],
  ])('%j, which nothing has', async (query, field, msg) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body]).toEqual([
      422,
      { detail: [{ loc: ['query', field], msg, type: 'value_error' }] },
    ]);
  });
});
