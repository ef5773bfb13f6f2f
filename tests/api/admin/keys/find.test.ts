import {
  actOnPlatformUserKey,
  createPlatformUserKey,
  findPlatformKeys,
} from '@tollgate/contract/routes/admin/keys';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const find = (key: string) => admin.send(findPlatformKeys, { body: { key } });

describe('POST /api/platform/keys/find answers 200', () => {
  test('with the owner, for the whole key and for its ends, and never with the secret', async () => {
    const user = await aUser(admin);
    const params = { user_id: user.id };
    const made = await admin.send(createPlatformUserKey, { params, body: { name: 'leaked' } });
    const { secret, ...shown } = made.body;
    const whole = await find(`  ${secret}\n`);
    expect(whole.body.data).toEqual([{ ...shown, user_id: user.id, user_email: user.email }]);
    expect(JSON.stringify(whole.body)).not.toContain(secret);
    const { body } = await find(`${shown.prefix}…${shown.last_four}`);
    expect(body.data).toMatchObject([{ id: shown.id, user_email: user.email }]);
  });

  test('with nothing for a key of nobody, another one with the same ends, and a deleted one', async () => {
    const user = await aUser(admin);
    const params = { user_id: user.id };
    const made = await admin.send(createPlatformUserKey, { params, body: { name: 'gone' } });
    const { secret, id } = made.body;
    expect((await find('svc_live_0000…0000')).body).toEqual({ data: [] });
    const action = { ...params, key_id: id, action: 'delete' };
    await admin.send(actOnPlatformUserKey, { params: action });
    expect((await find(secret)).body).toEqual({ data: [] });
  });
});

describe('POST /api/platform/keys/find answers 422', () => {
  test.each(['x', 'svc_live_', 'sk-0123456789012345', 'svc_prod_0000…0000'])(
    'for %s, without telling the text again',
    async (text) => {
      const { status, body } = await find(text);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain('first 13 and last four');
    },
  );
});
