import { createPlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const create = (body: unknown, token?: null) =>
  admin.send(createPlatformAdministrator, { body, ...(token === null ? { token } : {}) });
const password = 'twelve characters';

describe('POST /api/platform/administrators answers 201', () => {
  test('one who can log in, with an event that holds no password', async () => {
    const made = await create({ email: 'Ops@Example.com', name: 'Ops', password });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'ops@example.com',
      name: 'Ops',
      role: 'viewer',
      source: 'local',
      status: 'active',
      last_seen_at: null,
    });
    const login = { email: 'ops@example.com', password };
    const { status, body } = await admin.send(platformLogin, { token: null, body: login });
    expect([status, body.administrator.id]).toEqual([200, made.body.id]);
    const [event] = await eventsOf(admin, 'administrator.create');
    expect(event).toMatchObject({
      actor: { kind: 'administrator', label: admin.administrator.email },
      target: { kind: 'administrator', id: made.body.id },
      details: { email: 'ops@example.com', role: 'viewer' },
    });
    expect(JSON.stringify(event)).not.toContain(password);
  });

  test('with the role that was given', async () => {
    const made = await create({ email: 'money@example.com', role: 'finance', password });
    expect([made.status, made.body.role]).toEqual([201, 'finance']);
  });

  test('named after the address when nothing else is said', async () => {
    expect((await create({ email: 'bob@example.com', password })).body.name).toBe('bob');
  });
});

describe('POST /api/platform/administrators answers 401', () => {
  test('without a token', async () => {
    expect((await create({ email: 'eve@example.com', password }, null)).status).toBe(401);
  });
});

describe('POST /api/platform/administrators answers 409', () => {
  test('an address that is taken, in any case; nothing is left of the try', async () => {
    await create({ email: 'carol@example.com', password });
    const before = await eventsOf(admin, 'administrator.create');
    const again = await create({ email: 'CAROL@example.com', password });
    expect(again.status).toBe(409);
    expect(again.body.error.param).toBe('email');
    expect(await eventsOf(admin, 'administrator.create')).toEqual(before);
  });
});

describe('POST /api/platform/administrators answers 422', () => {
  test.each([
    [{ email: 'no address', password }],
    [{ email: 'dan@example.com', password: 'short' }],
    [{ email: 'dan@example.com' }],
    [{ email: 'dan@example.com', password, name: 'a\u0000b' }],
    [{ email: 'dan@example.com', password, status: 'disabled' }],
    [{ email: 'dan@example.com', password, role: 'root' }],
    [{ email: 'dan@example.com', password, role: ['owner'] }],
  ])('%j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});
