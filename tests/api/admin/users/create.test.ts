import { createPlatformUser } from '@tollgate/contract/routes/admin/users';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const create = (body: unknown) => admin.send(createPlatformUser, { body });
const password = 'twelve characters';

describe('POST /api/platform/users answers 201', () => {
  test('a user who is active, with an event that holds no password', async () => {
    const made = await create({ email: 'Ada@Example.com', name: 'Ada', password });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      status: 'active',
      uplift_bp: 0,
      max_output_tokens: null,
    });
    expect(made.body.organization_id).toBe(made.body.id);
    const [event] = await eventsOf(admin, 'user.create');
    expect(event).toMatchObject({
      actor: { kind: 'administrator', label: admin.administrator.email },
      target: { kind: 'user', id: made.body.id },
      user_id: made.body.id,
      address: '192.0.2.1',
    });
    expect(event?.['request_id']).toBe(made.headers['x-request-id']);
    expect(JSON.stringify(event)).not.toContain(password);
  });

  test('named after the address when nothing else is said', async () => {
    expect((await create({ email: 'bob@example.com', password })).body.name).toBe('bob');
  });
});

describe('POST /api/platform/users answers 409', () => {
  test('an address that is taken, in any case', async () => {
    await create({ email: 'carol@example.com', password });
    const again = await create({ email: 'CAROL@example.com', password });
    expect(again.status).toBe(409);
    expect(again.body.error.param).toBe('email');
  });
});

describe('POST /api/platform/users answers 422', () => {
  test.each([
    [{ email: 'no address', password }],
    [{ email: 'dan@example.com', password: 'short' }],
    [{ email: 'dan@example.com', password: null }],
    [{ email: 'dan@example.com', password, name: 'a\u0000b' }],
    [{ email: 'dan@example.com', password, status: 'closed' }],
    [{ email: 'dan@example.com', password, credits: '100' }],
  ])('G02, Y04: %j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });
});
