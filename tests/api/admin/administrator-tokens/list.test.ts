import {
  createAdministratorToken,
  listAdministratorTokens,
} from '@tollgate/contract/routes/admin/administrator-tokens';
import { platformMe } from '@tollgate/contract/routes/admin/auth';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

describe('GET /api/platform/administrator-tokens answers 200', () => {
  test('tokens, newest first, with their last use and without the tokens', async () => {
    const made = [];
    for (const name of ['first', 'second']) {
      made.push((await admin.send(createAdministratorToken, { body: { name } })).body);
    }
    await admin.send(platformMe, { token: made[0].token });
    const { status, body } = await admin.send(listAdministratorTokens);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: made[1].id, name: 'second', last_used_at: null, state: 'active' },
      { id: made[0].id, name: 'first', last_used_at: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain('tg_adm_');
  });
});

describe('GET /api/platform/administrator-tokens answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(listAdministratorTokens, { token: null })).status).toBe(401);
  });
});
