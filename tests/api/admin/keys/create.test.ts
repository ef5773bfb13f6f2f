import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let userId: string;

beforeAll(async () => {
  admin = await anAdmin();
  userId = (await aUser(admin)).id;
});
afterAll(() => admin.drop());

const create = (body: unknown, id = userId, key?: string) =>
  admin.send(createPlatformUserKey, {
    params: { user_id: id },
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

describe('POST /api/platform/users/{user_id}/keys answers 201', () => {
  test('G15: the secret is shown this once and is in no event', async () => {
    const made = await create({ name: 'CI', mode: 'test' });
    expect(made.body.secret).toMatch(/^svc_test_/);
    const [event] = await eventsOf(admin, 'key.create');
    expect(event).toMatchObject({
      target: { kind: 'key', id: made.body.id },
      user_id: userId,
      details: { name: 'CI', mode: 'test' },
    });
    expect(JSON.stringify(event)).not.toContain(made.body.secret);
    expect(admin.logged.join('')).not.toContain(made.body.secret);
  });
});

describe('POST /api/platform/users/{user_id}/keys answers 409', () => {
  test('two at once under an Idempotency-Key make one key; of another user it is a mistake', async () => {
    const key = randomUUID();
    const { id } = await aUser(admin);
    const answers = await Promise.all([1, 2].map(() => create({ name: 'CI' }, id, key)));
    const [made] = answers.filter(({ status }) => status === 201);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({
      code: 'idempotency_result_not_stored',
      key_id: made?.body.id,
    });
    const elsewhere = await create({ name: 'CI' }, userId, key);
    expect(elsewhere.body.error.code).toBe('idempotency_key_mismatch');
  });
});

describe('POST /api/platform/users/{user_id}/keys answers 404', () => {
  test('an unknown user', async () => {
    expect((await create({ name: 'CI' }, encodeId('usr', randomUUID()))).status).toBe(404);
  });
});

describe('POST /api/platform/users/{user_id}/keys answers 422', () => {
  test.each([
    { name: '' },
    { name: 'CI', expires_at: '2000-01-01T00:00:00Z' },
    { name: 'CI', expires_at: '2026-99-99' },
    { name: 'CI', user_id: 'usr_x' },
    { name: 'CI', secret: 'svc_live_x' },
    { name: 'CI', max_output_tokens: -1 },
  ])('Y02, Y03, Y04: %j', async (body) => {
    expect((await create(body)).status).toBe(422);
  });

  test('models that there are not, before a key is made', async () => {
    const before = (await eventsOf(admin, 'key.create')).length;
    const models = ['sandbox/echo', 'demo/no-such-model'];
    const answer = await create({ name: 'CI', models });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ['body', 'models'],
            msg: 'demo/no-such-model is no model and no alias that there is',
          },
        ],
      },
    ]);
    expect(await eventsOf(admin, 'key.create')).toHaveLength(before);
    expect((await create({ name: 'CI', models: ['sandbox/echo'] })).status).toBe(201);
  });
});
