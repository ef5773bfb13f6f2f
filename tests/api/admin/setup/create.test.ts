import { platformLogin, platformMe } from '@tollgate/contract/routes/admin/auth';
import { createPlatformSetup } from '@tollgate/contract/routes/admin/setup';
import { ensureFirstAdministrator } from '@tollgate/identity/administrators';
import { anAdmin } from '../support/admin.ts';
import type { AdminOptions, Answer, RunningAdmin, Sent } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

const TOKEN = 'a set-up token of some length';
const BODY = { email: 'First@Example.com', password: 'a long password', name: 'First' };
const opened: RunningAdmin[] = [];
const open = async (options: AdminOptions = {}): Promise<RunningAdmin> => {
  const admin = await anAdmin({ isEmpty: true, setupToken: TOKEN, ...options });
  opened.push(admin);
  return admin;
};
afterEach(async () => {
  for (const admin of opened.splice(0)) await admin.drop();
});

const setUp = (admin: RunningAdmin, body: object = {}, sent: Sent = {}): Promise<Answer> =>
  admin.send(createPlatformSetup, {
    token: null,
    ...sent,
    body: { ...BODY, setup_token: TOKEN, ...body },
  });
const administratorsOf = async ({ owner }: RunningAdmin): Promise<{ email: string }[]> =>
  (await owner.raw('select email from identity.administrator')).rows;
const signIn = async (admin: RunningAdmin): Promise<void> => {
  const { email, password } = BODY;
  const login = await admin.send(platformLogin, { token: null, body: { email, password } });
  admin.administrator.token = login.body.access_token;
};

describe('POST /api/platform/setup answers 201', () => {
  test('an owner who can sign in, and an event that names the token', async () => {
    const admin = await open();
    const made = await setUp(admin);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ email: 'first@example.com', role: 'owner', name: 'First' });
    await signIn(admin);
    expect((await admin.send(platformMe)).body).toEqual(made.body);
    const [event] = await eventsOf(admin, 'administrator.create');
    expect(event).toMatchObject({ details: { method: 'setup_token', role: 'owner' } });
    expect(JSON.stringify(await eventsOf(admin, 'administrator.create'))).not.toContain(TOKEN);
  });

  test('of ten at once, the first start of a replica among them, one wins', async () => {
    const admin = await open();
    const others = Array.from({ length: 9 }, (_, at) =>
      setUp(
        admin,
        { email: `u${at}@example.com` },
        { headers: { 'x-forwarded-for': `192.0.2.${at}` } },
      ),
    );
    const start = ensureFirstAdministrator(admin.deps, {
      email: 'start@example.com',
      name: 'Start',
      password: 'long enough',
    });
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    const made = (await start) === null ? 0 : 1;
    expect(statuses.filter((status) => status === 201)).toHaveLength(1 - made);
    expect(statuses.filter((status) => status === 409)).toHaveLength(8 + made);
    expect(await administratorsOf(admin)).toHaveLength(1);
  });
});

describe('POST /api/platform/setup answers 403', () => {
  test('with a wrong token nothing is made, and the trail has the attempt', async () => {
    const admin = await open();
    for (const token of ['x', `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase()]) {
      const refused = await setUp(admin, { setup_token: token });
      expect([refused.status, refused.body.error.param]).toEqual([403, 'setup_token']);
    }
    expect(await administratorsOf(admin)).toEqual([]);
    await setUp(admin);
    await signIn(admin);
    const events = await eventsOf(admin, 'setup.refuse');
    expect(events).toHaveLength(4);
    expect(JSON.stringify(events)).not.toContain(TOKEN.slice(1));
  });

  test('where the operator has set no token, every token is wrong', async () => {
    const admin = await anAdmin({ isEmpty: true });
    opened.push(admin);
    for (const token of [TOKEN, 'undefined', 'null']) {
      expect((await setUp(admin, { setup_token: token })).status).toBe(403);
    }
    expect(await administratorsOf(admin)).toEqual([]);
  });
});

describe('POST /api/platform/setup answers 404', () => {
  test('through the public listener there is no such route', async () => {
    const admin = await open();
    expect((await setUp(admin, {}, { plane: 'public' })).status).toBe(404);
    expect(await administratorsOf(admin)).toEqual([]);
  });
});

describe('POST /api/platform/setup answers 409', () => {
  test('the token works once, for whoever comes later with whatever', async () => {
    const admin = await open();
    await setUp(admin);
    for (const body of [{}, { email: 'second@example.com' }, { setup_token: 'wrong' }]) {
      const refused = await setUp(admin, body);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'setup_already_done']);
    }
    expect(await administratorsOf(admin)).toHaveLength(1);
  });

  test('an administrator who was disabled is one all the same', async () => {
    const admin = await open({ isEmpty: false });
    await admin.owner.raw("update identity.administrator set status = 'disabled'");
    expect((await setUp(admin)).status).toBe(409);
    expect(await administratorsOf(admin)).toHaveLength(1);
  });
});

describe('POST /api/platform/setup answers 422', () => {
  test.each([
    { email: 'no address' },
    { password: 'short' },
    { setup_token: null },
    { setup_token: '' },
    { role: 'owner' },
  ])('%j', async (body) => {
    expect((await setUp(await open(), body)).status).toBe(422);
  });
});

describe('POST /api/platform/setup answers 429', () => {
  test('after ten wrong tokens from one address, and only from there', async () => {
    const admin = await open();
    for (let turn = 0; turn < 10; turn += 1) await setUp(admin, { setup_token: `wrong ${turn}` });
    expect((await setUp(admin)).status).toBe(429);
    const elsewhere = { headers: { 'x-forwarded-for': '198.51.100.7' } };
    expect((await setUp(admin, {}, elsewhere)).status).toBe(201);
  });
});
